import { useEffect, useState } from 'react'
import { formatToken, plainText, type PluginKit, type ViewProps } from 'walletkit/plugin'
import { Banner, Button, useActive, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import * as form from '../form.ts'
import { manyLabel, total } from '../many/facts.ts'
import { MOST_RECEIVERS } from '../many/state.ts'
import { sendMessages } from '../messages.ts'
import { ChosenToken } from './AmountCard.tsx'
import { ManyProgress } from './ManyProgress.tsx'
import { ManyRow } from './ManyRow.tsx'
import { NotServed } from './NotServed.tsx'
import { PasteList } from './PasteList.tsx'
import css from './send.css.ts'
import { Warning } from './SendView.tsx'

type Props = { kit: PluginKit; controller: SendController }

/**
 * The form for one token and several recipients, each with an amount. While they are paid, shows what becomes of each.
 */
export default function ManyView({ kit, controller }: ViewProps<SendController>) {
  useSheet(css)
  const { run } = useSnapshot(controller.many)
  const { count } = useSnapshot(controller.visits)
  const { account } = useActive(kit)
  const isReady = account.namespace === 'eip155' && account.address !== undefined
  useEffect(() => (isReady ? controller.enter() : undefined), [controller, isReady, count])
  useEffect(() => {
    if (isReady) controller.several.begin()
  }, [controller, isReady, count])
  if (run) return <ManyProgress kit={kit} controller={controller} />
  return isReady ? <Form kit={kit} controller={controller} /> : <NotServed kit={kit} />
}

function Form({ kit, controller }: Props) {
  const t = useText(sendMessages)
  const online = useOnline()
  const [isPasting, setPasting] = useState(false)
  const { rows } = useSnapshot(controller.many)
  useSnapshot(controller.state)
  const label = manyLabel(controller)
  const isFull = rows.length >= MOST_RECEIVERS
  return (
    <div className="pad">
      {!online && (
        <div className="send-offline">
          <Banner icon="offline">{t('send.offline')}</Banner>
        </div>
      )}
      <Token kit={kit} controller={controller} />
      <ul role="list" className="send-rows" aria-label={t('send.list')}>
        {rows.map(({ id }, at) => (
          <ManyRow key={id} controller={controller} id={id} at={at + 1} />
        ))}
      </ul>
      {form.doDecimalsDiffer(controller) && <Warning text={t('send.decimals')} />}
      {isPasting ? (
        <PasteList controller={controller} close={() => setPasting(false)} />
      ) : (
        <div className="send-more">
          <Button kind="plain" size="m" disabled={isFull} onClick={controller.several.add}>
            {t('send.addRecipient')}
          </Button>
          <Button kind="plain" size="m" disabled={isFull} onClick={() => setPasting(true)}>
            {t('send.pasteList')}
          </Button>
        </div>
      )}
      <Sum controller={controller} />
      <div className="footer">
        <Button kind="primary" wide disabled={label !== 'previewSend' || !online} onClick={controller.several.review}>
          {t(`send.label.${label}`)}
        </Button>
      </div>
    </div>
  )
}

/** The token that all recipients get, and the account's balance of it. */
function Token({ kit, controller }: Props) {
  const t = useText(sendMessages)
  useSnapshot(controller.state)
  const balance = form.balance(controller)
  return (
    <div className="line send-token">
      <ChosenToken controller={controller} />
      {balance && (
        <span className="num note">{t('send.balance', { amount: formatToken(balance, undefined, kit.locale) })}</span>
      )}
    </div>
  )
}

function Sum({ controller }: Pick<Props, 'controller'>) {
  const t = useText(sendMessages)
  const { token } = useSnapshot(controller.state)
  useSnapshot(controller.many)
  const decimals = form.decimals(controller)
  const value = total(controller)
  if (!token || decimals === undefined || value === 0n) return null
  return (
    <p className="send-total send-sum">
      <span>{t('send.total')}</span>
      <bdi className="num">{`${plainText({ value, decimals })} ${token.symbol}`}</bdi>
    </p>
  )
}
