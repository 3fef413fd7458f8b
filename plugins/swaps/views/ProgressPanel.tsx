import { amountOf, formatToken, isLogin, type PluginKit } from 'walletkit/plugin'
import { Button, Steps, Tile, useSnapshot, useText, WaitHead } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { swapsMessages } from '../messages.ts'
import type { Step } from '../state.ts'

/** Shows a pending swap step by step: who must act, the elapsed time, and how to stop waiting. */
export function ProgressPanel({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const { progress } = useSnapshot(controller.state)
  if (!progress) return null
  const { source, target, steps, waitsFor } = progress
  const account = kit.account()
  const asksHere = isLogin(account)
  const wallet = account.connectedWalletInfo?.name || t('swaps.wallet')
  const text = (amount: string, { symbol, decimals }: { symbol: string; decimals: number }) =>
    `${formatToken(amountOf(amount, decimals), undefined, kit.locale)} ${symbol}`
  const paid = text(progress.paid, source)
  const current = steps.find(({ state }) => state === 'current')?.key
  const asked =
    current === 'reset'
      ? t('swaps.resetInWallet')
      : current === 'approve'
        ? t(asksHere ? 'swaps.step.approve' : 'swaps.approveInWallet', { symbol: source.symbol })
        : t(asksHere ? 'swaps.confirm' : 'swaps.confirmIn', { wallet })
  const title = {
    wallet: asked,
    chain: t('swaps.inProgress'),
    service: t('swaps.requoting'),
  }[waitsFor]
  const hasSent = waitsFor !== 'wallet' || steps.some(({ state }) => state === 'done')
  const noteOf = (step: Pick<Step, 'key' | 'state'>) => {
    if (step.key === 'approve' && step.state === 'done') return t('swaps.limit', { amount: paid })
    if (step.state !== 'current') return undefined
    if (waitsFor === 'chain') return t('swaps.waitingForChain')
    // The title says already what is awaited; a no-break space keeps the line's height.
    if (waitsFor === 'service' || asksHere) return '\u00a0'
    return t('swaps.waitingForYou', { wallet })
  }
  const nameOf = ({ key, state }: Pick<Step, 'key' | 'state'>) => {
    if (key === 'swap') return t('swaps.step.swap')
    if (key === 'arrive') return t('swaps.step.arrive', { symbol: target.symbol })
    return t(state === 'done' ? `swaps.step.${key}.done` : `swaps.step.${key}`, { symbol: source.symbol })
  }
  const timeText = (seconds: number, isRunning: boolean) =>
    isRunning
      ? t('swaps.elapsed', { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, '0') })
      : t('swaps.seconds', { seconds })
  return (
    <div className="pad">
      <WaitHead
        pair={[
          <Tile key="source" name={source.symbol} src={source.logoUri} size={64} round />,
          <Tile key="target" name={target.symbol} src={target.logoUri} size={64} round />,
        ]}
        title={title}
      >
        <p className="text num">
          <bdi>{t('swaps.for', { paid, received: text(progress.received, target) })}</bdi>
        </p>
      </WaitHead>
      <Steps
        label={t('swaps.steps')}
        items={steps.map((step) => ({ ...step, name: nameOf(step), note: noteOf(step) }))}
        time={timeText}
      />
      {!(hasSent && asksHere) && <p className="wait-hint">{t(hasSent ? 'swaps.stillCounts' : 'swaps.nothingMoves')}</p>}
      <Button wide onClick={controller.abandon}>
        {t('swaps.cancel')}
      </Button>
    </div>
  )
}
