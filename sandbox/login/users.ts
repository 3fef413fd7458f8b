/** The accounts, and each account's two keys. */
import { randomBytes } from 'node:crypto'
import { bytesToHex, getAddress, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { solanaAddress } from '../../runtime/test/sign/solana.ts'
import { readEmail } from './address.ts'
import type { Database, User } from './database.ts'
import { Denied } from './denied.ts'
import { randomId } from './random.ts'
import type { Vault } from './vault.ts'

/** `solana` is the 32-byte seed of an ed25519 key. */
export type Keys = { evm: Hex; solana: Uint8Array }

export type Users = ReturnType<typeof createUsers>

export function createUsers(database: Database, vault: Vault) {
  const byEmail = (email: string) => database.users.find((user) => user.email === email)
  const byLogin = (login: string) => database.users.find(({ logins }) => logins.includes(login))

  const keysOf = async (user: User): Promise<Keys> => {
    const plain = await vault.open(user.id, user.keys)
    return { evm: bytesToHex(plain.subarray(0, 32)), solana: Uint8Array.from(plain.subarray(32)) }
  }
  const create = async (about: Pick<User, 'email' | 'name' | 'logins'>): Promise<User> => {
    const id = randomId()
    // Almost any 32 bytes are a valid secp256k1 key, and viem rejects the rest.
    const plain = randomBytes(64)
    const evm = privateKeyToAccount(bytesToHex(plain.subarray(0, 32))).address
    const solana = solanaAddress(Uint8Array.from(plain.subarray(32)))
    const keys = await vault.seal(id, plain)
    plain.fill(0)
    // Another request may have created the same account in the meantime.
    const there = (about.email && byEmail(about.email)) || about.logins.map(byLogin).find((each) => each)
    if (there) return there
    const user: User = { id, ...about, evm: getAddress(evm), solana, keys, preferred: 'smartAccount', known: false }
    database.users.push(user)
    database.save()
    return user
  }
  return {
    byId: (id: string) => database.users.find((user) => user.id === id),
    byEmail,
    /** Whom a provider's login leads to, if there is an account. */
    byIdentity: (login: string, verifiedEmail: string | null): User | undefined =>
      byLogin(login) ?? byEmail(readEmail(verifiedEmail ?? '') ?? ''),
    /** The account of an email address that a code has proved. Creates it if needed. */
    withEmail: async (email: string): Promise<User> => byEmail(email) ?? create({ email, name: null, logins: [] }),
    /**
     * The account of a person that a provider has identified. An email address counts only if the provider has verified
     * it: then it leads to that address's account.
     */
    async withLogin(login: string, name: string | null, verifiedEmail: string | null): Promise<User> {
      const email = readEmail(verifiedEmail ?? '') ?? null
      const found = this.byIdentity(login, email)
      if (!found) return create({ email, name, logins: [login] })
      if (!found.logins.includes(login)) found.logins.push(login)
      found.name = name ?? found.name
      database.save()
      return found
    },
    keysOf,
    signerOf: async (user: User): Promise<PrivateKeyAccount> => privateKeyToAccount((await keysOf(user)).evm),
    /**
     * Call it only once a code has proved that the person reads the address: before, the answer would tell anybody
     * whether the address has an account.
     * @throws Denied when the address belongs to another user
     */
    checkFree(email: string, self: User) {
      const other = byEmail(email)
      if (other && other !== self) throw new Denied('This email address belongs to another account')
    },
    setEmail(user: User, email: string) {
      user.email = email
      database.save()
    },
    setPreferred(user: User, type: User['preferred']) {
      user.preferred = type
      database.save()
    },
    /** Deletes all of the user's data, including the keys, which nobody could use without the account. */
    forget(user: User) {
      const others = <T extends { user: string }>(list: readonly T[]) => list.filter((each) => each.user !== user.id)
      const left = database.users.filter((each) => each !== user)
      Object.assign(database, {
        users: left,
        sessions: others(database.sessions),
        devices: others(database.devices),
        changes: others(database.changes),
      })
      database.save()
    },
  }
}
