/** The active logins and the known browsers. It stores only a hash of each token. */
import type { Database, Session, User } from './database.ts'
import { Denied } from './denied.ts'
import { hashOf, randomId, randomToken } from './random.ts'

/** A login ends when it is not used for this long. */
const IDLE = 7 * 86_400_000
/** The use of a login is saved at most this often. */
const TOUCH = 60_000
/** How long after a login a person may do what needs a fresh one. */
const FRESH = 600_000

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(database: Database, now: () => number) {
  const find = (token: string | undefined, origin: string): Session | undefined => {
    if (!token) return undefined
    const hash = hashOf(token)
    // A login belongs to one site: another site that embeds the frame must ask again.
    const found = database.sessions.find((each) => each.token === hash && each.origin === origin)
    if (!found || found.until < now()) return undefined
    if (found.until < now() + IDLE - TOUCH) {
      found.until = now() + IDLE
      database.save()
    }
    return found
  }
  return {
    find,
    /** @throws Denied when the person logged in too long ago */
    mustBeFresh({ at = -Infinity }: Session) {
      if (at + FRESH < now()) throw new Denied('Log out and log in again first', 403)
    },
    start(user: User, origin: string, device: string, browser: string | undefined) {
      const token = randomToken()
      const handle = randomId()
      database.sessions = database.sessions.filter(({ until }) => until >= now())
      const [at, until] = [now(), now() + IDLE]
      database.sessions.push({
        ...{ token: hashOf(token), handle, user: user.id, origin, at, until, device: hashOf(device) },
        ...(browser !== undefined && { browser }),
      })
      user.known = true
      database.save()
      return { token, handle }
    },
    end(token: string) {
      const hash = hashOf(token)
      database.sessions = database.sessions.filter((each) => each.token !== hash)
      database.save()
    },
    /** Where and in which browsers a user is signed in, in ms since 1970; `at` is unknown for old logins. */
    list: (user: User) =>
      database.sessions
        .filter((each) => each.user === user.id && each.until >= now())
        .map(({ handle, origin, browser = 'Unknown browser', at, until }) => ({
          ...{ id: handle, site: origin, browser, used: until - IDLE },
          ...(at !== undefined && { at }),
        })),
    /**
     * Signs a user out: in one login, or everywhere. The browsers are unknown from then on, so that they need an
     * approval.
     */
    signOut(user: User, id?: string) {
      const ends = (each: Session) => each.user === user.id && (id === undefined || each.handle === id)
      const devices = new Set(database.sessions.filter(ends).map(({ device }) => device))
      database.devices = database.devices.filter(
        (each) => each.user !== user.id || (id !== undefined && !devices.has(each.token)),
      )
      database.sessions = database.sessions.filter((each) => !ends(each))
      database.save()
    },
    knows: (user: User, device: string | undefined) =>
      device !== undefined && database.devices.some((each) => each.user === user.id && each.token === hashOf(device)),
    /** Remembers this browser for the user. @returns its token, a new one if it has none */
    learn(user: User, device = randomToken()) {
      const token = hashOf(device)
      if (!database.devices.some((each) => each.user === user.id && each.token === token)) {
        database.devices.push({ token, user: user.id })
        database.save()
      }
      return device
    },
  }
}
