import { shortAddress, type ViewProps } from 'walletkit/plugin'
import { Button, Pairs, Panel, useActive, useSnapshot, useText } from 'walletkit/ui'
import type { TipJar } from '../controller.ts'
import messages from '../messages.ts'

export default function TipJarView({ kit, controller }: ViewProps<TipJar>) {
  const t = useText(messages)
  const { network } = useActive(kit)
  const { sending, hash, note } = useSnapshot(controller.state)
  const { to, amount } = controller
  const label = t('tipJar.send', { amount: `${amount} ${network?.nativeCurrency.symbol ?? ''}` })
  return (
    <div className="pad">
      <Panel
        icon="coins"
        title={note ?? t('tipJar.title')}
        action={
          <Button kind="primary" size="m" disabled={sending || to === undefined} onClick={() => void controller.tip()}>
            {sending ? t('tipJar.sending') : label}
          </Button>
        }
      >
        {to === undefined ? t('tipJar.nobody') : t('tipJar.to', { address: shortAddress(to) })}
      </Panel>
      {hash !== undefined && <Pairs items={[{ label: t('tipJar.last'), value: shortAddress(hash) }]} />}
    </div>
  )
}
