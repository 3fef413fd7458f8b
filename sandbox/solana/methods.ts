/**
 * The JSON-RPC methods of the sandbox's Solana chain: a part of those that Solana documents, and one for tests. All
 * commitment levels are the same here.
 */
import { base58 } from '@scure/base'
import { addressBytes, computeBudgetProgram, token2022Program, tokenProgram } from './keys.ts'
import { slotsInEpoch, type Entry, type Ledger } from './ledger.ts'
import { feeOf, Malformed, readMessage, signatureFee } from './message.ts'
import { addressParam, bytesParam, countParam, invalidParams, listParam, optionsParam, RpcError } from './params.ts'
import { isTokenProgram, mintAt, presentAccount, presentTransaction } from './present.ts'
import { requestAirdrop, sendTransaction, simulateTransaction } from './sending.ts'
import { readTokenAccount, uiAmount } from './tokens.ts'

type Method = (ledger: Ledger, params: unknown[]) => unknown

/** The chain's genesis hash, which names the chain. It is not that of a public chain. */
export const genesisHash = '2JfSSDz72LiQFoQu12htyQsvtH5XHxPhPpS5DSCpW3CP'

const version = { 'solana-core': '2.2.0', 'feature-set': 0 }

/** Wraps a method so that its response also has the slot at which it is valid. */
const inContext =
  (read: Method): Method =>
  (ledger, params) => {
    const value = read(ledger, params)
    return { context: { slot: ledger.clock.now(), apiVersion: version['solana-core'] }, value }
  }

const statusOf = ({ slot, error }: Entry) => ({
  slot,
  confirmations: null,
  err: error,
  status: error === null ? { Ok: null } : { Err: error },
  confirmationStatus: 'finalized',
})

const signatureParam = (value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  try {
    if (base58.decode(text).length === 64) return text
  } catch {
    // Not base58: rejected below.
  }
  throw new RpcError(-32602, 'Invalid param: Invalid')
}

const getTokenAccountsByOwner: Method = (ledger, [given, filter, options]) => {
  const owner = addressParam(given)
  const { mint, programId } = optionsParam(filter)
  if (mint === undefined && programId === undefined) throw invalidParams('mint or programId is expected')
  if (mint !== undefined && !mintAt(ledger, addressParam(mint)))
    throw new RpcError(-32602, 'Invalid param: could not find mint')
  const programs = programId === undefined ? [tokenProgram, token2022Program] : [addressParam(programId)]
  if (!programs.every(isTokenProgram)) throw new RpcError(-32602, 'Invalid param: unrecognized Token program id')
  return programs.flatMap(ledger.ownedBy).flatMap(({ address, account }) => {
    const held = readTokenAccount(account.data)
    if (held?.owner !== owner || (mint !== undefined && held.mint !== mint)) return []
    return [{ pubkey: address, account: presentAccount(ledger, account, optionsParam(options)) }]
  })
}

const getTokenAccountBalance: Method = (ledger, [given]) => {
  const account = ledger.account(addressParam(given))
  const held = account && isTokenProgram(account.owner) ? readTokenAccount(account.data) : undefined
  const mint = held && mintAt(ledger, held.mint)
  if (!mint) throw new RpcError(-32602, `Invalid param: ${account ? 'not a Token account' : 'could not find account'}`)
  return uiAmount(held.amount, mint.decimals)
}

const getTokenSupply: Method = (ledger, [given]) => {
  const mint = mintAt(ledger, addressParam(given))
  if (!mint) throw new RpcError(-32602, 'Invalid param: could not find mint')
  return uiAmount(mint.supply, mint.decimals)
}

const getFeeForMessage: Method = (ledger, [given]) => {
  try {
    const message = readMessage(bytesParam(given, 'base64'))
    return ledger.clock.isValid(message.blockhash) ? feeOf(message, computeBudgetProgram) : null
  } catch (error) {
    if (error instanceof Malformed) throw new RpcError(-32602, `failed to deserialize message: ${error.message}`)
    throw error
  }
}

