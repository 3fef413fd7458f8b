/** Takes back a change of a way to log in, for three days, by the link in the mail to the address from before. */
import type { Change, Database, User } from './database.ts'
import { Denied } from './denied.ts'
import { hashOf, randomToken } from './random.ts'

/** How long a change can be undone, in ms. */
export const UNDO_LIFE = 3 * 86_400_000

export type Undo = ReturnType<typeof createUndo>

export function createUndo(database: Database, now: () => number) {
  const live = (token: string): { change: Change; user: User } => {
    const hash = hashOf(token)
    const change = database.changes.find((each) => each.token === hash)
    const user = change && database.users.find(({ id }) => id === change.user)
    if (!change || !user || change.until < now()) throw new Denied('This link was used already, or is too old.', 410)
    return { change, user }
  }
  return {
    /** Remembers a change. @returns the token of the link that undoes it */
    keep(user: User, { email, now: next }: { email: string; now: string }): string {
      const token = randomToken()
      database.changes = database.changes.filter(({ until }) => until >= now())
      database.changes.push({ token: hashOf(token), user: user.id, email, next, until: now() + UNDO_LIFE })
      database.save()
      return token
    },
    /** What the link would do. @throws Denied for a link that is used or expired */
    find(token: string) {
      const { email, next } = live(token).change
      return { email, next }
    },
    /**
     * Restores the address from before, and ends every login and forgets every browser of the user: whoever made the
     * change may have them. @throws Denied
     */
    run(token: string) {
      const { change, user } = live(token)
      if (database.users.some((each) => each !== user && each.email === change.email))
        throw new Denied(
          'This address has a new account since. Delete that account first, then open the link again.',
          409,
        )
      user.email = change.email
      // Later changes were made by somebody else: their letters must not restore what was taken back here.
      const at = database.changes.indexOf(change)
      database.changes = database.changes.filter((each, index) => each.user !== user.id || index < at)
      database.sessions = database.sessions.filter((each) => each.user !== user.id)
      database.devices = database.devices.filter((each) => each.user !== user.id)
      database.save()
      return { email: change.email }
    },
  }
}
