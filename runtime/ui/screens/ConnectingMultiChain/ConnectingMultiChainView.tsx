import { push, reset } from '../../../state/navigate.ts'
import { switchNetwork } from '../../../actions/switchNetwork.ts'
import type { Wallet } from '../../../contracts/config.ts'
import type { Connector } from '../../../contracts/connector.ts'
import { report } from '../../../state/report.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { useKit, usePreload, useSheet, useSnapshot, useText } from '../../context.ts'
import { Row } from '../../parts/Row.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { NetworkTile } from '../../parts/NetworkTile.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { possibleConnectors } from '../Connect/choose.ts'
import { connectorImage } from '../Connect/rows.ts'
import multiChainCss from './connectingMultiChain.css.ts'
import { multiChainMessages } from './connectingMultiChain.messages.ts'
import { namespaceName } from '../../../chains/families.ts'
import networksCss from '../networks.css.ts'
import { UnknownWallet } from '../UnknownWallet.tsx'
import { connectionOf } from '../../../state/connections.ts'

type Params = { connector: Connector; wallet?: Wallet }

/** For a wallet that supports several namespaces: asks which one to connect. */
export default function ConnectingMultiChainView({ params }: { params: Params | undefined }) {
  useSheet(networksCss)
  useSheet(multiChainCss)
  // A site may open this view by name, without a wallet.
  return params?.connector ? <Chains {...params} /> : <UnknownWallet />
}

function Chains({ connector, wallet }: Params) {
  const kit = useKit()
  const t = useText(multiChainMessages)
  const preload = usePreload()
  const accounts = useSnapshot(kit.state.accounts)
  useSnapshot(kit.state.connectors)
  useSnapshot(kit.state.networks)
  const intend = () => preload('ConnectingExternal')
  return (
    <div className="pad networks">
      <div className="center whose">
        <Tile name={connector.name} size={64} src={connectorImage(kit, connector)} />
        <p className="text">{t('multichain.text', { wallet: connector.name })}</p>
      </div>
      <ul role="list" aria-label={t('multichain.list')}>
        {possibleConnectors(kit, connector).map((own) => {
          const { caipNetwork, requestedCaipNetworks } = kit.state.networks[own.chain]
          const network = caipNetwork ?? requestedCaipNetworks[0]
          const name = namespaceName(kit, own.chain)
          const connected = accounts[own.chain].status === 'connected' && isActive(kit, own)
          return (
            <li key={own.chain}>
              <Row
                id={own.chain}
                name={name}
                image={<NetworkTile network={network} name={name} />}
                end={connected && <Tag tone="success">{t('multichain.connected')}</Tag>}
                onIntent={intend}
                onClick={() =>
                  connected
                    ? show(kit, own)
                    : push(
                        kit.state.router,
                        'ConnectingExternal',
                        wallet ? { connector: own, wallet } : { connector: own },
                      )
                }
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Whether this wallet is the active wallet of the namespace; `false` if it is connected but another wallet is active.
 */
const isActive = (kit: Kit, { id, chain }: Connector) => connectionOf(kit, chain)?.connector.id === id

/** Opens the account that is already connected on the namespace. */
function show(kit: Kit, { chain }: Connector) {
  const { caipNetwork } = kit.state.networks[chain]
  if (!caipNetwork) return
  void switchNetwork(kit, caipNetwork.caipNetworkId).then(
    () => reset(kit.state.router, 'Account'),
    (error: unknown) => void report(kit, error, 'SWITCH_FAILED'),
  )
}
