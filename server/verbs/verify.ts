/** Checks that every account's keys in a database can be decrypted with the master keys, for example after a backup. */
import { bytesToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { solanaAddress } from '../../runtime/test/sign/solana.ts'
import { isLocked, sealedOf } from '../../sandbox/login/lock/stored.ts'
import { LOCKED_BYTES } from '../../sandbox/login/lock/wrap.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { SourceError } from '../data/source.ts'
import { createEnvelopes } from '../keys/envelope.ts'
import { HsmError } from '../keys/hsm/failure.ts'
import type { KeyWrapper } from '../keys/wrapper.ts'

const PAGE = 100

/**
 * `locked`: how many accounts, without the lost ones, have keys that their owners locked. The server can decrypt their
 * envelopes, but only the owner's passkeys or recovery code decrypt the content, so it cannot be compared with the
 * addresses. `lost`: the ids of accounts whose envelopes cannot be decrypted, or whose keys do not belong to the
 * account's addresses.
 */
export type Verified = { accounts: number; locked: number; lost: string[] }

/**
 * Rethrows an error that says that a vault or an HSM does not work, because the accounts are not lost then. Returns
 * undefined for other errors. The status 400 is a vault's refusal of one account's wrapped key.
 */
function unlessAway(error: unknown): undefined {
  if (error instanceof SourceError && error.status !== 400) throw error
  if (error instanceof HsmError && !error.isAboutData) throw error
  return undefined
}

export async function verify(store: Store, wrapper: KeyWrapper): Promise<Verified> {
  const envelopes = createEnvelopes(wrapper)
  const verified: Verified = { accounts: 0, locked: 0, lost: [] }
  for (let last = ''; ;) {
    const users = await store.usersAfter(last, PAGE)
    for (const user of users) {
      last = user.id
      verified.accounts += 1
      const plain = await envelopes.open(user.id, sealedOf(user.keys)).catch(unlessAway)
      const locks = isLocked(user.keys)
      const isWhole = locks
        ? plain?.length === LOCKED_BYTES
        : plain?.length === 64 &&
          privateKeyToAddress(bytesToHex(plain.subarray(0, 32))) === user.evm &&
          solanaAddress(Uint8Array.from(plain.subarray(32))) === user.solana
      plain?.fill(0)
      if (locks && isWhole) verified.locked += 1
      if (!isWhole) verified.lost.push(user.id)
    }
    if (users.length < PAGE) return verified
  }
}
