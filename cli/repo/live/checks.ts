/** Every check of `npm run live`, in the order in which they run. */
import type { Check } from './check.ts'
import { exchange } from './exchange.ts'
import { onramp } from './onramp.ts'
import { preset } from './preset.ts'
import { relay } from './relay.ts'
import { testnet } from './testnet.ts'

export const CHECKS: readonly Check[] = [relay, ...preset, testnet, exchange, onramp]
