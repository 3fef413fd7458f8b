import { type KeyboardEvent, useEffect } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import {
  Banner,
  Button,
  Icon,
  Pairs,
  Skeleton,
  NetworkTile,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
  useActive,
} from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import * as form from '../form.ts'
import { sendMessages } from '../messages.ts'
import { servedNamespace } from '../namespaces.ts'
import { AmountCard } from './AmountCard.tsx'
import { costText, reserveText } from './figures.ts'
import { LookAlike } from './LookAlike.tsx'
import { NotServed } from './NotServed.tsx'
import { ReceiverCard } from './ReceiverCard.tsx'
import { RecentSends } from './RecentSends.tsx'
import css from './send.css.ts'
import { Waiting } from './Waiting.tsx'

type Params = { token?: string; amount?: string; to?: string } | undefined

/**
 * The Send view: a form for amount and receiver, which shows the cost. Its button names the first thing that is missing
 * or wrong. Another screen replaces the form if the account cannot send, and while a wallet request is pending.
 */
export default function SendView({ kit, controller, params }: ViewProps<SendController, Params>) {
  useSheet(css)
  useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  const { account } = useActive(kit)
  // On a namespace that cannot send, make no requests.
  const served = servedNamespace(kit) !== undefined
  const isReady = served && account.address !== undefined
  // `count` changes when the modal opens again while this screen is still mounted: a new visit begins then.
  useEffect(() => (served ? controller.enter() : undefined), [controller, served, count])
  useEffect(() => {
    if (isReady) void controller.opened(params ?? undefined)
  }, [controller, isReady, params, count])

  if (!isReady) return <NotServed kit={kit} />
  if (form.isLoading(controller)) return <Waiting kit={kit} controller={controller} />
  return <Form kit={kit} controller={controller} />
}

function Form({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const online = useOnline()
  useSnapshot(controller.state)
  const { account } = useActive(kit)
  const label = form.label(controller)
  const least = reserveText(kit, controller)
  /** Submits on Enter in a field; on a button, Enter presses the button. */
  const onEnter = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) controller.submit()
  }
  return (
    <div className="pad">
      {!online && (
        <div className="send-offline">
          <Banner icon="offline">{t('send.offline')}</Banner>
        </div>
      )}
      <div className="amount-cards" onKeyDown={onEnter}>
        <AmountCard kit={kit} controller={controller} />
        <div className="amount-arrow" aria-hidden="true">
          <span>
            <Icon name="down" size={16} />
          </span>
        </div>
        <ReceiverCard kit={kit} controller={controller} />
      </div>
      {account.namespace === 'eip155' && (
        <Button kind="plain" size="m" wide onClick={controller.several.open}>
          {t('send.addRecipient')}
        </Button>
      )}
      <LookAlike controller={controller} />
      {form.isOwnContract(controller) && <Warning text={t('send.ownContract')} />}
      {form.doDecimalsDiffer(controller) && <Warning text={t('send.decimals')} />}
      {form.isTooMuch(controller) && <Warning text={t('send.tooMuch', { amount: least })} />}
      {form.isTooLittle(controller) && <Warning text={t('send.tooLittle', { amount: least })} />}
      <div className="send-pairs">
        <Costs kit={kit} controller={controller} />
      </div>
      <div className="footer">
        <Button kind="primary" wide disabled={label !== 'previewSend'} onClick={controller.preview}>
          {t(label === 'previewSend' && form.isAccepted(controller) ? 'send.anyway' : `send.label.${label}`)}
        </Button>
      </div>
      <RecentSends kit={kit} controller={controller} />
    </div>
  )
}

/** The network, and what the transfer costs there. */
export function Costs({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { gas, gasFailed } = useSnapshot(controller.state)
  const { network } = useActive(kit)
  const cost = costText(kit, controller)
  const failed = gasFailed && (
    <>
      {t('send.unavailable')}
      <button type="button" className="link" onClick={() => void controller.fetchGas()}>
        {t('send.retry')}
      </button>
    </>
  )
  const name = network && (
    <>
      <NetworkTile network={network} size={20} />
      <bdi>{network.name}</bdi>
    </>
  )
  return (
    <>
      <Pairs
        items={[
          { label: t('send.network'), value: name },
          { label: t('send.networkCost'), value: failed || (cost ?? <Skeleton width={56} />) },
        ]}
      />
      {gas?.isSponsored && <p className="note send-sponsored">{t('send.sponsored')}</p>}
    </>
  )
}

export const Warning = ({ text }: { text: string }) => (
  <div className="banner send-warn" data-tone="error" role="alert">
    <Icon name="warning" />
    <span className="grow">{text}</span>
  </div>
)
