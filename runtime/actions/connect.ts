import type { Connector, Session } from '../contracts/connector.ts'
import { readMessage } from '../errors/rejection.ts'
import { rejoin } from '../errors/rejoin.ts'
import type { Kit } from '../contracts/kit.ts'
import { connectorIdKey } from '../lib/keyTable.ts'
import { perKit } from '../contracts/perKit.ts'
import { entryOf } from '../state/entries.ts'
import { setAccount } from '../state/setAccount.ts'
import { followOthers } from './discover.ts'
import { finishConnection } from './finishConnection.ts'

/**
 * Counts the attempts to connect, so that a late answer to an abandoned attempt changes nothing. `asked`: the wallet
 * that the newest attempt asks, until that attempt ends; `at`: when that attempt began, in ms since 1970.
 */
const attempts = perKit(() => ({ newest: 0, asked: undefined as Connector | undefined, at: 0 }))

/**
 * Connect requests that wallets have not answered yet, by namespace and connector id. If a wallet refuses a second
 * request while it still shows the first one, the second attempt gets the answer to the first one (`rejoin`).
 */
const unanswered = perKit(() => new Map<string, Promise<Session>>())

/** The visitor gave up the attempt (Back, Cancel, or another wallet) before the wallet answered. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/**
 * Asks the wallet for its accounts, and starts a session. A wallet that is connected already, and still authorises the
 * page, becomes the active one without a prompt. `view` is the view in which the visitor waits: the modal closes at the
 * end if it still shows that view. Throws what the wallet throws, or {@link Abandoned}.
 */
export async function connect(kit: Kit, connector: Connector, view?: string): Promise<void> {
  const own = attempts(kit)
  const mine = ++own.newest
  // This attempt replaces an earlier one on another namespace, so reset the status `connecting` of that namespace.
  if (own.asked && own.asked.chain !== connector.chain) settleStatus(kit, own.asked)
  Object.assign(own, { asked: connector, at: Date.now() })
  const { state } = kit
  const before = state.accounts[connector.chain].status
  if (before === 'disconnected') setAccount(state.accounts, connector.chain, { status: 'connecting' })
  try {
    if (await takeUp(kit, connector, mine)) return await finishConnection(kit, [], { view, wallet: connector })
    const driver = (await connector.driver()).default
    const asked = driver.connect(kit, connector, state.networks[connector.chain].caipNetwork)
    const session = await rejoin(unanswered(kit), `${connector.chain}:${connector.id}`, asked)
    if (mine !== attempts(kit).newest) throw new Abandoned()
    const success = { method: 'browser', name: connector.name } as const
    await finishConnection(kit, [{ connector, driver, session }], { view, wallet: connector, success })
  } catch (error) {
    if (error instanceof Abandoned || mine !== attempts(kit).newest) throw new Abandoned()
    settleStatus(kit, connector)
    kit.track('CONNECT_ERROR', { message: readMessage(error) || 'Unknown error' })
    throw error
  } finally {
    if (mine === own.newest) own.asked = undefined
  }
}

/**
 * Makes a connector that is connected already the active one. Resolves with whether it was, and still is, connected.
 */
async function takeUp(kit: Kit, connector: Connector, mine: number): Promise<boolean> {
  if (!entryOf(kit, connector)) return false
  const { activate } = await import('./activate.ts')
  const taken = await activate(kit, connector)
  if (mine !== attempts(kit).newest) throw new Abandoned()
  return taken
}

/**
 * Whether a wallet is being asked to connect, in an attempt that began after `since` (ms since 1970). A stored session
 * that is being resumed does not count.
 */
export function isAsking(kit: Kit, since: number): boolean {
  const { asked, at } = attempts(kit)
  return asked !== undefined && at > since
}

/** Abandons the pending attempt to connect. The kit ignores what the wallet still answers. */
export function abandonConnect(kit: Kit, connector: Connector) {
  Object.assign(attempts(kit), { newest: attempts(kit).newest + 1, asked: undefined })
  settleStatus(kit, connector)
}

function settleStatus(kit: Kit, connector: Connector) {
  const { state, storage } = kit
  if (state.accounts[connector.chain].status === 'connecting')
    setAccount(state.accounts, connector.chain, { status: 'disconnected' })
  // Another tab may have connected during the attempt; take over its session.
  if (storage.get(connectorIdKey(connector.chain)) !== undefined) followOthers(kit)
}
