import { requestedNetworks } from '../../../state/networks.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Banner } from '../../parts/Banner.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { commonMessages } from '../common.messages.ts'
import { NetworkRow } from '../NetworkRow.tsx'
import networksCss from '../networks.css.ts'
import { networksMessages } from '../networks.messages.ts'
import { useDisconnect } from '../useDisconnect.ts'
import { useSwitch } from '../useSwitch.ts'

/** The wallet is on a network that the site does not support: lists supported networks and a disconnect button. */
export default function UnsupportedChainView() {
  useSheet(networksCss)
  const kit = useKit()
  const t = useText(networksMessages)
  const common = useText(commonMessages)
  const { switching, to } = useSwitch()
  const { leaving, leave } = useDisconnect()
  useSnapshot(kit.state.networks)
  return (
    <>
      <div className="pad networks">
        <Banner icon="warning" tone="warning">
          {t('unsupported.text')}
        </Banner>
        <ul role="list" aria-label={t('networks.list')}>
          {requestedNetworks(kit.state.networks).map((network) => (
            <li key={network.caipNetworkId}>
              <NetworkRow network={network} switching={switching} onChoose={to} />
            </li>
          ))}
        </ul>
      </div>
      <div className="foot foot-center">
        <button type="button" className="leave" disabled={leaving} onClick={leave} data-id="disconnect">
          {leaving ? <Spinner /> : <Icon name="disconnect" />}
          {common('common.disconnect')}
        </button>
      </div>
    </>
  )
}
