import { isLogin, type PluginKit, shortAddress } from 'walletkit/plugin'
import { Avatar, Button, Steps, TokenTile, useActive, useSnapshot, useText, WaitHead } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'
import { askText } from '../progress.ts'

/** Shown while a wallet request is pending: what to confirm in which wallet, what follows, and how to stop waiting. */
export function Waiting({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { token, sendTokenAmount = '', receiver: to, since } = useSnapshot(controller.state)
  const asksHere = isLogin(kit.account())
  const wallet = kit.account().connectedWalletInfo?.name || t('send.wallet')
  const receiver = to.contact ?? to.name ?? shortAddress(to.address ?? '')
  const { network } = useActive(kit)
  const symbol = token?.symbol ?? ''
  return (
    <div className="pad">
      <WaitHead
        pair={[
          <TokenTile
            key="token"
            name={symbol}
            src={token?.iconUrl}
            address={token?.address}
            size={64}
            network={network}
          />,
          <Avatar key="receiver" address={to.address ?? ''} src={to.avatar} size={64} />,
        ]}
        title={askText(kit)}
      >
        <p className="text num">
          <bdi>{token ? t('send.waitingText', { amount: `${sendTokenAmount} ${symbol}`, receiver }) : ''}</bdi>
        </p>
      </WaitHead>
      <Steps
        label={t('send.steps')}
        items={[
          {
            key: 'confirm',
            name: t('send.step.confirm'),
            note: asksHere ? undefined : t('send.step.confirmText', { wallet }),
            state: 'current',
            since,
          },
          { key: 'arrive', name: t('send.step.arrive', { symbol }), state: 'todo' },
        ]}
        time={(seconds) =>
          t('send.elapsed', { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, '0') })
        }
      />
      {!asksHere && <p className="wait-hint">{t('send.waitingHint')}</p>}
      <Button wide onClick={controller.abandon}>
        {t('send.stop')}
      </Button>
    </div>
  )
}
