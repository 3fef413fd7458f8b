import type { ViewProps } from 'walletkit/plugin'
import { Button, NetworkTile, Panel, Row, useActive, useSheet, useText } from 'walletkit/ui'
import { receiveMessages } from '../messages.ts'
import { compatibleNetworks } from './compatible.ts'
import css from './receive.css.ts'

/** Lists the networks on which the address can receive. */
export default function CompatibleNetworksView({ kit }: ViewProps) {
  useSheet(css)
  const t = useText(receiveMessages)
  useActive(kit)
  const networks = compatibleNetworks(kit)
  if (networks.length === 0)
    return (
      <Panel
        icon="info"
        title={t('receive.noNetworks')}
        action={
          <Button size="m" onClick={() => kit.back()}>
            {t('receive.back')}
          </Button>
        }
      >
        {t('receive.noNetworksText')}
      </Panel>
    )
  return (
    <div className="pad">
      <p className="note receive-only">{t('receive.only')}</p>
      <ul role="list" aria-label={t('receive.compatible')}>
        {networks.map((network) => (
          <li key={network.caipNetworkId}>
            <Row name={network.name} image={<NetworkTile network={network} size={40} />} />
          </li>
        ))}
      </ul>
    </div>
  )
}
