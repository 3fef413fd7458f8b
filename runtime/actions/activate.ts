import type { Session } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { unprompted } from '../lib/unprompted.ts'
import { type ConnectorKey, entryOf } from '../state/entries.ts'
import type { Written } from './activeNetwork.ts'
import { ending } from './record.ts'
import { endConnection, startSession } from './session.ts'

/** Counts the calls of {@link activate}. If two overlap, the later one decides, whichever wallet answers first. */
const calls = perKit(() => ({ newest: 0 }))

/**
 * Makes a connected wallet and its namespace active. Asks the wallet, without a prompt, for its accounts and network,
 * which may have changed while another wallet was active. After an error, or without an answer within 3 s, the page
 * shows the accounts and the network that the wallet reported last. Resolves with `false` if the wallet is not
 * connected, or no longer authorises the page; in the latter case its session ends.
 */
export async function activate(kit: Kit, connector: ConnectorKey, written: Written = {}): Promise<boolean> {
  const entry = entryOf(kit, connector)
  if (!entry) return false
  const mine = ++calls(kit).newest
  const asked = entry.driver.resume(kit, entry.connector).then((session) => ({ session }))
  const answer: { session: Session | undefined } | undefined = await unprompted(asked).catch(() => undefined)
  const now = entryOf(kit, connector)
  if (!now || ending(kit).has(now.stop)) return false
  // The answer is outdated if the wallet was connected again while it was asked, or if a later call began. Then leave
  // what the page shows.
  if (now.stop !== entry.stop || mine !== calls(kit).newest) return true
  if (answer && !answer.session) {
    endConnection(kit, connector, written)
    return false
  }
  const session = answer?.session ?? now.session
  const { connector: own, driver, since, chosen } = now
  await startSession(kit, { connector: own, driver, session }, { since, chosen, ...written })
  return true
}
