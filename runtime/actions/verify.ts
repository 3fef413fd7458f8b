import type { SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { type Connection, connectionOf } from '../state/connections.ts'
import { allConnections, entryOf } from '../state/entries.ts'
import { endConnection, onAccounts, onNetwork } from './session.ts'

/**
 * Asks the connected wallets, without a prompt, whether they still authorise the page. A wallet that says no is
 * disconnected. One that does not answer, because it is offline or asleep, stays connected. Never throws.
 */
export async function verify(kit: Kit): Promise<void> {
  await Promise.all(allConnections(kit).map((entry) => verifyEntry(kit, entry).catch(() => undefined)))
}

/** Asks the namespace's active wallet only. Rejects with its error. */
export async function verifyOne(kit: Kit, namespace: Namespace): Promise<void> {
  const entry = connectionOf(kit, namespace)
  if (entry) await verifyEntry(kit, entry)
}

async function verifyEntry(kit: Kit, { connector, driver, stop }: Connection): Promise<void> {
  const asked = driver.resume(kit, connector).then((session) => ({ session }))
  const answer = await within(FIVE_SECONDS, asked)
  const now = entryOf(kit, connector)
  if (!answer || now?.stop !== stop) return
  const { session } = answer
  if (!session) return endConnection(kit, connector)
  const listed = (accounts: readonly SessionAccount[]) => accounts.map(({ address }) => address)
  if (listed(session.accounts).join() !== listed(now.session.accounts).join())
    onAccounts(kit, connector.chain, listed(session.accounts), connector)
  onNetwork(kit, session.caipNetworkId, undefined, connector)
}
