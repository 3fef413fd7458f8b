/**
 * Sessions, and the browsers that users have used. The store has only hashes of their tokens, with which nobody can log
 * in.
 */
import type { Session, User } from './database.ts'
import { Denied, loginEnded } from './denied.ts'
import { hashOf, randomId, randomToken } from './random.ts'
import { epochOf, type Event, type Store } from './store.ts'

/** ms after which an unused session ends. */
const IDLE = 7 * 86_400_000
/** ms for which further uses of a session are not saved, so that not every request writes. */
const TOUCH = 60_000
/** ms after a login in which a person may do what needs a recent login, such as exporting keys. */
const FRESH = 600_000

/** The browser that logs in: its device token, if it has one, and how it names itself (`Chrome, Linux`). */
export type Browser = { device: string | undefined; browser: string | undefined }

/** A user who has logged in, as read when the login began, and what proved it: see `Proof`. */
export type LoggedIn = { user: User; by: readonly string[] }

export type Sessions = ReturnType<typeof createSessions>

/**
 * Creates the service's sessions.
 * @param life the ms after its login at which a session ends, however much it is used
 */
export function createSessions(store: Store, life: () => number, now: () => number) {
  /**
   * Whether a session has ended. One that an earlier version stored has no `at`: it ends at its stored `until`, which
   * is not extended.
   */
  const isOver = ({ at, until }: Session) => until < now() || (at !== undefined && at + life() < now())
  const find = async (token: string | undefined, origin: string): Promise<Session | undefined> => {
    if (!token) return undefined
    const found = await store.session(hashOf(token))
    // A session belongs to one site: on another site that embeds the frame, the person has to log in again.
    if (!found || found.origin !== origin || isOver(found)) return undefined
    const until = now() + IDLE
    if (found.at === undefined || found.until >= until - TOUCH) return found
    await store.setUntil(found.token, until)
    return { ...found, until }
  }
  const knows = async (user: Pick<User, 'id'>, device: string | undefined) =>
    device !== undefined && (await store.knowsDevice(user.id, hashOf(device)))
  return {
    find,
    /** Requires that the person logged in at most ten minutes ago. @throws Denied if it was longer ago */
    mustBeFresh({ at = -Infinity }: Session) {
      if (at + FRESH < now()) throw new Denied('Log out and log in again first', 403)
    },
    /**
     * Starts a session, remembers the browser as the user's, and records `event`.
     * @returns the session's token for the browser and its handle for the page, and the browser's device token. That is
     * `device` if this user has logged in with it before. Otherwise it is a new one: an earlier person at this browser
     * may have copied `device`, and could pass with it as this user's browser elsewhere
     * @throws Denied if the account was deleted or lost what proved the login, or if its logins under way were ended,
     * for example by signing out everywhere (see `User.epoch`)
     */
    async start({ user, by }: LoggedIn, origin: string, { device: given, browser }: Browser, event: Event) {
      const device = given !== undefined && (await knows(user, given)) ? given : randomToken()
      const token = randomToken()
      const handle = randomId()
      const [at, until] = [now(), now() + IDLE]
      const session = { token: hashOf(token), handle, user: user.id, origin, at, until, device: hashOf(device) }
      const named = { ...session, ...(browser !== undefined && { browser }) }
      if (!(await store.addSession(named, { by, epoch: epochOf(user) }, event))) throw loginEnded()
      return { session: { token, handle }, device }
    },
    end: (token: string) => store.endSession(hashOf(token)),
    /**
     * A user's sessions: the site, the browser, and when each began (`at`) and was last used (`used`), in ms since
     * 1970. Sessions that an earlier version stored lack `at`.
     */
    list: async (user: User) =>
      (await store.sessionsOf(user.id))
        .filter((each) => !isOver(each))
        .map(({ handle, origin, browser = 'Unknown browser', at, until }) => ({
          ...{ id: handle, site: origin, browser, used: until - IDLE },
          ...(at !== undefined && { at }),
        })),
    /**
     * Ends a user's session with the handle `id`, or all sessions without `id`, and forgets their browsers: a new login
     * in these browsers may need an approval by mail.
     */
    signOut: (user: User, id?: string) => store.endSessionsOf(user.id, id),
    knows,
  }
}
