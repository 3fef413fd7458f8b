/** The journeys over a broken network. Each uses the controller of its panel. */
import type { Journey } from '../kills.ts'
import { history } from './history.ts'
import { onramp } from './onramp.ts'
import { send } from './send.ts'
import { swap } from './swap.ts'

export const journeys: Journey[] = [
  swap('a swap with its approval', 'DAI', 'ETH', '0.5'),
  swap('a swap of ether', 'ETH', 'DAI', '0.001'),
  send('a send of ether', 'ETH', '0.01'),
  send('a send of a token', 'USDC', '0.05'),
  history,
  onramp,
]
