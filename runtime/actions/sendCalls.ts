/** Several calls with one press: as one batch where the wallet can, else one after another. */
import type { Kit } from '../contracts/kit.ts'
import type { CallsOptions, CallsProgress, CallsResult, NotedCall } from '../contracts/requests.ts'
import { keepBatch } from '../data/batches.ts'
import { tellSent } from '../data/sent.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { parseRpcError, RPC_CODES } from '../errors/rpc.ts'
import { callsChanged, callsFailed, callsPartly } from '../errors/thrown.ts'
import { activeAddress, activeNetworkOf } from '../state/active.ts'
import { able, type ActiveChain, activeChain, connectedProvider } from './activeChain.ts'
import { awaitTransaction } from './awaitTransaction.ts'
import { callsOf } from './callsOf.ts'
import { canBatch } from './canBatch.ts'
import { followCalls } from './followCalls.ts'
import { orUncertain } from './uncertain.ts'

/** See `WalletKit.sendCalls`. */
export const sendCalls = async (kit: Kit, given: readonly NotedCall[], options: CallsOptions = {}) => {
  const calls = callsOf(given)
  return runCalls(kit, await activeChain(kit), calls, options)
}

/** The same for calls that were copied already, of the account and network `now`. `mayBatch`: one batch is allowed at all. */
export async function runCalls(
  kit: Kit,
  now: ActiveChain,
  calls: readonly NotedCall[],
  { note, tell, signal, mayBatch = true }: CallsOptions & { mayBatch?: boolean },
): Promise<CallsResult> {
  const wrong = calls.find(({ to }) => now.adapter.isAddress?.(to) === false)
  if (wrong) throw new Error(`${wrong.to} is not an address`)
  const inOne = mayBatch && calls.length > 1 && (await canBatch(kit, now))
  // A listener that throws must not stop the calls between two of them.
  const run: Run = { kit, now, calls, signal, tell: (progress) => void Promise.resolve(progress).then(tell) }
  stay(run)
  return (inOne && (await sendTogether(run, note ?? calls.at(-1)?.note))) || sendInTurn(run)
}

type Run = {
  kit: Kit
  now: ActiveChain
  calls: readonly NotedCall[]
  signal: AbortSignal | undefined
  tell: (progress: CallsProgress) => void
}

/** Calls that were reviewed for one account on one network are never sent by another. */
function stay({ kit, now: { chain, from }, signal }: Run) {
  signal?.throwIfAborted()
  if (activeAddress(kit) !== from || activeNetworkOf(kit)?.caipNetworkId !== chain.caipNetworkId) throw callsChanged()
}

/**
 * EIP-5792's codes of a wallet that takes these calls one by one only: an unsupported capability, a batch that is too large, a
 * refused upgrade of the account, no atomic batches; and those of a wallet without the method. None of them sent anything.
 */
const ONE_BY_ONE: readonly (number | undefined)[] = [
  5700,
  5740,
  5750,
  5760,
  RPC_CODES.methodNotFound,
  RPC_CODES.unsupportedMethod,
]

/** `undefined` if the wallet says that it takes no such batch. */
async function sendTogether({ kit, now, calls, signal, tell }: Run, note: NotedCall['note']) {
  const { chain, from, adapter } = now
  tell({ step: 1, waitsFor: 'wallet', isBatch: true })
  const provider = connectedProvider(kit, chain)
  const batch = { from, chain, calls: calls.map(({ note: _note, ...call }) => call), isAtomic: true }
  const send = () => able(adapter, 'sendCalls')(kit, provider, batch)
  const id = await orUncertain(kit, chain, from, send).catch((error: unknown) => {
    if (isUserRejection(error) || !ONE_BY_ONE.includes(parseRpcError(error).code)) throw error
  })
  if (id === undefined) return undefined
  const { caipNetworkId } = chain
  keepBatch(kit, { id, caipNetworkId, from, to: calls.at(-1)?.to ?? '', at: Date.now(), ...(note && { note }) })
  tell({ step: 1, waitsFor: 'chain', isBatch: true })
  const { status, hashes } = await followCalls(kit, chain, id, signal)
  if (status === 'failed') throw callsFailed()
  if (status === 'partly') throw callsPartly()
  return { hashes, isBatch: true }
}

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
    const { status } = await awaitTransaction(kit, chain, hash, signal)
    if (status !== 'success') throw callsFailed()
  }
  return { hashes, isBatch: false }
}
