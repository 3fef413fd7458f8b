/** Checks that every account's keys in a database can be decrypted with the master keys, for example after a backup. */
import { bytesToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { solanaAddress } from '../../runtime/test/sign/solana.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { createEnvelopes } from '../keys/envelope.ts'
import type { KeyWrapper } from '../keys/wrapper.ts'

const PAGE = 100

/** `lost`: the ids of accounts whose keys cannot be decrypted, or do not belong to the account's addresses. */
export type Verified = { accounts: number; lost: string[] }

export async function verify(store: Store, wrapper: KeyWrapper): Promise<Verified> {
  const envelopes = createEnvelopes(wrapper)
  const verified: Verified = { accounts: 0, lost: [] }
  for (let last = ''; ;) {
    const users = await store.usersAfter(last, PAGE)
    for (const user of users) {
      last = user.id
      verified.accounts += 1
      const plain = await envelopes.open(user.id, user.keys).catch(() => undefined)
      const isWhole =
        plain?.length === 64 &&
        privateKeyToAddress(bytesToHex(plain.subarray(0, 32))) === user.evm &&
        solanaAddress(Uint8Array.from(plain.subarray(32))) === user.solana
      plain?.fill(0)
      if (!isWhole) verified.lost.push(user.id)
    }
    if (users.length < PAGE) return verified
  }
}
