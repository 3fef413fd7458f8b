import { namespaceName } from '../../../chains/families.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { dateFormat } from '../../../lib/locale.ts'
import { shortAddress } from '../../../lib/shortAddress.ts'
import type { WalletConnection } from '../../../state/connections.ts'
import { requestedNetworks } from '../../../state/networks.ts'
import { useKit, useSnapshot, useText } from '../../context.ts'
import { IconButton } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Row } from '../../parts/Row.tsx'
import { Spinner } from '../../parts/Spinner.tsx'
import { NetworkTile } from '../../parts/NetworkTile.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { connectionsMessages } from './connections.messages.ts'
import type { WalletGroup } from './groups.ts'

/** The key of the action (see `useAct`) that ends a wallet's sessions. */
export const endingOf = (key: string) => `end ${key}`

/**
 * A group of connections (`groupsOf`), with a row for each. A row shows the account and the approved networks; a press
 * makes that connection the active one.
 */
export function WalletCard({
  group,
  running,
  onUse,
  onEnd,
}: {
  group: WalletGroup
  running: string | undefined
  onUse: (connection: WalletConnection) => void
  onEnd: (group: WalletGroup) => void
}) {
  const kit = useKit()
  const t = useText(connectionsMessages)
  const { key, name, icon, since, members } = group
  const date = dateFormat(kit.config.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(since)
  return (
    <li className="connection" data-id={key}>
      <div className="connection-head">
        <Tile name={name} src={icon} size={32} />
        <span className="grow">
          <span className="label clip row-line">
            <bdi>{name}</bdi>
          </span>
          <span className="note clip row-line">{t('connections.since', { date: isolated(date) })}</span>
        </span>
        {running === endingOf(key) ? (
          <Spinner />
        ) : (
          <IconButton icon="disconnect" label={t('connections.end', { wallet: name })} onClick={() => onEnd(group)} />
        )}
      </div>
      <ul role="list" aria-label={t('connections.chains', { wallet: name })}>
        {members.map((connection) => (
          <li key={connection.id}>
            <ChainRow connection={connection} isWaiting={running === connection.id} onUse={onUse} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function ChainRow({
  connection,
  isWaiting,
  onUse,
}: {
  connection: WalletConnection
  isWaiting: boolean
  onUse: (connection: WalletConnection) => void
}) {
  const kit = useKit()
  const t = useText(connectionsMessages)
  const { activeChain } = useSnapshot(kit.state.networks)
  const { id, name, namespace, accounts, caipNetworkId } = connection
  const chain = namespaceName(kit, namespace)
  const [account] = accounts
  const network = kit.state.networks[namespace].requestedCaipNetworks.find(
    (each) => each.caipNetworkId === caipNetworkId,
  )
  const isCurrent = connection.isActive && activeChain === namespace
  return (
    <Row
      id={id}
      name={
        <>
          {chain}
          {!isCurrent && <span className="sr"> {t('connections.use', { wallet: name, chain })}</span>}
        </>
      }
      note={
        <>
          <bdi className="num">{shortAddress(account?.address ?? '')}</bdi>
          {accounts.length > 1 && (
            <>
              {' '}
              <bdi className="num">+{accounts.length - 1}</bdi>
            </>
          )}{' '}
          · {networksOf(kit, connection, t('connections.any'))}
        </>
      }
      image={<NetworkTile network={network} name={chain} size={32} />}
      current={isCurrent}
      end={
        isWaiting ? (
          <Spinner />
        ) : (
          isCurrent && (
            <span className="current">
              <Icon name="check" />
              <span className="sr">{t('connections.active')}</span>
            </span>
          )
        )
      }
      onClick={() => !isCurrent && onUse(connection)}
    />
  )
}

/** Keeps a date in its own direction inside a text of the other direction (Unicode's isolates). */
const isolated = (text: string) => `\u2068${text}\u2069`

/** The names of the networks that the wallet approved, as one text; `any` if it accepts every network. */
function networksOf(kit: Kit, { caipNetworkIds }: WalletConnection, any: string): string {
  if (!caipNetworkIds) return any
  const listed = requestedNetworks(kit.state.networks)
  return caipNetworkIds.map((id) => listed.find((each) => each.caipNetworkId === id)?.name ?? id).join(', ')
}
