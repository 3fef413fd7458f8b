/** Who has an account here, and the two keys of each. */
import { randomBytes } from 'node:crypto'
import { bytesToHex, getAddress, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { solanaAddress } from '../../../runtime/test/sign/solana.ts'
import type { Database, User } from './database.ts'
import { Denied } from './denied.ts'
import { randomId } from './random.ts'
import type { Vault } from './vault.ts'

/** `solana` is the 32-byte seed of an ed25519 key. */
export type Keys = { evm: Hex; solana: Uint8Array }

export type Users = ReturnType<typeof createUsers>

/** Addresses are compared as people mean them. */
export const plainEmail = (email: string) => email.trim().toLowerCase()

export function createUsers(database: Database, vault: Vault) {
  const byEmail = (email: string) => database.users.find((user) => user.email === plainEmail(email))
  const byLogin = (login: string) => database.users.find(({ logins }) => logins.includes(login))

  const keysOf = async (user: User): Promise<Keys> => {
    const plain = await vault.open(user.id, user.keys)
    return { evm: bytesToHex(plain.subarray(0, 32)), solana: Uint8Array.from(plain.subarray(32)) }
  }
  const create = async (about: Pick<User, 'email' | 'name' | 'logins'>): Promise<User> => {
    const id = randomId()
    // Any 32 bytes but a vanishing few are a secp256k1 key, and viem refuses those.
    const plain = randomBytes(64)
    const evm = privateKeyToAccount(bytesToHex(plain.subarray(0, 32))).address
    const solana = solanaAddress(Uint8Array.from(plain.subarray(32)))
    const keys = await vault.seal(id, plain)
    plain.fill(0)
    // Somebody else may have made this very account in the meantime.
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
    /** The account of an address that was proven by a code. */
    withEmail: async (email: string): Promise<User> =>
      byEmail(email) ?? create({ email: plainEmail(email), name: null, logins: [] }),
    /**
     * The account of somebody whom a provider knows. An address counts only when the provider vouches for it: then it
     * leads to the account of that address.
     */
    async withLogin(login: string, name: string | null, verifiedEmail: string | null): Promise<User> {
      const found = byLogin(login) ?? (verifiedEmail ? byEmail(verifiedEmail) : undefined)
      if (!found) return create({ email: verifiedEmail && plainEmail(verifiedEmail), name, logins: [login] })
      if (!found.logins.includes(login)) found.logins.push(login)
      found.name = name ?? found.name
      database.save()
      return found
    },
    keysOf,
    signerOf: async (user: User): Promise<PrivateKeyAccount> => privateKeyToAccount((await keysOf(user)).evm),
    /** @throws Denied when it is somebody else's */
    checkFree(email: string, self: User) {
      const other = byEmail(email)
      if (other === self) throw new Denied('This is your email address already')
      if (other) throw new Denied('This email address belongs to another account')
    },
    setEmail(user: User, email: string) {
      user.email = plainEmail(email)
      database.save()
    },
    setPreferred(user: User, type: User['preferred']) {
      user.preferred = type
      database.save()
    },
    /** Clears all that says who somebody is, and the keys with it: nobody could reach them any more. */
    forget(user: User) {
      const others = <T extends { user: string }>(list: readonly T[]) => list.filter((each) => each.user !== user.id)
      const left = database.users.filter((each) => each !== user)
      Object.assign(database, { users: left, sessions: others(database.sessions), devices: others(database.devices) })
      database.save()
    },
  }
}
