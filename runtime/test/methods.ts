/** The JSON-RPC methods that the test wallet implements. It forwards most others to the node. */
import { invalid, pending, refusal, unauthorized, unknownChain, unsupported, WalletError } from './errors.ts'
import type { Hex, Switches, TestChain, TestWalletOptions } from './options.ts'
import type { Prompts } from './prompts.ts'
import { batchOf, sendBatch, statusOf } from './batch.ts'
import { addressOf, askNode, sendTransaction, signMessage, signTypedData } from './signer.ts'

export type WalletState = {
  chains: Map<number, TestChain>
  chainId: number
  /** The index of the selected key. */
  account: number
  connected: boolean
  locked: boolean
}

type Parts = {
  options: TestWalletOptions
  keys: readonly Hex[]
  state: WalletState
  switches: Switches
  prompts: Prompts
  /** The accounts that the page may see, the selected one first. */
  visible: () => string[]
  emit: (event: string, payload: unknown) => void
  changeChain: (id: number) => void
}

type Methods = Record<string, (params: readonly unknown[]) => unknown>

export function createMethods({ options, keys, state, switches, prompts, visible, emit, changeChain }: Parts) {
  const hexChain = () => `0x${state.chainId.toString(16)}`
  const node = () => {
    const chain = state.chains.get(state.chainId)
    if (!chain) throw new WalletError(4901, `The wallet has no node for chain ${state.chainId}`)
    return chain
  }
  /** The key of an account. Throws 4100 if the page may not use it. */
  const keyOf = (address: unknown): Hex => {
    const asked = String(address).toLowerCase()
    const key = keys.find((each) => addressOf(each).toLowerCase() === asked)
    if (!key || !visible().some((each) => each.toLowerCase() === asked)) throw unauthorized()
    return key
  }
  const once = createOnce(switches)

  const table: Methods = {
    eth_chainId: hexChain,
    net_version: () => String(state.chainId),
    eth_accounts: visible,
    eth_coinbase: () => visible()[0] ?? null,
    eth_requestAccounts: async () => {
      if (visible().length || switches.accounts === 'none') return visible()
      await once('eth_requestAccounts', async () => {
        await prompts.unlocked(state.locked)
        if (!state.connected) await prompts.ask()
      })
      state.connected = true
      emit('connect', { chainId: hexChain() })
      emit('accountsChanged', visible())
      return visible()
    },
    // Shows no prompt if the page has access already, or if the visitor has blocked the site (`accounts: 'none'`).
    wallet_requestPermissions: async () => {
      if (switches.accounts !== 'none') await table['eth_requestAccounts']?.([])
      return [{ parentCapability: 'eth_accounts' }]
    },
    wallet_getPermissions: () => (visible().length ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions: ([named]) => {
      // Another permission is named, such as a session's (ERC-7715), which this wallet never grants: answer `null`, as
      // other wallets do.
      if (typeof named === 'object' && named !== null && !('eth_accounts' in named)) return null
      if (switches.revoke === 'hold') return new Promise(() => {})
      if (switches.revoke !== 'fail') {
        state.connected = false
        emit('accountsChanged', [])
      }
      if (switches.revoke !== 'revoke') throw unsupported('wallet_revokePermissions')
      return null
    },
    personal_sign: async ([message, address]) => {
      const key = keyOf(address)
      await prompts.ask()
      return signMessage(key, message)
    },
    eth_signTypedData_v4: async ([address, typedData]) => {
      const key = keyOf(address)
      await prompts.ask()
      return signTypedData(key, typedData)
    },
    eth_sendTransaction: async ([transaction]) => {
      if (typeof transaction !== 'object' || transaction === null) throw invalid('This is not a transaction')
      const fields = transaction as Record<string, unknown>
      const [key, chain] = [keyOf(fields['from']), node()]
      await prompts.ask()
      return sendTransaction(key, chain, fields)
    },
    ...chainMethods({ state, switches, prompts, changeChain, once }),
    ...batchMethods({ options, state, prompts, keyOf, node }),
    wallet_getAssets: () => {
      if (options.assets === undefined) throw unsupported('wallet_getAssets')
      return options.assets
    },
  }

  return async (method: string, params: unknown): Promise<unknown> => {
    if (switches.background === 'never' && !PROMPTED.has(method)) return new Promise(() => {})
    const own = Object.hasOwn(table, method) ? table[method] : undefined
    if (own) return structuredClone(await own(Array.isArray(params) ? params : []))
    if (/^(wallet_|personal_|eth_sign)/.test(method)) throw unsupported(method)
    return askNode(node(), method, params)
  }
}

type Once = (method: string, prompt: () => Promise<void>) => Promise<void>

/**
 * Returns a function that opens a prompt. Unless the switch `again` is `queue`, the function refuses a second prompt of
 * the same method while the first is open.
 */
function createOnce(switches: Switches): Once {
  /** How many prompts of a method are open. */
  const open = new Map<string, number>()
  return async (method, prompt) => {
    const count = open.get(method) ?? 0
    if (count > 0 && switches.again !== 'queue') throw pending(method, switches.again)
    open.set(method, count + 1)
    await prompt().finally(() => open.set(method, (open.get(method) ?? 1) - 1))
  }
}

/** The methods that switch and add chains. */
const chainMethods = ({
  state,
  switches,
  prompts,
  changeChain,
  once,
}: Pick<Parts, 'state' | 'switches' | 'prompts' | 'changeChain'> & { once: Once }): Methods => ({
  wallet_switchEthereumChain: async ([chain]) => {
    const id = chainIdOf(chain)
    if (switches.switch !== 'known' && id !== state.chainId) throw unknownChain(id, switches.switch)
    if (!state.chains.has(id)) throw unknownChain(id, 'unknown')
    if (id !== state.chainId) await once('wallet_switchEthereumChain', prompts.ask)
    changeChain(id)
    return null
  },
  wallet_addEthereumChain: async ([chain]) => {
    const [id, rpcUrl] = [chainIdOf(chain), firstUrl(chain)]
    if (switches.explorer && !hasExplorer(chain)) throw invalid('blockExplorerUrls is missing')
    if (switches.add === 'fail') throw new WalletError(-32603, 'The chain could not be added')
    if (switches.add === 'reject') throw refusal(switches.refusal)
    await prompts.ask()
    state.chains.set(id, { id, rpcUrl })
    if (switches.switch !== 'known') switches.switch = 'known'
    if (switches.add !== 'stay') changeChain(id)
    return null
  },
})

/**
 * The methods for batches of calls (EIP-5792). `node` returns the active chain, and throws 4901 if the wallet has no
 * node for it. `keyOf` returns an account's private key, and throws 4100 if the page may not use the account.
 */
const batchMethods = ({
  options,
  state,
  prompts,
  keyOf,
  node,
}: Pick<Parts, 'options' | 'state' | 'prompts'> & {
  keyOf: (address: unknown) => Hex
  node: () => TestChain
}): Methods => ({
  wallet_getCapabilities: ([address]) => {
    keyOf(address)
    const atomic = { status: 'supported' }
    const all = options.batch && [...state.chains.keys()].map((id) => [`0x${id.toString(16)}`, { atomic }] as const)
    const said = options.capabilities ?? (all && Object.fromEntries(all))
    if (!said) throw unsupported('wallet_getCapabilities')
    return said
  },
  wallet_sendCalls: async (params) => {
    if (!options.batch) throw unsupported('wallet_sendCalls')
    const batch = batchOf(params)
    const [key, chain] = [keyOf(batch.from), node()]
    if (batch.chainId !== chain.id) throw invalid(`The batch is for chain ${batch.chainId}`)
    await prompts.ask()
    // Use the transaction's hash as the batch's id, so that the wallet finds the batch even after a reload of the page.
    return { id: await sendBatch(key, chain, options.batch, batch) }
  },
  wallet_getCallsStatus: ([id]) => {
    if (!options.batch) throw unsupported('wallet_getCallsStatus')
    return statusOf(node(), id)
  },
})

/** The methods that ask the visitor. */
const PROMPTED: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
])

