/**
 * Reads from a network's node; where the state of a block is read, at commitment `confirmed`: two thirds of the stake
 * have voted for the block.
 */
import { networkRpc } from '../../http/networkRpc.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import { AnswerError } from '../../errors/answer.ts'
import { parsed } from './encodings.ts'
import {
  parseAccountList,
  parseBalance,
  parseBlockhash,
  parseLamports,
  parseOwnedAccounts,
  parseStatus,
  valueOf,
} from './answers.ts'

const commitment = 'confirmed'

const ask = (kit: Kit, network: CaipNetwork, method: string, params: unknown[], signal?: AbortSignal) =>
  networkRpc(kit, network).request({ method, params, ...(signal ? { signal } : {}) })

export const readBalance = async (kit: Kit, network: CaipNetwork, address: string): Promise<bigint> =>
  parsed('getBalance', await ask(kit, network, 'getBalance', [address, { commitment }]), parseBalance)

/** Reads the newest blockhash. A transaction with it is valid for 150 blocks, which is about a minute. */
export const readBlockhash = async (kit: Kit, network: CaipNetwork) =>
  parsed('getLatestBlockhash', await ask(kit, network, 'getLatestBlockhash', [{ commitment }]), parseBlockhash)

/** Reads the fee of a transaction's message (base64), in lamports. Throws if the message's blockhash has expired. */
export async function readFee(kit: Kit, network: CaipNetwork, message: string): Promise<bigint> {
  const answer = await ask(kit, network, 'getFeeForMessage', [message, { commitment }])
  if (valueOf(answer) === null) throw new AnswerError('getFeeForMessage', null)
  return parsed('getFeeForMessage', answer, parseBalance)
}

/** Reads the rent of an account: the least lamports that one of this size (in bytes) must contain. */
export const readRent = async (kit: Kit, network: CaipNetwork, bytes: number): Promise<bigint> =>
  parsed(
    'getMinimumBalanceForRentExemption',
    await ask(kit, network, 'getMinimumBalanceForRentExemption', [bytes]),
    parseLamports,
  )

export async function readAccounts(kit: Kit, network: CaipNetwork, addresses: readonly string[]) {
  const options = { commitment, encoding: 'base64' }
  const answer = await ask(kit, network, 'getMultipleAccounts', [addresses, options])
  const accounts = parsed('getMultipleAccounts', answer, parseAccountList)
  if (accounts.length !== addresses.length) throw new AnswerError('getMultipleAccounts', accounts.length)
  return accounts
}

/** Reads an owner's accounts of one token. */
export async function readTokenAccounts(kit: Kit, network: CaipNetwork, owner: string, mint: string) {
  const options = { commitment, encoding: 'base64' }
  const answer = await ask(kit, network, 'getTokenAccountsByOwner', [owner, { mint }, options])
  return parsed('getTokenAccountsByOwner', answer, parseOwnedAccounts)
}

export async function readStatus(kit: Kit, network: CaipNetwork, hash: string, signal?: AbortSignal) {
  const params = [[hash], { searchTransactionHistory: true }]
  return parsed('getSignatureStatuses', await ask(kit, network, 'getSignatureStatuses', params, signal), parseStatus)
}
