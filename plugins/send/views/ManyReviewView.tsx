import { useEffect, useRef } from 'react'
import { plainText, type PluginKit, type ViewProps } from 'walletkit/plugin'
import {
  Address,
  Avatar,
  Banner,
  Button,
  Icon,
  OutcomeCard,
  Pairs,
  Skeleton,
  useOnline,
  useOutcome,
  useSettled,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { manyLabel } from '../many/facts.ts'
import { type ManyIntent, manyIntent } from '../many/intent.ts'
import { simulationOf } from '../many/prepare.ts'
import { sendMessages } from '../messages.ts'
import { NothingToSend } from './NothingToSend.tsx'
import { feeText } from './figures.ts'
import css from './send.css.ts'

type Props = { kit: PluginKit; controller: SendController }

/** The review before the wallet is asked: shows every payment in full, the sum and the network cost. */
export default function ManyReviewView({ kit, controller }: ViewProps<SendController>) {
  useSheet(css)
  useSnapshot(controller.state)
  const { rows, run } = useSnapshot(controller.many)
  const { count } = useSnapshot(controller.visits)
  useEffect(() => controller.enter(), [controller, count])
  const hasRows = rows.length > 0 && !(run && !run.isDone) && controller.state.token !== undefined
  useEffect(() => {
    if (hasRows) void controller.several.fetchCost()
    return controller.several.forgetCost
  }, [controller, hasRows, count])
  if (!hasRows) return <NothingToSend kit={kit} />
  return <Review kit={kit} controller={controller} />
}

function Review({ kit, controller }: Props) {
  const t = useText(sendMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen)
  const online = useOnline()
  useSnapshot(controller.state)
  const { cost } = useSnapshot(controller.many)
  const label = manyLabel(controller)
  const intent = manyIntent(controller)
  const outcome = useOutcome(simulationOf(controller, intent))
  const native = kit.network()?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const token = intent?.contract
  const paid = intent && token !== undefined ? { token, symbol: intent.symbol, decimals: intent.decimals } : undefined
  return (
    <div className="pad" ref={screen}>
      {intent && <Payments controller={controller} intent={intent} />}
      <Figures kit={kit} controller={controller} intent={intent} />
      <OutcomeCard outcome={outcome} native={native} tokens={paid ? [paid] : []} paid={paid ?? {}} />
      {cost?.mayFail && outcome.state !== 'known' && (
        <Banner icon="warning" tone="warning">
          {t('send.mayFail')}
        </Banner>
      )}
      {cost && intent && intent.payments.length > 1 && (
        <Banner icon="info">
          {cost.isTogether ? t('send.oneConfirmation') : t('send.manyConfirmations', { count: intent.payments.length })}
        </Banner>
      )}
      {!online && <Banner icon="offline">{t('send.offline')}</Banner>}
      <p className="note send-undo">
        <Icon name="info" size={16} />
        {t('send.undo')}
      </p>
      <div className="actions">
        <Button onClick={() => kit.back()}>{t('send.cancel')}</Button>
        <Button
          kind="primary"
          disabled={!online || !intent || !cost || outcome.state === 'asking'}
          onClick={(event) => {
            if (isMeant(event)) outcome.press(() => void controller.several.send())
          }}
        >
          <span className="clip">
            {label !== 'previewSend' || !intent
              ? t(`send.label.${label}`)
              : outcome.mustRepeat
                ? t('send.anyway')
                : t('send.confirm', { amount: sumText(intent) })}
          </span>
        </Button>
      </div>
    </div>
  )
}

const sumText = ({ total, decimals, symbol }: ManyIntent) => `${plainText({ value: total, decimals })} ${symbol}`

function Payments({ controller, intent }: { controller: SendController; intent: ManyIntent }) {
  const t = useText(sendMessages)
  const by = (id: number) => controller.many.rows.find((row) => row.id === id)?.receiver.by
  return (
    <ol role="list" className="send-payments" aria-label={t('send.list')}>
      {intent.payments.map(({ id, to, shown, amountText }) => {
        const plugin = by(id)
        return (
          <li key={id} className="panel">
            <span className="line">
              <Avatar address={to} size={24} />
              <bdi className="label clip grow">{shown}</bdi>
              <bdi className="label num">{`${amountText} ${intent.symbol}`}</bdi>
            </span>
            {plugin !== undefined && <span className="note">{t('send.foundBy', { plugin })}</span>}
            <Address value={to} />
          </li>
        )
      })}
    </ol>
  )
}

function Figures({ kit, controller, intent }: Props & { intent: ManyIntent | undefined }) {
  const t = useText(sendMessages)
  const { cost, costFailed } = useSnapshot(controller.many)
  const failed = costFailed && (
    <>
      {t('send.unavailable')}
      <button type="button" className="link" onClick={() => void controller.several.fetchCost()}>
        {t('send.retry')}
      </button>
    </>
  )
  const fee = cost && feeText(kit, controller, cost.facts)
  return (
    <div className="send-review">
      <Pairs
        items={[
          { label: t('send.network'), value: <bdi>{kit.network()?.name}</bdi> },
          { label: t('send.networkCost'), value: failed || (fee ?? <Skeleton width={56} />) },
        ]}
      />
      {cost?.facts.isSponsored && <p className="note send-sponsored">{t('send.sponsored')}</p>}
      <hr className="send-rule" />
      <p className="send-total">
        <span>{t('send.total')}</span>
        <bdi className="num">{intent ? sumText(intent) : '–'}</bdi>
      </p>
    </div>
  )
}
