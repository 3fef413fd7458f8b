import type { PluginKit } from 'walletkit/plugin'
import { type Outcome, OutcomeCard, useSnapshot } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { assetOf } from '../simulate.ts'

/** Shows what the next wallet request would do according to the network's node. */
export function Forecast({
  kit,
  controller,
  outcome,
}: {
  kit: PluginKit
  controller: SwapController
  outcome: Outcome
}) {
  const { sourceToken, toToken } = useSnapshot(controller.state)
  const { symbol = '', decimals = 18 } = kit.network()?.nativeCurrency ?? {}
  const [paid, got] = [sourceToken, toToken].map((token) => ({
    ...(token && { ...assetOf(controller, token), symbol: token.symbol, decimals: token.decimals }),
  }))
  const named = [paid, got].flatMap((each) =>
    each?.symbol !== undefined && each.decimals !== undefined && each.token !== undefined
      ? [{ token: each.token, symbol: each.symbol, decimals: each.decimals }]
      : [],
  )
  return (
    <div className="swap-notes">
      <OutcomeCard outcome={outcome} native={{ symbol, decimals }} tokens={named} paid={paid ?? {}} got={got ?? {}} />
    </div>
  )
}
