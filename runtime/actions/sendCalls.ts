/**
 * Sends calls: as one batch if the wallet supports it, else one by one. If the site pays the fee, even a single call is
 * sent as a batch, because only a batch can name the paymaster (ERC-7677).
 */
import type { Kit } from '../contracts/kit.ts'
import type { CallsOptions, CallsProgress, CallsResult, NotedCall } from '../contracts/requests.ts'
import { keepBatch } from '../data/batches.ts'
import { tellSent } from '../data/sent.ts'
import { WalletKitError } from '../errors/base.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { parseRpcError, RPC_CODES } from '../errors/rpc.ts'
import { callsChanged, callsFailed, callsPartly } from '../errors/thrown.ts'
import { transactionError } from '../errors/transaction.ts'
import { activeAddress, activeNetworkOf } from '../state/active.ts'
import { able, type ActiveChain, activeChain, connectedProvider } from './activeChain.ts'
import { awaitTransaction } from './awaitTransaction.ts'
import { callsOf } from './callsOf.ts'
import { canBatch, paymasterFor } from './canBatch.ts'
import { followCalls } from './followCalls.ts'
import { orUncertain } from './uncertain.ts'

/** See `WalletKit.sendCalls`. */
export const sendCalls = async (kit: Kit, given: readonly NotedCall[], options: CallsOptions = {}) => {
  const calls = callsOf(given)
  return runCalls(kit, await activeChain(kit), calls, options)
}

/**
 * Sends calls that were copied already (`callsOf`), from the account and on the network of `now`. `mayBatch: false`
 * sends them one by one even if the wallet supports batches. Throws if a receiver is not an address. See
 * `WalletKit.sendCalls`.
 */
export async function runCalls(
  kit: Kit,
  now: ActiveChain,
  calls: readonly NotedCall[],
  { note, tell, signal, mayBatch = true }: CallsOptions & { mayBatch?: boolean },
): Promise<CallsResult> {
  const wrong = calls.find(({ to }) => now.adapter.isAddress?.(to) === false)
  if (wrong) throw new Error(`${wrong.to} is not an address`)
  const paymaster = mayBatch ? await paymasterFor(kit, now) : undefined
  const inOne = mayBatch && (calls.length > 1 ? await canBatch(kit, now) : paymaster !== undefined)
  // Call the listener in a microtask of its own, so that an error in the listener cannot stop the run between two
  // calls.
  const run: Run = { kit, now, calls, paymaster, signal, tell: (progress) => void Promise.resolve(progress).then(tell) }
  stay(run)
  return (inOne && (await sendTogether(run, note ?? calls.at(-1)?.note))) || sendInTurn(run)
}

type Run = {
  kit: Kit
  now: ActiveChain
  calls: readonly NotedCall[]
  paymaster: string | undefined
  signal: AbortSignal | undefined
  tell: (progress: CallsProgress) => void
}

/**
 * Throws if `signal` has aborted, or if the active account or network is no longer the one for which the visitor
 * reviewed the calls.
 */
function stay({ kit, now: { chain, from }, signal }: Run) {
  signal?.throwIfAborted()
  if (activeAddress(kit) !== from || activeNetworkOf(kit)?.caipNetworkId !== chain.caipNetworkId) throw callsChanged()
}

/**
 * Error codes with which a wallet refuses a batch but may accept its calls one by one. EIP-5792: unsupported
 * capability, batch too large, upgrade of the account refused, no atomic batches. JSON-RPC and EIP-1193: unknown
 * method. A wallet that answers with one of these codes has sent nothing.
 */
const ONE_BY_ONE: readonly (number | undefined)[] = [
  5700,
  5740,
  5750,
  5760,
  RPC_CODES.methodNotFound,
  RPC_CODES.unsupportedMethod,
]

/**
 * Sends the calls as one batch, and waits for its outcome. `undefined`, with nothing sent, if the wallet refuses
 * batches.
 */
async function sendTogether(run: Run, note: NotedCall['note']): Promise<CallsResult | undefined> {
  const { kit, now, calls, paymaster, signal, tell } = run
  const { chain, from, adapter } = now
  tell({ step: 1, waitsFor: 'wallet', isBatch: true })
  const provider = connectedProvider(kit, chain)
  const plain = calls.map(({ note: _note, ...call }) => call)
  // Do not require atomicity for a single call: some wallets that support paymasters cannot send atomic batches.
  const batch = { from, chain, calls: plain, isAtomic: calls.length > 1, paymaster }
  const send = () => able(adapter, 'sendCalls')(kit, provider, batch)
  const id = await orUncertain(kit, chain, from, send).catch((error: unknown) => {
    if (isUserRejection(error) || !ONE_BY_ONE.includes(parseRpcError(error).code)) throw error
  })
  if (id === undefined) return undefined
  const { caipNetworkId } = chain
  keepBatch(kit, { id, caipNetworkId, from, to: calls.at(-1)?.to ?? '', at: Date.now(), ...(note && { note }) })
  tell({ step: 1, waitsFor: 'chain', isBatch: true })
  const { status, hashes } = await accepted(run, followCalls(kit, { chain, from, id }, signal))
  if (status === 'failed') throw callsFailed()
  if (status === 'partly') throw callsPartly()
  // The wallet reports a success, but the network knows none of the transactions: the visitor has to check.
  if (!hashes.length) throw transactionError('TX_UNCERTAIN')
  return { hashes, isBatch: true }
}

/**
 * Waits for the outcome of what the wallet has accepted. The calls may be sent whatever fails from here on, so every
 * error becomes `TX_UNCERTAIN`, except `TX_NOT_FOUND` (the network will never include them) and an abort of `signal`.
 */
const accepted = <T>({ signal }: Run, outcome: Promise<T>): Promise<T> =>
  outcome.catch((error: unknown) => {
    const isNever = error instanceof WalletKitError && error.code === 'TX_NOT_FOUND'
    throw isNever || signal?.aborted ? error : transactionError('TX_UNCERTAIN', error)
  })

async function sendInTurn(run: Run): Promise<CallsResult> {
  const { kit, now, calls, signal, tell } = run
  const { chain, from, adapter } = now
  const { caipNetworkId } = chain
  const hashes: string[] = []
  for (const [at, { note, ...call }] of calls.entries()) {
    stay(run)
    tell({ step: at + 1, waitsFor: 'wallet', isBatch: false })
    const send = () => able(adapter, 'sendTransaction')(kit, connectedProvider(kit, chain), { ...call, from, chain })
    const hash = await orUncertain(kit, chain, from, send)
    tellSent(kit, { hash, caipNetworkId, from, to: call.to, ...(note && { note }) })
    hashes.push(hash)
    tell({ step: at + 1, waitsFor: 'chain', isBatch: false })
    const { status } = await accepted(run, awaitTransaction(kit, chain, hash, signal))
    if (status !== 'success') throw callsFailed()
  }
  return { hashes, isBatch: false }
}
