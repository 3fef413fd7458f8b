import type { Session, SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { type Connection, connectionOf } from '../state/connections.ts'
import { allConnections, entryOf } from '../state/entries.ts'
import { findStored } from '../wallets/list.ts'
import { forget, type Remembered, remember, unresumed } from './record.ts'
import { endConnection, onAccounts, onNetwork, onUser, startSession } from './session.ts'

/**
 * Asks the connected wallets, without a prompt, whether they still authorise the page, and updates their accounts and
 * networks. Ends the session of a wallet that no longer authorises the page. A wallet that fails, or does not answer
 * within 5 s (it may be offline), stays connected. Also asks the wallets of stored connections that have not been
 * resumed yet. Never throws.
 */
export async function verify(kit: Kit): Promise<void> {
  const entries = allConnections(kit).map((entry) => verifyEntry(kit, entry))
  const waiting = unresumed(kit).list.map((each) => resumeLate(kit, each))
  await Promise.allSettled([...entries, ...waiting])
}

/**
 * Resumes a stored connection whose wallet did not answer when the page loaded. If it answers now, its session starts.
 * If another wallet of the namespace is active, that one stays active.
 */
async function resumeLate(kit: Kit, own: Remembered): Promise<void> {
  const { id, namespace, since, chosen } = own
  const connector = findStored(kit.state.connectors, id, namespace)
  // The visitor is connecting a wallet on this namespace: do not interfere.
  const isTaken = () => kit.state.accounts[namespace].status === 'connecting'
  if (!connector || isTaken()) return
  const driver = (await connector.driver()).default
  const asked = driver.resume(kit, connector).then((session) => ({ session }))
  const answer = await within(FIVE_SECONDS, asked)
  if (!answer || !unresumed(kit).list.includes(own)) return
  const { session } = answer
  // The visitor began to connect a wallet meanwhile: keep the stored connection for the next time.
  if (session && isTaken()) return
  forget(kit, { id, chain: namespace })
  if (!session || entryOf(kit, connector)) return remember(kit)
  await startSession(kit, { connector, driver, session }, { resumed: true, isBehind: true, since, chosen })
}

/** Does what {@link verify} does for the namespace's active wallet only. Rejects with the wallet's error. */
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
  if (listed(session.accounts).join() !== listed(now.session.accounts).join()) {
    const typed = session.accounts.map((each) => (each.type ? each : each.address))
    onAccounts(kit, connector.chain, typed, connector)
  }
  // Another page of the site may have changed the user's email.
  const told = ({ account, wallet }: Pick<Session, 'account' | 'wallet'>) => JSON.stringify([account, wallet])
  if (session.account && told(session) !== told(now.session)) onUser(kit, connector, session.account, session.wallet)
  onNetwork(kit, session.caipNetworkId, undefined, connector)
}
