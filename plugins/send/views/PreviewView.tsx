import { useEffect, useRef } from 'react'
import { plainText, type PluginKit, shortAddress, type ViewProps } from 'walletkit/plugin'
import {
  Address,
  Avatar,
  Banner,
  Button,
  CopyButton,
  Icon,
  ReviewArrow,
  ReviewSide,
  Skeleton,
  TokenTile,
  useActive,
  useOnline,
  useOutcome,
  useSettled,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import * as form from '../form.ts'
import { sendMessages } from '../messages.ts'
import { simulationOf } from '../simulate.ts'
import { NothingToSend } from './NothingToSend.tsx'
import { fiatAmount, tokenText, totalText } from './figures.ts'
import { Forecast } from './Forecast.tsx'
import { LookAlike } from './LookAlike.tsx'
import css from './send.css.ts'
import { Costs } from './SendView.tsx'

/** The review before the wallet request: shows the amount and the receiver's address in full, and the costs. */
export default function PreviewView({ kit, controller }: ViewProps<SendController>) {
  useSheet(css)
  const { token, receiver } = useSnapshot(controller.state)
  const { count } = useSnapshot(controller.visits)
  useEffect(() => controller.enter(), [controller, count])
  if (!token || receiver.text.trim() === '' || form.isLoading(controller)) return <NothingToSend kit={kit} />
  return <Review kit={kit} controller={controller} />
}

function Review({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen)
  const online = useOnline()
  const { token, receiver, mayFail, gasFailed } = useSnapshot(controller.state)
  const { address = '', name, contact, avatar, by } = receiver
  const symbol = token?.symbol ?? ''
  const label = form.label(controller)
  const amount = { value: form.amount(controller) ?? 0n, decimals: form.decimals(controller) ?? 0 }
  const total = totalText(kit, controller)
  const intent = form.intent(controller)
  // The history may have loaded only now, with an address that the receiver looks like: check that again here.
  const doubtful = form.mustAccept(controller)
  const outcome = useOutcome(simulationOf(controller, intent))
  return (
    <div className="pad" ref={screen}>
      <Paid kit={kit} controller={controller} />
      <ReviewArrow />
      <ReviewSide
        label={t('send.to')}
        name={contact ?? name ?? shortAddress(address)}
        image={<Avatar address={address} src={avatar} size={48} />}
      >
        {by !== undefined && <p className="note">{t('send.foundBy', { plugin: by })}</p>}
      </ReviewSide>
      <div className="send-address">
        <p className="note">{t('send.recipientAddress')}</p>
        <Address value={address} />
        <CopyButton text={address} label={t('send.copyAddress')} copiedLabel={t('send.copied')} />
      </div>
      <LookAlike controller={controller} />
      <div className="send-review">
        <Costs kit={kit} controller={controller} />
        <hr className="send-rule" />
        <p className="send-total">
          <span>{t('send.total')}</span>
          <span className="num">
            {total ?? (gasFailed || !form.isNative(controller) ? '–' : <Skeleton width={64} />)}
          </span>
        </p>
      </div>
      <Forecast kit={kit} intent={intent} outcome={outcome} />
      {mayFail && outcome.state !== 'known' && (
        <Banner icon="warning" tone="warning">
          {t(kit.account().namespace === 'solana' ? 'send.mayFailSolana' : 'send.mayFail')}
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
          disabled={!online || label !== 'previewSend' || !(intent || doubtful) || outcome.state === 'asking'}
          onClick={(event) => {
            if (isMeant(event) && !controller.accept()) outcome.press(() => void controller.sendToken())
          }}
        >
          <span className="clip">
            {label !== 'previewSend'
              ? t(`send.label.${label}`)
              : outcome.mustRepeat
                ? t('send.anyway')
                : t('send.confirm', { amount: tokenText(kit, amount, symbol) })}
          </span>
        </Button>
      </div>
    </div>
  )
}

/** The amount that the account sends, and its value in fiat. */
function Paid({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { token } = useSnapshot(controller.state)
  const { network } = useActive(kit)
  const symbol = token?.symbol ?? ''
  const amount = { value: form.amount(controller) ?? 0n, decimals: form.decimals(controller) ?? 0 }
  const fiat = fiatAmount(controller)
  return (
    <ReviewSide
      label={t('send.from')}
      name={`${plainText(amount)} ${symbol}`}
      isAmount
      image={<TokenTile name={symbol} src={token?.iconUrl} address={token?.address} size={48} network={network} />}
    >
      {fiat && <p className="num muted-2">{kit.fiat(fiat)}</p>}
    </ReviewSide>
  )
}
