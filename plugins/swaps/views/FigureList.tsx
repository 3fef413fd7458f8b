import type { ReactNode } from 'react'
import { Banner, Pairs, Skeleton, useSnapshot, useText } from 'walletkit/ui'
import type { SwapController } from '../controller.ts'
import {
  blocked,
  flags,
  impact as impactOf,
  mayFail,
  priceImpact,
  swapTransaction,
  approvalTransaction,
} from '../figures.ts'
import { swapsMessages } from '../messages.ts'
import { figuresOf, percentText } from './texts.ts'

type Props = { controller: SwapController }
const TONES: Partial<Record<string, string>> = { note: 'warning', warn: 'error', confirm: 'error', block: 'error' }

/** The figures of the quote, with placeholders while it loads. `rate` adds the rate, for the review. */
export function FigureList({ controller, rate }: Props & { rate?: boolean }) {
  const t = useText(swapsMessages)
  const { toToken, sourceToken, status } = useSnapshot(controller.state)
  const figures = figuresOf(controller)
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
    {
      label: t('swaps.slippage'),
      value: <span title={figures.slippageAmount}>{t('swaps.percent', { percent: figures.slippage })}</span>,
    },
    {
      label: t('swaps.fee'),
      value: figures.fee ? t('swaps.feeOf', { amount: figures.fee, percent: figures.feePercent }) : bone,
    },
    { label: t('swaps.cost'), value: figures.cost ?? (status === 'off' || status === 'loading' ? bone : '–') },
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

/**
 * Warnings before the swap; serious warnings in red. `isSimulated`: the screen shows a simulation above, so do not
 * repeat that the swap may fail.
 */
export function Notes({ controller, isSimulated = false }: Props & { isSimulated?: boolean }) {
  const t = useText(swapsMessages)
  const { quote } = useSnapshot(controller.state)
  const level = quote ? impactOf(controller) : 'none'
  const percent = percentText(controller.kit, priceImpact(controller) ?? 0)
  const address = (swapTransaction(controller) ?? approvalTransaction(controller))?.to ?? ''
  const why = blocked(controller)
  const isBad = level !== 'none' && level !== 'note'
  const isDoubtful = mayFail(controller) && !isSimulated
  const hasNotes = flags(controller).length > 0 || isDoubtful
  if (level === 'none' && !hasNotes && why === undefined) return null
  return (
    <div className="swap-notes">
      {why !== undefined && <Loud text={why} next={t('swaps.blockedNext')} />}
      {level !== 'none' &&
        (isBad ? (
          <Loud text={t(TEXTS[level], { percent })} />
        ) : (
          <Banner icon="info" tone="warning">
            {t(TEXTS[level], { percent })}
          </Banner>
        ))}
      {flags(controller).map((flag) =>
        flag === 'moved' ? (
          <Banner key={flag} icon="info">
            {t('swaps.moved')}
          </Banner>
        ) : (
          <Loud key={flag} text={t(`swaps.${flag}`, { address })} />
        ),
      )}
      {isDoubtful && (
        <Banner icon="warning" tone="warning">
          {t('swaps.mayFail')}
        </Banner>
      )}
    </div>
  )
}

const Loud = ({ text, next }: { text: string; next?: string }) => (
  <Banner icon="warning" tone="error" urgent>
    {text}
    {next && (
      <>
        <br />
        {next}
      </>
    )}
  </Banner>
)
