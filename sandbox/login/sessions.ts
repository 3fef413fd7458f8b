/** The active logins and the known browsers. It stores only a hash of each token. */
import type { Session, User } from './database.ts'
import { Denied } from './denied.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import type { Store } from './store.ts'

/** A login ends when it is not used for this long. */
const IDLE = 7 * 86_400_000
/** The use of a login is saved at most this often. */
const TOUCH = 60_000
/** How long after a login a person may do what needs a fresh one. */
const FRESH = 600_000

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(store: Store, now: () => number) {
  const find = async (token: string | undefined, origin: string): Promise<Session | undefined> => {
    if (!token) return undefined
    const found = await store.session(hashOf(token))
    // A login belongs to one site: another site that embeds the frame must ask again.
    if (!found || found.origin !== origin || found.until < now()) return undefined
    const until = now() + IDLE
    if (found.until >= until - TOUCH) return found
    await store.setUntil(found.token, until)
    return { ...found, until }
  }
  return {
    find,
    /** @throws Denied when the person logged in too long ago */
    mustBeFresh({ at = -Infinity }: Session) {
      if (at + FRESH < now()) throw new Denied('Log out and log in again first', 403)
    },
    /** @throws Denied when the account was deleted meanwhile */
    async start(user: User, origin: string, device: string, browser: string | undefined) {
      const token = randomToken()
      const handle = randomId()
      const [at, until] = [now(), now() + IDLE]
      const session = { token: hashOf(token), handle, user: user.id, origin, at, until, device: hashOf(device) }
      const isAdded = await store.addSession({ ...session, ...(browser !== undefined && { browser }) })
      if (!isAdded) throw new Denied('This account was deleted meanwhile. Start again.', 409)
      return { token, handle }
    },
    end: (token: string) => store.endSession(hashOf(token)),
    /** Where and in which browsers a user is signed in, in ms since 1970; `at` is unknown for old logins. */
    list: async (user: User) =>
      (await store.sessionsOf(user.id))
        .filter(({ until }) => until >= now())
        .map(({ handle, origin, browser = 'Unknown browser', at, until }) => ({
          ...{ id: handle, site: origin, browser, used: until - IDLE },
          ...(at !== undefined && { at }),
        })),
    /**
     * Signs a user out: in one login, or everywhere. The browsers are unknown from then on, so that they need an
     * approval.
     */
    signOut: (user: User, id?: string) => store.endSessionsOf(user.id, id),
    knows: async (user: User, device: string | undefined) =>
      device !== undefined && (await store.knowsDevice(user.id, hashOf(device))),
    /** Remembers this browser for the user. @returns its token, a new one if it has none */
    async learn(user: User, device = randomToken()) {
      await store.addDevice(user.id, hashOf(device))
      return device
    },
  }
}
