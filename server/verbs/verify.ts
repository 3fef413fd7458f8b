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
 * `locked`: how many accounts have keys that their owners locked. Their envelopes open, and what is in them only the
 * owner's passkeys and recovery code open, so it cannot be compared with the addresses. `lost`: the ids of accounts whose keys
 * cannot be decrypted, or do not belong to the account's addresses.
 */
export type Verified = { accounts: number; locked: number; lost: string[] }

/**
 * @throws what a vault or an HSM that is away throws: its accounts are not lost. 400 is how a vault refuses one account's
 *   key.
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
