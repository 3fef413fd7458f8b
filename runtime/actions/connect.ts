import type { Connector, Driver, Session } from '../contracts/connector.ts'
import { errorParts, isUserRejection, readCode, readMessage } from '../errors/rejection.ts'
import type { Kit } from '../contracts/kit.ts'
import { connectorIdKey } from '../lib/keyTable.ts'
import { perKit } from '../contracts/perKit.ts'
import { entryOf } from '../state/entries.ts'
import { setAccount } from '../state/setAccount.ts'
import { followOthers } from './discover.ts'
import { finishConnection } from './finishConnection.ts'

/** Numbers the attempts: a late answer to an abandoned attempt must not change anything. */
const attempts = perKit(() => ({ newest: 0 }))

/** The answers that wallets still owe, by connector. */
const unanswered = perKit(() => new Map<string, Promise<Session>>())
/** The codes with which wallets refuse a request while they show one of the same kind (EIP-1474). */
const DUPLICATE = [-32002, -32603]

/**
 * Asks the wallet. If it still shows an earlier request, of an attempt that the visitor left, many wallets refuse a
 * second one. Then the answer to the earlier one counts, because the visitor is looking at its prompt.
 */
function ask(kit: Kit, connector: Connector, driver: Driver): Promise<Session> {
  const waiting = unanswered(kit)
  const key = `${connector.chain}:${connector.id}`
  const earlier = waiting.get(key)
  const asked = driver.connect(kit, connector, kit.state.networks[connector.chain].caipNetwork)
  const answer = earlier
    ? new Promise<Session>((resolve, reject) => {
        earlier.then(resolve, () => undefined)
        asked.then(resolve, (error: unknown) => {
          if (isDuplicate(error)) earlier.then(resolve, reject)
          // Keep the wallet's own value: its code says what happened.
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors
          else reject(error)
        })
      })
    : asked
  waiting.set(key, answer)
  const settled = () => void (waiting.get(key) === answer && waiting.delete(key))
  answer.then(settled, settled)
  return answer
}

const isDuplicate = (error: unknown) =>
  !isUserRejection(error) && [...errorParts(error)].some((part) => DUPLICATE.includes(readCode(part) ?? 0))

/** The visitor gave up the attempt (Back, Cancel, or another wallet) before the wallet answered. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/**
 * Asks the wallet for its accounts. One that is connected already becomes the active one instead. Pass the view in which the visitor waits: the modal closes from it in the end.
 * Throws what the wallet throws, or {@link Abandoned}.
 */
export async function connect(kit: Kit, connector: Connector, view?: string): Promise<void> {
  const mine = ++attempts(kit).newest
  const { state } = kit
  const before = state.accounts[connector.chain].status
  if (before === 'disconnected') setAccount(state.accounts, connector.chain, { status: 'connecting' })
  try {
    if (await takeUp(kit, connector, mine)) return await finishConnection(kit, [], { view, wallet: connector })
    const driver = (await connector.driver()).default
    const session = await ask(kit, connector, driver)
    if (mine !== attempts(kit).newest) throw new Abandoned()
    const success = { method: 'browser', name: connector.name } as const
    await finishConnection(kit, [{ connector, driver, session }], { view, wallet: connector, success })
  } catch (error) {
    if (error instanceof Abandoned || mine !== attempts(kit).newest) throw new Abandoned()
    settleStatus(kit, connector)
    kit.track('CONNECT_ERROR', { message: readMessage(error) || 'Unknown error' })
    throw error
  }
}

/** Whether the connector was connected already, and is the active one now. */
async function takeUp(kit: Kit, connector: Connector, mine: number): Promise<boolean> {
  if (!entryOf(kit, connector)) return false
  const { activate } = await import('./activate.ts')
  const taken = await activate(kit, connector)
  if (mine !== attempts(kit).newest) throw new Abandoned()
  return taken
}

/** Abandons the pending attempt: the kit ignores whatever the wallet still answers. */
export function abandonConnect(kit: Kit, connector: Connector) {
  attempts(kit).newest++
  settleStatus(kit, connector)
}

function settleStatus(kit: Kit, connector: Connector) {
  const { state, storage } = kit
  if (state.accounts[connector.chain].status === 'connecting')
    setAccount(state.accounts, connector.chain, { status: 'disconnected' })
  // Another tab may have connected during the attempt; take over its session.
  if (storage.get(connectorIdKey(connector.chain)) !== undefined) followOthers(kit)
}
