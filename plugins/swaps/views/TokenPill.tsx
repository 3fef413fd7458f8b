import { Tile, TokenPill as Pill, useSnapshot, useText } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { swapsMessages } from '../messages.ts'

const NAMES = {
  sourceToken: { choose: 'swaps.choosePay', change: 'swaps.changePay' },
  toToken: { choose: 'swaps.chooseReceive', change: 'swaps.changeReceive' },
} as const

/** The token of one side; a press opens the token list. */
export function TokenPill({ controller, target }: { controller: SwapController; target: keyof typeof NAMES }) {
  const t = useText(swapsMessages)
  const token = useSnapshot(controller.state)[target]
  const { choose, change } = NAMES[target]
  return (
    <Pill
      isEmpty={!token}
      name={token ? token.symbol : t('swaps.label.selectToken')}
      image={token && <Tile name={token.symbol} src={token.logoUri} size={24} round />}
      label={token ? t(change, { symbol: token.symbol }) : t(choose)}
      onClick={() => controller.pickToken(target)}
    />
  )
}
