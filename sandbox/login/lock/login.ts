/**
 * Logs a person in with a passkey of a locked account. A passkey works only on the service's own pages, and its device
 * verifies the person. So this login needs no link by mail, even in a browser that the account has not used before.
 */
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import type { LoggedIn, Sessions } from '../sessions.ts'
import { epochOf } from '../store.ts'
import type { Users } from '../users.ts'
import type { Challenges } from './challenges.ts'
import { type Opening, wrong } from './open.ts'
import type { Assertion } from './shapes.ts'
import { userOfHandle } from './handle.ts'
import { isLocked } from './stored.ts'

/**
 * The purpose of a login's challenge, and the user id in a challenge that any passkey may sign: no account has this id.
 */
const [LOGIN, ANYBODY] = ['login', '']

type Parts = { users: Users; sessions: Sessions; challenges: Challenges; opening: Opening; rpId: string | undefined }
/**
 * The options for `navigator.credentials.get`. Without `passkeys` the person chooses among the passkeys of the device.
 */
export type Entrance = { challenge: string; rpId: string; passkeys: { id: string; transports: string[] }[] }

export function createPasskeyLogin({ users, sessions, challenges, opening, rpId = '' }: Parts) {
  const begin = async (
    frame: Frame,
    user: Pick<User, 'id' | 'epoch'>,
    passkeys: Entrance['passkeys'],
  ): Promise<Entrance> => ({
    challenge: await challenges.make(frame, 'login', user, LOGIN),
    rpId,
    passkeys,
  })
  return {
    /** Begins a login with any passkey of the device. */
    begin: (frame: Frame) => begin(frame, { id: ANYBODY }, []),
    /**
     * Begins a login to the account of an address, if the account has used this browser before and has passkeys. For
     * others the result is undefined, after the same work for every address, so that they learn nothing about the
     * address.
     * @param current the user who is signed in already, and needs no login
     */
    async beginFor(
      frame: Frame,
      email: string,
      { current, device }: { current: User | undefined; device: string | undefined },
    ): Promise<Entrance | undefined> {
      const user = await users.byEmail(email)
      const isKnown = await sessions.knows({ id: user?.id ?? ANYBODY }, device)
      if (!user || !isKnown || !isLocked(user.keys) || current?.id === user.id) return undefined
      const { passkeys } = user.keys.lock
      return begin(
        frame,
        user,
        passkeys.map(({ id, transports = [] }) => ({ id, transports })),
      )
    },
    /**
     * Verifies a passkey's signature of a login's challenge.
     * @returns the user who logs in
     * @throws Denied, with the same text whatever is wrong with the passkey
     */
    async enter(frame: Frame, assertion: Assertion): Promise<LoggedIn> {
      const { clientDataJSON } = assertion.response
      const {
        challenge,
        user: wanted,
        epoch,
      } = await challenges.use(frame, 'login', { clientDataJSON, purpose: LOGIN })
      // A person who chose among the device's passkeys gave no address: the passkey's user handle contains the
      // account's id.
      const id = wanted === ANYBODY ? userOfHandle(assertion.response.userHandle) : wanted
      const user = await users.byId(id)
      // Signing out everywhere also ends a login to the account that began before.
      if (!user || (wanted !== ANYBODY && epoch !== epochOf(user))) throw wrong()
      await opening.confirmed(user, assertion, { challenge, site: frame.origin }).catch((error: unknown) => {
        throw error instanceof Denied && error.status === 403 ? wrong() : error
      })
      return { user, by: user.email === null ? user.logins : [user.email] }
    },
  }
}
