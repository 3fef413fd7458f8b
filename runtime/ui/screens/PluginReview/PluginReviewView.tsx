import { useRef } from 'react'
import { goBack } from '../../../actions/goBack.ts'
import { chainReads } from '../../../host/chainReads.ts'
import { findReview, type Review } from '../../../host/review.ts'
import { cleanText } from '../../../lib/text.ts'
import { activeAccount } from '../../../state/active.ts'
import { useKit, useSheet, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { OutcomeCard } from '../../parts/OutcomeCard.tsx'
import { RequestRisks } from '../../parts/RequestRisks.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useOutcome } from '../../useOutcome.ts'
import { SETTLE_TIME, SUDDEN_TIME, useSettled } from '../../useSettled.ts'
import { commonMessages } from '../common.messages.ts'
import css from './pluginReview.css.ts'
import { RequestDetails } from './RequestDetails.tsx'
import { pluginReviewMessages } from './pluginReview.messages.ts'

/** Shows a third-party plugin's request and its name. Nothing reaches the wallet before the visitor confirms. */
export default function PluginReviewView({ params }: { params: { review: number } | undefined }) {
  useSheet(css)
  const review = findReview(useKit(), params?.review)
  // Key by id, so that a second request mounts a new screen, and a double click does not confirm it.
  return review ? <Shown key={review.id} {...review} /> : <Gone />
}

function Gone() {
  const kit = useKit()
  const t = useText(pluginReviewMessages)
  return (
    <Panel
      icon="info"
      title={t('review.gone')}
      action={
        <Button size="m" onClick={() => goBack(kit)}>
          {t('review.back')}
        </Button>
      }
    >
      {t('review.goneText')}
    </Panel>
  )
}

/**
 * The text that says what the plugin asks for, by the member that the request has. Other requests ask for a signature.
 */
const ASKS = [
  ['transaction', 'review.asksTransaction'],
  ['calls', 'review.asksBatch'],
  ['asset', 'review.asksAsset'],
  ['switchTo', 'review.asksSwitch'],
  ['wallet', 'review.asksWallet'],
] as const

function Shown({ id, isSudden, request, settle }: Review) {
  const kit = useKit()
  const t = useText(pluginReviewMessages)
  const common = useText(commonMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen, isSudden ? SUDDEN_TIME : SETTLE_TIME)
  // Isolate the name, so that right-to-left text in it does not reorder the sentence.
  const plugin = `\u2068${cleanText(request.plugin)}\u2069`
  const calls = 'calls' in request ? request.calls : 'transaction' in request ? [request.transaction] : []
  const last = calls.at(-1)
  const asks = ASKS.find(([kind]) => kind in request)?.[1] ?? 'review.asksSignature'
  const account = activeAccount(kit)?.address
  const outcome = useOutcome({
    account: account ?? '',
    of: String(id),
    simulate: last && (() => chainReads(kit).simulate(last, { after: calls.slice(0, -1) })),
    // There is no intent to compare with, because only the plugin knows what its transaction is for.
    intent: undefined,
  })
  return (
    <div className="pad review" ref={screen}>
      <p className="review-who label">
        <Icon name="puzzle" />
        <span>{t(asks, { plugin, count: calls.length })}</span>
      </p>
      {/* Before the details, because a small screen shows only the beginning. */}
      <div className="review-risks">
        <RequestRisks
          chain={request.network.caipNetworkId}
          calls={calls}
          typedData={'typedData' in request ? request.typedData : undefined}
          account={account}
        />
      </div>
      <RequestDetails request={request} />
      <OutcomeCard outcome={outcome} native={request.network.nativeCurrency} />
      {!('switchTo' in request) && (
        <p className="note review-undo">
          <Icon name="info" size={16} />
          {t('wallet' in request ? 'review.walletText' : 'review.undo')}
        </p>
      )}
      <div className="actions">
        <Button onClick={() => settle(false)}>{common('common.cancel')}</Button>
        <Button
          kind="primary"
          disabled={outcome.state === 'asking'}
          onClick={(event) => {
            if (isMeant(event)) outcome.press(() => settle(true))
          }}
        >
          {t(outcome.mustRepeat ? 'review.anyway' : 'review.confirm')}
        </Button>
      </div>
    </div>
  )
}
