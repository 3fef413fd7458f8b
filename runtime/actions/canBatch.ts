/** Asks a wallet whether it can send several calls as one batch (EIP-5792), and use the site's paymaster (ERC-7677). */
import type { Kit } from '../contracts/kit.ts'
import { mayAsk } from '../connectors/methods.ts'
import { CONNECTOR_IDS } from '../contracts/connector.ts'
import { perKit } from '../contracts/perKit.ts'
import { parseRpcError, RPC_CODES } from '../errors/rpc.ts'
import { unprompted } from '../lib/unprompted.ts'
import { paymasterUrl } from '../http/endpoint.ts'
import { connectionOf } from '../state/connections.ts'
import { type ActiveChain, connectedProvider } from './activeChain.ts'

/** The methods that a wallet must accept for a batch. */
const METHODS = ['wallet_sendCalls', 'wallet_getCallsStatus']

type Capabilities = Record<string, Record<string, unknown>>

/**
 * Error codes of a wallet that does not know `wallet_getCapabilities`. Such a wallet is not asked again, because it
 * would answer with the same error.
 */
const UNKNOWN: readonly (number | undefined)[] = [
  RPC_CODES.methodNotFound,
  RPC_CODES.methodNotSupported,
  RPC_CODES.unsupportedMethod,
]

/**
 * Each wallet's answer, by provider and account. The answers are kept for as long as the page uses the provider,
 * because callers ask every few seconds, and some wallets never answer. Errors are not kept, except those of {@link
 * UNKNOWN}: a wallet that was locked, for example, answers once it is unlocked.
 */
const answers = perKit(() => new WeakMap<object, Map<string, Promise<Capabilities | undefined>>>())

/**
 * Whether the wallet sends several calls as one atomic batch on this network. `false` if the wallet does not answer
 * within 3 s, or answers with an error. An answer that comes later counts for the next call. After an error, the next
 * call asks again, except after those of {@link UNKNOWN}.
 */
export async function canBatch(kit: Kit, now: ActiveChain): Promise<boolean> {
  const [atomic = [], first = []] = await said(kit, now, 'atomic', 'atomicBatch')
  if (atomic.some(({ status }) => status !== undefined))
    return atomic.some(({ status }) => status === 'supported' || status === 'ready')
  // `atomicBatch` is the capability's name in the first version of EIP-5792. Safe's SDK still uses it, and accepts
  // batches of the present version; other wallets with this name refuse them.
  return (
    connectionOf(kit, now.chain.chainNamespace)?.connector.id === CONNECTOR_IDS.safe &&
    first.some(({ supported }) => supported === true)
  )
}

/**
 * The URL of the site's paymaster, if the site has one for this network and the wallet can use one (ERC-7677); else
 * `undefined`, and the visitor pays the fee. The paymaster may still decline.
 */
export async function paymasterFor(kit: Kit, now: ActiveChain): Promise<string | undefined> {
  const url = paymasterUrl(kit.config, now.chain)
  if (url === undefined) return undefined
  const [service = []] = await said(kit, now, 'paymasterService')
  return service.some(({ supported }) => supported === true) ? url : undefined
}

/** Asks the wallet for capabilities: for each, its entries for this network and for all networks (`0x0`). */
async function said(kit: Kit, now: ActiveChain, ...names: string[]): Promise<Record<string, unknown>[][]> {
  const capabilities = await ask(kit, now)
  const ids = [`0x${Number(now.chain.id).toString(16)}`, '0x0']
  return names.map((name) =>
    ids.map((id) => Object((Object(capabilities?.[id]) as Record<string, unknown>)[name]) as never),
  )
}

function ask(kit: Kit, { chain, from, adapter }: ActiveChain): Promise<Capabilities | undefined> {
  const { getCapabilities, sendCalls, getCallsStatus } = adapter
  const provider = connectedProvider(kit, chain)
  if (!getCapabilities || !sendCalls || !getCallsStatus || typeof provider !== 'object' || provider === null)
    return Promise.resolve(undefined)
  if (!METHODS.every((method) => mayAsk(provider, method))) return Promise.resolve(undefined)
  const all = answers(kit)
  const own = all.get(provider) ?? new Map<string, Promise<Capabilities | undefined>>()
  all.set(provider, own)
  const known = own.get(from)
  if (known) return known
  const asked = getCapabilities(kit, provider, from)
  const answer = unprompted(asked, (late) => own.set(from, Promise.resolve(late))).catch(() => undefined)
  own.set(from, answer)
  asked.catch((error: unknown) => void (UNKNOWN.includes(parseRpcError(error).code) || own.delete(from)))
  return answer
}
