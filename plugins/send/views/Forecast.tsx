import type { PluginKit } from 'walletkit/plugin'
import { type Outcome, OutcomeCard } from 'walletkit/ui'
import type { SendIntent } from '../transfer.ts'

/** Shows what the send would do according to the network's node. */
export function Forecast({
  kit,
  intent,
  outcome,
}: {
  kit: PluginKit
  intent: SendIntent | undefined
  outcome: Outcome
}) {
  const { symbol = '', decimals = 18 } = kit.network()?.nativeCurrency ?? {}
  const { contract: token, symbol: name = '', decimals: places = 0 } = intent ?? {}
  const paid = token === undefined ? undefined : { token, symbol: name, decimals: places }
  return <OutcomeCard outcome={outcome} native={{ symbol, decimals }} tokens={paid ? [paid] : []} paid={paid ?? {}} />
}
