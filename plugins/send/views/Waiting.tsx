import { useEffect } from 'react'
import { type PluginKit, shortAddress } from 'walletkit/plugin'
import { Button, Spinner, useSnapshot, useSeconds, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'

/** Seconds after which the screen shows the elapsed time. */
const TELL_AFTER = 5

/** A wallet request is pending: says what to confirm in which wallet, the elapsed time, and how to stop waiting. */
export function Waiting({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { token, sendTokenAmount = '', receiver: to, since } = useSnapshot(controller.state)
  const now = useSeconds()
  useEffect(() => controller.waitHere(), [controller])
  const seconds = since === undefined ? 0 : Math.floor((now - since) / 1000)
  const wallet = kit.account().connectedWalletInfo?.name ?? t('send.wallet')
  const receiver = to.name ?? shortAddress(to.address ?? '')
  return (
    <div className="pad">
      <div className="center send-wait" role="status">
        <Spinner />
        <p className="title">{t('send.waiting', { wallet })}</p>
        <p className="text">
          <bdi>{token ? t('send.waitingText', { amount: `${sendTokenAmount} ${token.symbol}`, receiver }) : ''}</bdi>
        </p>
        <p className="note num" aria-hidden="true">
          {seconds >= TELL_AFTER ? t('send.waitingFor', { seconds }) : t('send.waitingHint')}
        </p>
        <Button size="m" onClick={controller.abandon}>
          {t('send.stop')}
        </Button>
      </div>
    </div>
  )
}
