/** Asks a wallet whether it sends several calls as one (EIP-5792). */
import type { Kit } from '../contracts/kit.ts'
import { mayAsk } from '../connectors/methods.ts'
import { perKit } from '../contracts/perKit.ts'
import { unprompted } from '../lib/unprompted.ts'
import { type ActiveChain, connectedProvider } from './activeChain.ts'

/** The methods that a wallet must accept for a batch. */
const METHODS = ['wallet_sendCalls', 'wallet_getCallsStatus']

type Capabilities = Record<string, Record<string, unknown>>

/**
 * Each wallet's answer, by provider and account. It is kept for as long as the page lives, because callers ask every
 * few seconds, and some wallets never answer.
 */
const said = perKit(() => new WeakMap<object, Map<string, Promise<Capabilities | undefined>>>())

/**
 * Whether the wallet sends several calls as one atomic batch on this network. `false` if the wallet does not answer
 * within 3 s, or answers with an error; a later answer counts for the next call.
 */
export async function canBatch(kit: Kit, now: ActiveChain): Promise<boolean> {
  const capabilities = await ask(kit, now)
  // `0x0` stands for every network.
  return [`0x${Number(now.chain.id).toString(16)}`, '0x0'].some((id) => {
    const { atomic } = Object(capabilities?.[id]) as { atomic?: unknown }
    const { status } = Object(atomic) as { status?: unknown }
    return status === 'supported' || status === 'ready'
  })
}

function ask(kit: Kit, { chain, from, adapter }: ActiveChain): Promise<Capabilities | undefined> {
  const { getCapabilities, sendCalls, getCallsStatus } = adapter
  const provider = connectedProvider(kit, chain)
  if (!getCapabilities || !sendCalls || !getCallsStatus || typeof provider !== 'object' || provider === null)
    return Promise.resolve(undefined)
  if (!METHODS.every((method) => mayAsk(provider, method))) return Promise.resolve(undefined)
  const all = said(kit)
  const own = all.get(provider) ?? new Map<string, Promise<Capabilities | undefined>>()
  all.set(provider, own)
  const known = own.get(from)
  if (known) return known
  const asked = unprompted(getCapabilities(kit, provider, from), (late) => own.set(from, Promise.resolve(late)))
  const answer = asked.catch(() => undefined)
  own.set(from, answer)
  return answer
}
