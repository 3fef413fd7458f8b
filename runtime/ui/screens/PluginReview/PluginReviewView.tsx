import { useRef } from 'react'
import { goBack } from '../../../actions/goBack.ts'
import { networkImage } from '../../../wallets/images.ts'
import { chainReads } from '../../../host/chainReads.ts'
import { findReview, type Review, type ReviewRequest } from '../../../host/review.ts'
import { cleanText } from '../../../lib/text.ts'
import { formatUnits } from '../../../lib/units.ts'
import { activeAccount } from '../../../state/active.ts'
import { visibleParts } from '../../../lib/visible.ts'
import { useKit, useSheet, useText } from '../../context.ts'
import { Address } from '../../parts/Address.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Banner } from '../../parts/Banner.tsx'
import { OutcomeCard } from '../../parts/OutcomeCard.tsx'
import { Pairs } from '../../parts/Pairs.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { useOutcome } from '../../useOutcome.ts'
import { useSettled } from '../../useSettled.ts'
import { commonMessages } from '../common.messages.ts'
import css from './pluginReview.css.ts'
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

function Shown({ id, request, settle }: Review) {
  const kit = useKit()
  const t = useText(pluginReviewMessages)
  const common = useText(commonMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen)
  // Isolate the name, so that right-to-left text in it does not reorder the sentence.
  const plugin = `\u2068${cleanText(request.plugin)}\u2069`
  const transaction = 'transaction' in request ? request.transaction : undefined
  const outcome = useOutcome({
    account: activeAccount(kit)?.address ?? '',
    of: String(id),
    simulate: transaction && (() => chainReads(kit).simulate(transaction)),
    // Nobody but the plugin knows what its transaction is for.
    intent: undefined,
  })
  return (
    <div className="pad review" ref={screen}>
      <p className="review-who label">
        <Icon name="puzzle" />
        <span>{t('transaction' in request ? 'review.asksTransaction' : 'review.asksSignature', { plugin })}</span>
      </p>
      {'transaction' in request ? <Transaction {...request} /> : <Message {...request} />}
      <OutcomeCard outcome={outcome} native={request.network.nativeCurrency} />
      <p className="note review-undo">
        <Icon name="info" size={16} />
        {t('review.undo')}
      </p>
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

function Transaction(request: Extract<ReviewRequest, { transaction: unknown }>) {
  const kit = useKit()
  const t = useText(pluginReviewMessages)
  const { network, transaction } = request
  const { to, value = 0n, data = '0x', gas, gasPrice } = transaction
  const { decimals, symbol } = network.nativeCurrency
  const exact = (units: bigint) => `${formatUnits(units, decimals)} ${symbol}`
  const fee =
    gasPrice === undefined
      ? []
      : gas === undefined
        ? [{ label: t('review.gasPrice'), value: exact(gasPrice) }]
        : [{ label: t('review.fee'), value: exact(gas * gasPrice) }]
  return (
    <>
      <div className="review-head">
        <div>
          <p className="note">{t('review.amount')}</p>
          <p className="display num">
            <bdi>{exact(value)}</bdi>
          </p>
        </div>
        <Tile name={network.name} size={48} src={networkImage(kit, network)} />
      </div>
      <div className="review-address">
        <p className="note">{t('review.to')}</p>
        <Address value={to} />
        <CopyButton text={to} label={t('review.copy')} copiedLabel={t('review.copied')} />
      </div>
      <Where request={request} more={fee} />
      {data !== '0x' && (
        <Banner icon="warning" tone="warning">
          {t('review.calls', { bytes: Math.ceil((data.length - 2) / 2) })}
        </Banner>
      )}
    </>
  )
}

function Message(request: Extract<ReviewRequest, { message: unknown }>) {
  const t = useText(pluginReviewMessages)
  return (
    <>
      <p className="note review-label" id="wk-review-text">
        {t('review.text')}
      </p>
      <div className="review-text" tabIndex={0} role="region" aria-labelledby="wk-review-text">
        {visibleParts(request.message).map((part, at) =>
          typeof part === 'string' ? part : <mark key={at}>{part.code}</mark>,
        )}
      </div>
      <Where request={request} />
    </>
  )
}

function Where({ request, more = [] }: { request: ReviewRequest; more?: { label: string; value: string }[] }) {
  const t = useText(pluginReviewMessages)
  return <Pairs items={[{ label: t('review.network'), value: <bdi>{request.network.name}</bdi> }, ...more]} />
}
