/** The users' accounts. Each has an EVM key and a Solana key, which are stored encrypted. */
import { randomBytes } from 'node:crypto'
import { bytesToHex, getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { solanaAddress } from '../../runtime/test/sign/solana.ts'
import { readEmail } from './address.ts'
import type { Change, Session, User } from './database.ts'
import { Denied } from './denied.ts'
import { randomId } from './random.ts'
import type { LoggedIn } from './sessions.ts'
import type { Identity } from './social/exchange.ts'
import { epochOf, type Event, type Store } from './store.ts'
import type { Vault } from './vault.ts'

export type Users = ReturnType<typeof createUsers>

/** What is known of a person who has no account yet. */
type Newcomer = Pick<User, 'email' | 'name' | 'logins'>
/** Returns the private keys of a new account: 32 bytes for EVM, then 32 for Solana. The caller overwrites them. */
export type NewKeys = (about: Newcomer) => Uint8Array

/** Creates the functions for the users' accounts. @param created makes the event that is recorded with a new account */
export function createUsers(
  store: Store,
  vault: Vault,
  created?: (user: User) => Event,
  newKeys: NewKeys = () => randomBytes(64),
) {
  const byEmail = (email: string) => store.userByEmail(email)

  const create = async (about: Newcomer): Promise<User> => {
    const id = randomId()
    // Almost any 32 bytes are a valid secp256k1 key. For others (fewer than one in 2^127) viem throws, so no account is
    // created.
    const plain = newKeys(about)
    const evm = privateKeyToAccount(bytesToHex(plain.subarray(0, 32))).address
    const solana = solanaAddress(Uint8Array.from(plain.subarray(32)))
    const keys = await vault.seal(id, plain)
    plain.fill(0)
    const user: User = { id, ...about, evm: getAddress(evm), solana, keys, preferred: 'smartAccount', known: false }
    if (await store.addUser(user, created?.(user))) return user
    // `addUser` refused: another request has just created an account with this address or login, so use that one.
    const there = await find(about)
    if (!there) throw new Denied('The account could not be created. Try again.', 409)
    return there
  }
  const find = async ({ email, logins }: Pick<User, 'email' | 'logins'>): Promise<User | undefined> => {
    for (const login of logins) {
      const user = await store.userByLogin(login)
      if (user) return user
    }
    return email === null ? undefined : byEmail(email)
  }
  /**
   * The account of a provider's login, or else of the address that the provider has verified; undefined if there is
   * none.
   */
  const byIdentity = (login: string, verifiedEmail: string | null): Promise<User | undefined> =>
    find({ logins: [login], email: readEmail(verifiedEmail ?? '') ?? null })
  return {
    byId: (id: string) => store.userById(id),
    byEmail,
    byIdentity,
    /**
     * The account of an email address, new if there is none. Call it only after a code has proved who reads that
     * address.
     */
    withEmail: async (email: string): Promise<User> =>
      (await byEmail(email)) ?? create({ email, name: null, logins: [] }),
    /**
     * The account of a person that a provider has identified, new if there is none; the login is added to it. `email`
     * must be null unless the provider has verified the address: the login gets access to that address's account.
     * `found` is the account as {@link byIdentity} found it before the login was admitted.
     * @throws Denied if the account has changed since, so that the login may not be added
     */
    async withLogin({ login, name, email: verifiedEmail }: Identity, found: User | undefined): Promise<LoggedIn> {
      const email = readEmail(verifiedEmail ?? '') ?? null
      const by = email === null ? [login] : [login, email]
      if (!found) return { user: await create({ email, name, logins: [login] }), by }
      const user = await store.addLogin(found.id, login, name, { by, epoch: epochOf(found) })
      if (!user) throw new Denied('The account has changed meanwhile. Try again.', 409)
      return { user, by }
    },
    /**
     * Changes the address, and stores `undo`. Call it only after a code has proved that the person reads the new
     * address: otherwise the error would tell anybody whether that address has an account.
     * @throws Denied when the address belongs to another user, the account's address is not `user.email` any more, or
     * `session`, which asks for it, has ended
     */
    async setEmail(user: User, email: string, undo: Change, session: Session) {
      const ended = await store.setEmail(user.id, user.email, email, undo, session.token)
      if (ended === 'taken') throw new Denied('This email address belongs to another account')
      if (ended === 'ended') throw new Denied('Nobody is signed in', 401, 4100)
      if (ended === 'changed') throw new Denied('Confirm the change in the wallet first', 403)
    },
    async setPreferred(user: User, type: User['preferred']): Promise<User> {
      await store.setPreferred(user.id, type)
      return { ...user, preferred: type }
    },
  }
}