function hasExplorer(chain: unknown): boolean {
  const { blockExplorerUrls } = (chain ?? {}) as { blockExplorerUrls?: unknown }
  const [url] = Array.isArray(blockExplorerUrls) ? (blockExplorerUrls as unknown[]) : []
  return typeof url === 'string' && URL.canParse(url)
}

function chainIdOf(chain: unknown): number {
  const { chainId } = (chain ?? {}) as { chainId?: unknown }
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/.test(chainId))
    throw invalid('chainId is not hex without leading zeros')
  return Number(chainId)
}

/** Returns the first RPC URL. As strict as real wallets: needs a name, a currency, and a URL of https or localhost. */
function firstUrl(chain: unknown): string {
  const { chainName, rpcUrls, nativeCurrency } = (chain ?? {}) as Record<string, unknown>
  const { symbol, decimals } = (nativeCurrency ?? {}) as Record<string, unknown>
  const [url] = Array.isArray(rpcUrls) ? (rpcUrls as unknown[]) : []
  if (typeof chainName !== 'string' || !chainName) throw invalid('chainName is missing')
  if (typeof symbol !== 'string' || !symbol || typeof decimals !== 'number') throw invalid('nativeCurrency is missing')
  if (typeof url !== 'string' || !/^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(url))
    throw invalid('rpcUrls is missing')
  return url
}
