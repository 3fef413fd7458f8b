import type { ReactNode } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Banner, Pairs, Skeleton, useSnapshot, useText } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import { swapsMessages } from '../messages.ts'
import { figuresOf, percentText } from './figures.ts'

type Props = { kit: PluginKit; controller: SwapController }
const TONES: Partial<Record<string, string>> = { note: 'warning', warn: 'error', confirm: 'error', block: 'error' }

/** The figures of the quote, with placeholders while it loads. `rate` adds the rate, for the review. */
export function FigureList({ kit, controller, rate }: Props & { rate?: boolean }) {
  const t = useText(swapsMessages)
  const { toToken, sourceToken } = useSnapshot(controller.state)
  const { initialised } = useSnapshot(controller.checks)
  const figures = figuresOf(kit, controller)
  const bone = <Skeleton width={56} />
  const impact =
    figures.level === 'unknown' ? (
      t('swaps.unknown')
    ) : figures.impact === undefined ? (
      bone
    ) : (
      <span data-tone={TONES[figures.level ?? 'none']}>{t('swaps.percent', { percent: figures.impact })}</span>
    )
  const items: { label: string; value: ReactNode }[] = [
    { label: t('swaps.impact'), value: impact },
    { label: t('swaps.slippage'), value: t('swaps.percent', { percent: figures.slippage }) },
    {
      label: t('swaps.fee'),
      value: figures.fee ? t('swaps.feeOf', { amount: figures.fee, percent: figures.feePercent }) : bone,
    },
    { label: t('swaps.cost'), value: figures.cost ?? (initialised ? '–' : bone) },
    { label: t('swaps.minimum'), value: figures.minimum ? <bdi>{figures.minimum}</bdi> : bone },
  ]
  const first = {
    label: t('swaps.rate'),
    value: figures.rate
      ? t('swaps.rateOf', { to: toToken?.symbol ?? '', amount: figures.rate, from: sourceToken?.symbol ?? '' })
      : bone,
  }
  return <Pairs items={rate ? [first, ...items] : items} />
}

const TEXTS = {
  note: 'swaps.impactNote',
  warn: 'swaps.impactWarn',
  confirm: 'swaps.impactConfirm',
  block: 'swaps.impactBlock',
  unknown: 'swaps.impactUnknown',
} as const

/** Warnings before the swap; the most serious in red. */
export function Notes({ kit, controller }: Props) {
  const t = useText(swapsMessages)
  const { priceImpact = 0, swapTransaction, approvalTransaction } = useSnapshot(controller.state)
  const { flags, mayFail, blocked, quoted } = useSnapshot(controller.checks)
  const level = quoted === undefined ? 'none' : controller.form.impact()
  const address = swapTransaction?.to ?? approvalTransaction?.to ?? ''
  const isBad = level !== 'none' && level !== 'note'
  if (level === 'none' && flags.length === 0 && !mayFail && !blocked) return null
  return (
    <div className="swap-notes">
      {blocked && <Loud text={blocked} />}
      {level !== 'none' &&
        (isBad ? (
          <Loud text={t(TEXTS[level], { percent: percentText(kit, priceImpact) })} />
        ) : (
          <Banner icon="info" tone="warning">
            {t(TEXTS[level], { percent: percentText(kit, priceImpact) })}
          </Banner>
        ))}
      {flags.map((flag) =>
        flag === 'moved' ? (
          <Banner key={flag} icon="info">
            {t('swaps.moved')}
          </Banner>
        ) : (
          <Loud key={flag} text={t(`swaps.${flag}`, { address })} />
        ),
      )}
      {mayFail && (
        <Banner icon="warning" tone="warning">
          {t('swaps.mayFail')}
        </Banner>
      )}
    </div>
  )
}

const Loud = ({ text }: { text: string }) => (
  <div role="alert">
    <Banner icon="warning" tone="error">
      {text}
    </Banner>
  </div>
)
