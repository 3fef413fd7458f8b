/** Makes another connected wallet, or another account of a wallet, the active one. */
import type { Kit } from '../contracts/kit.ts'
import { accountNotFound, connectionNotFound } from '../errors/thrown.ts'
import type { Connection, WalletConnection } from '../state/connections.ts'
import { allConnections, entryOf, isActive } from '../state/entries.ts'
import { connectionOf } from '../state/connections.ts'
import { activate } from './activate.ts'
import { warnUnsupported } from './activeNetwork.ts'
import { chooseAccount } from './session.ts'
import { settleSignIn } from './signIn.ts'

/** Names a connection by its id; a {@link WalletConnection} fits. */
export type ConnectionTarget = { connection: Pick<WalletConnection, 'id'> }

function find(kit: Kit, { connection: { id } }: ConnectionTarget): Connection {
  const entry = allConnections(kit).find(({ shown }) => shown.id === id)
  if (!entry) throw connectionNotFound()
  return entry
}

/**
 * Makes a connected wallet the active one of its namespace, and the namespace the active one. The wallet shows no
 * prompt. Throws 'Connection not found' for a wallet that is not connected, or that no longer authorises the page.
 */
export async function switchConnection(kit: Kit, target: ConnectionTarget): Promise<void> {
  const { connector } = find(kit, target)
  if (!(await activate(kit, connector))) throw connectionNotFound()
  warnUnsupported(kit)
}

/** The account to show: an `address`, in upper or lower case, of `connection`. Default: of the active connection. */
export type AccountTarget = Partial<ConnectionTarget> & { address: string }

/**
 * Makes one of a wallet's accounts the one that the page shows and makes requests for. Makes the wallet's connection
 * the active one first. The wallet shows no prompt; for a login without a wallet, the login service switches the type
 * of account. Throws 'Connection not found', and 'Account not found' for an account that the wallet does not share.
 */
export async function switchAccount(kit: Kit, { address, connection }: AccountTarget): Promise<void> {
  const active = connectionOf(kit, kit.state.networks.activeChain)
  const { connector } = connection ? find(kit, { connection }) : (active ?? missing())
  const isShared = () =>
    entryOf(kit, connector)?.shown.accounts.find((each) => each.address.toLowerCase() === address.toLowerCase())
  if (!isShared()) throw accountNotFound()
  if (kit.state.networks.activeChain !== connector.chain || !isActive(kit, connector))
    await switchConnection(kit, { connection: { id: `${connector.chain}:${connector.id}` } })
  const own = isShared()
  if (!own) throw accountNotFound()
  if (connector.type === 'AUTH') return switchLogin(kit, own)
  if (!chooseAccount(kit, connector, address)) throw accountNotFound()
  await settleSignIn(kit)
}

/** A login signs with the account that its service considers the active one, so the service switches. */
async function switchLogin(kit: Kit, { address, type }: WalletConnection['accounts'][number]) {
  const part = (await kit.parts.auth?.())?.default
  if (part && (type === 'eoa' || type === 'smartAccount')) await part.preferAccount(kit, type)
  if (connectionOf(kit, kit.state.networks.activeChain)?.shown.accounts[0]?.address !== address) throw accountNotFound()
}

function missing(): never {
  throw connectionNotFound()
}