const getSignaturesForAddress: Method = (ledger, [given, options]) => {
  const { limit = 1000, before, until } = optionsParam(options)
  const all = ledger.touching(addressParam(given))
  const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
  const end = until === undefined ? -1 : all.findIndex(({ signature }) => signature === until)
  return all
    .slice(from, end < 0 ? undefined : end)
    .slice(0, countParam(limit, 'limit'))
    .map(({ signature, slot, error, time }) => {
      return { signature, slot, err: error, memo: null, blockTime: time, confirmationStatus: 'finalized' }
    })
}

const getRecentPrioritizationFees: Method = (ledger) => {
  const slots = new Map<number, number>()
  for (const { slot, fee, wire } of ledger.newest(150)) {
    const { message } = wire
    const paid = Math.max(0, fee - signatureFee(message))
    slots.set(slot, Math.min(paid, slots.get(slot) ?? paid))
  }
  if (!slots.size) slots.set(ledger.clock.now(), 0)
  return [...slots].map(([slot, prioritizationFee]) => ({ slot, prioritizationFee }))
}

const getEpochInfo: Method = (ledger) => {
  const slot = ledger.clock.now()
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch: Math.floor(slot / slotsInEpoch),
    slotIndex: slot % slotsInEpoch,
    slotsInEpoch,
    transactionCount: ledger.count(),
  }
}

const slotNow: Method = (ledger) => ledger.clock.now()

export const methods: Record<string, Method> = {
  getHealth: () => 'ok',
  getVersion: () => version,
  getGenesisHash: () => genesisHash,
  getSlot: slotNow,
  getBlockHeight: slotNow,
  getEpochInfo,
  getTransactionCount: (ledger) => ledger.count(),
  getLatestBlockhash: inContext((ledger) => ledger.clock.latest()),
  isBlockhashValid: inContext((ledger, [hash]) => {
    if (!addressBytes(hash)) throw new RpcError(-32602, 'Invalid param: Invalid')
    return ledger.clock.isValid(String(hash))
  }),
  getBalance: inContext((ledger, [address]) => ledger.account(addressParam(address))?.lamports ?? 0),
  getAccountInfo: inContext((ledger, [address, options]) =>
    presentAccount(ledger, ledger.account(addressParam(address)), optionsParam(options)),
  ),
  getMultipleAccounts: inContext((ledger, [addresses, options]) =>
    listParam(addresses, 100).map((address) =>
      presentAccount(ledger, ledger.account(addressParam(address)), optionsParam(options)),
    ),
  ),
  getMinimumBalanceForRentExemption: (ledger, [size]) => ledger.rentFor(countParam(size, 'the data length')),
  getTokenAccountsByOwner: inContext(getTokenAccountsByOwner),
  getTokenAccountBalance: inContext(getTokenAccountBalance),
  getTokenSupply: inContext(getTokenSupply),
  getFeeForMessage: inContext(getFeeForMessage),
  getRecentPrioritizationFees,
  requestAirdrop,
  simulateTransaction: inContext(simulateTransaction),
  sendTransaction,
  getSignatureStatuses: inContext((ledger, [signatures]) =>
    listParam(signatures, 256).map((signature) => {
      const entry = ledger.find(signatureParam(signature))
      return entry ? statusOf(entry) : null
    }),
  ),
  getSignaturesForAddress,
  getTransaction: (ledger, [signature, given]) => {
    const options = typeof given === 'string' ? { encoding: given } : optionsParam(given)
    const entry = ledger.find(signatureParam(signature))
    return entry ? presentTransaction(ledger, entry, options) : null
  },
  /** Only in the sandbox: advances slots at once, so that a test need not wait for a blockhash to expire. */
  sandbox_advanceSlots: (ledger, [count]) => {
    ledger.clock.advance(countParam(count, 'the number of slots'))
    return ledger.clock.now()
  },
}
