/** The driver of EIP-1193 wallets. It loads when the visitor first clicks one, or to resume a stored session. */
import type { Connector, Driver, Session } from '../../contracts/connector.ts'
import { readMessage } from '../../errors/rejection.ts'
import { parseRpcError, RPC_CODES } from '../../errors/rpc.ts'
import { NoAccountError } from '../../errors/unusable.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { ONE_SECOND } from '../../lib/time.ts'
import { unprompted } from '../../lib/unprompted.ts'
import { within } from '../../lib/wait.ts'
import { AnswerError, type Eip1193Provider, parseAccounts, parseChainId, toProvider } from './provider.ts'

const driver: Driver = {
  /** Does not switch the wallet's network: that would be a second prompt, which the visitor has not asked for. */
  connect: async (kit, { provider }) => {
    const wallet = toProvider(provider)
    const session = await readSession(kit, wallet, 'eth_requestAccounts').catch(async (error: unknown) => {
      const shared = isUnknownMethod(error) ? await readSession(kit, wallet, 'eth_accounts') : undefined
      if (!shared) throw error
      return shared
    })
    if (!session) throw new NoAccountError('The wallet shares no account')
    return session
  },
  resume: (kit, { provider }) => readSession(kit, toProvider(provider), 'eth_accounts'),
  /** Never rejects: the page ends the session even if the wallet refuses to revoke permissions, or never answers. */
  disconnect: async (_kit, { provider }) => {
    const revoke = ask(toProvider(provider), 'wallet_revokePermissions', [{ eth_accounts: {} }])
    await within(ONE_SECOND, revoke).catch(() => undefined)
  },
  watch: (_kit, connector, on) => watch(connector, on),
}
export default driver

/** `eth_chainId` requests that a wallet did not answer in time. When the answer comes, `watch` reports the network. */
const late = new WeakMap<Eip1193Provider, Promise<CaipNetworkId>>()

async function readSession(
  kit: Kit,
  wallet: Eip1193Provider,
  method: 'eth_requestAccounts' | 'eth_accounts',
): Promise<Session | undefined> {
  const accounts = parse(method, parseAccounts, await ask(wallet, method))
  if (!accounts.length) return undefined
  const asked = ask(wallet, 'eth_chainId').then((answer): CaipNetworkId => {
    return `eip155:${parse('eth_chainId', parseChainId, answer)}`
  })
  const said = await unprompted(asked)
  if (said === undefined) late.set(wallet, asked)
  else late.delete(wallet)
  // Until the wallet reports its network, assume the page's. This is safe: `sendTransaction` asks the wallet again.
  const caipNetworkId = said ?? kit.state.networks.eip155.caipNetwork?.caipNetworkId
  return {
    accounts: accounts.map((address) => ({ address, type: 'eoa' })),
    caipNetworkId: caipNetworkId ?? (await asked),
    provider: wallet,
  }
}

function watch({ provider }: Connector, on: Parameters<Driver['watch']>[2]): () => void {
  const wallet = toProvider(provider)
  let stopped = false
  let moved = false
  // Ignore payloads that do not follow EIP-1193, and keep the last valid state.
  const listeners = {
    accountsChanged: (payload: unknown) => {
      const accounts = parseAccounts(payload)
      if (accounts?.length) on.accounts(accounts)
      else if (accounts) on.disconnect()
    },
    chainChanged: (payload: unknown) => {
      const chainId = parseChainId(payload)
      if (chainId === undefined) return
      moved = true
      on.network(`eip155:${chainId}`)
    },
    // MetaMask emits `disconnect` (code 1013) also when it only lost its own connection to the network. So end the
    // session only if the wallet lists no accounts within 1 s.
    disconnect: () => {
      const accounts = within(ONE_SECOND, ask(wallet, 'eth_accounts')).then(parseAccounts, () => undefined)
      void accounts.then((left) => {
        if (!stopped && !left?.length) on.disconnect()
      })
    },
  }
  for (const [event, listener] of Object.entries(listeners)) wallet.on?.(event, listener)
  void late.get(wallet)?.then(
    (id) => void (stopped || moved || on.network(id)),
    () => undefined,
  )
  return () => {
    stopped = true
    for (const [event, listener] of Object.entries(listeners)) wallet.removeListener?.(event, listener)
  }
}

const UNKNOWN_METHOD: readonly (number | undefined)[] = [
  RPC_CODES.methodNotFound,
  RPC_CODES.methodNotSupported,
  RPC_CODES.unsupportedMethod,
]

/**
 * Whether the wallet lacks a method. Providers of some SDKs, such as that of Safe, share their account from the start
 * and have no `eth_requestAccounts` (EIP-1102). Safe's says so without a code.
 */
const isUnknownMethod = (error: unknown) =>
  UNKNOWN_METHOD.includes(parseRpcError(error).code) || /not implemented/i.test(readMessage(error))

/** `async`, because a provider may throw synchronously instead of returning a rejected promise. */
const ask = async (wallet: Eip1193Provider, method: string, params?: unknown) =>
  wallet.request(params === undefined ? { method } : { method, params })

function parse<T>(method: string, parser: (answer: unknown) => T | undefined, answer: unknown): T {
  const parsed = parser(answer)
  if (parsed === undefined) throw new AnswerError(method, answer)
  return parsed
}
