import { useEffect, useId, useState } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import { Banner, Button, Icon, Panel, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { Asked } from '../choose.ts'
import type { SwapController } from '../controller.ts'
import { hasFailed, hasTokens, inputError, label as labelOf } from '../form.ts'
import { swapsMessages } from '../messages.ts'
import { FigureList, Notes } from './FigureList.tsx'
import { rateText } from './texts.ts'
import { PayCard } from './PayCard.tsx'
import { PendingSwaps } from './PendingSwaps.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { ReceiveCard } from './ReceiveCard.tsx'
import css from './styles.ts'
import { mayReview } from '../review.ts'

/** The form: two tokens and an amount. Its button says what is missing. */
export default function SwapView({ kit, controller, params }: ViewProps<SwapController, Asked | undefined>) {
  useSheet(css)
  const t = useText(swapsMessages)
  const { progress } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  const { account, network } = useActive(kit)
  const isReady = Boolean(account.address) && controller.isServed()
  // `count` changes when the modal opens again while this screen is still mounted: a new visit begins then.
  useEffect(() => (isReady ? controller.enter() : undefined), [controller, isReady, count])
  useEffect(() => {
    if (isReady) controller.opened(params ?? undefined)
  }, [controller, isReady, params, count])

  if (!controller.isSetUp)
    return (
      <Panel
        icon="swap"
        title={t('swaps.notSetUp')}
        action={
          <Button size="m" onClick={() => kit.reset(account.address ? 'Account' : 'Connect')}>
            {account.address ? t('swaps.toAccount') : t('swaps.connect')}
          </Button>
        }
      >
        {t('swaps.notSetUpText')}
      </Panel>
    )
  if (!account.address)
    return (
      <Panel
        icon="wallet"
        title={t('swaps.disconnected')}
        action={
          <Button kind="primary" size="m" onClick={() => kit.reset('Connect')}>
            {t('swaps.connect')}
          </Button>
        }
      >
        {t('swaps.disconnectedText')}
      </Panel>
    )
  if (progress) return <ProgressPanel kit={kit} controller={controller} />
  if (!controller.isServed())
    return (
      <Panel
        icon="swap"
        title={t('swaps.unsupported')}
        action={
          <Button size="m" onClick={controller.pickNetwork}>
            {t('swaps.chooseNetwork')}
          </Button>
        }
      >
        {t('swaps.unsupportedText', { network: network?.name ?? '' })}
      </Panel>
    )
  return <Form kit={kit} controller={controller} />
}

function Form({ kit, controller }: { kit: PluginKit; controller: SwapController }) {
  const t = useText(swapsMessages)
  const online = useOnline()
  const { status, quote } = useSnapshot(controller.state)
  const label = labelOf(controller)
  const hasDetails = hasTokens(controller) && (status === 'quoting' || quote !== undefined)
  const text = label === 'inputError' ? (inputError(controller) ?? '') : t(`swaps.label.${label}`)
  return (
    <div className="pad">
      {!online && (
        <div className="swap-notes">
          <Banner icon="offline">{t('swaps.offline')}</Banner>
        </div>
      )}
      <div className="amount-cards">
        <PayCard kit={kit} controller={controller} />
        <button
          type="button"
          className="amount-arrow swap-switch"
          aria-label={t('swaps.switch')}
          title={t('swaps.switch')}
          onClick={controller.switchTokens}
        >
          <span>
            <Icon name="swap" size={16} />
          </span>
        </button>
        <ReceiveCard kit={kit} controller={controller} />
      </div>
      {hasDetails && <Details controller={controller} />}
      {hasFailed(controller) && (
        <div className="swap-error" role="alert">
          <span>{t('swaps.noQuote')}</span>
          <button type="button" className="link" onClick={controller.retry}>
            {t('swaps.retry')}
          </button>
        </div>
      )}
      <Notes controller={controller} />
      <div className="footer">
        <Button kind="primary" wide disabled={!online || !mayReview(controller)} onClick={controller.review}>
          {text}
        </Button>
      </div>
      <PendingSwaps kit={kit} />
    </div>
  )
}

/** The rate, with the other figures in a section that can be collapsed. */
function Details({ controller }: { controller: SwapController }) {
  const t = useText(swapsMessages)
  const id = useId()
  const [isOpen, setOpen] = useState(true)
  const { sourceToken, toToken } = useSnapshot(controller.state)
  const rate = rateText(controller)
  return (
    <>
      <button
        type="button"
        className="swap-fold num"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <bdi className="clip">
          {rate
            ? t('swaps.rateOf', { to: toToken?.symbol ?? '', amount: rate, from: sourceToken?.symbol ?? '' })
            : t('swaps.details')}
        </bdi>
        <Icon name="chevronDown" />
      </button>
      <div id={id} className="swap-pairs" hidden={!isOpen}>
        <FigureList controller={controller} />
      </div>
    </>
  )
}
