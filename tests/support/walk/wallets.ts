/** Wallets in memory for random walks: their accounts, their answers, and their listeners. */
import evmDriver from '../../../runtime/chains/eip155/driver.ts'
import type { Connector, Driver, Session, SessionEvents } from '../../../runtime/contracts/connector.ts'
import type { CaipNetworkId, Namespace } from '../../../runtime/lib/namespace.ts'
import { CONNECTOR_IDS } from '../../../runtime/contracts/connector.ts'
import { network, solana } from '../kit.ts'

/** The networks that the page lists, and the id of an EVM network that it does not list. */
export const NETWORKS = [network(1), network(137), solana()]
export const UNLISTED = 424242

/** A wallet on eip155: an EIP-1193 provider, which the kit uses by its real driver. */
export type EvmWallet = {
  id: string
  connector: Connector
  /** Every account that the wallet has. It shares them in this order while it is authorised. */
  accounts: string[]
  chain: number
  isAuthorised: boolean
  /** `mute`: requests get no answer. `refuse`: prompts are refused. */
  mood: 'answer' | 'mute' | 'refuse'
  /** How many listeners all pages together have on its provider. */
  listeners: () => number
  emit: (event: string, payload: unknown) => void
  /** The accounts for which it was asked to sign. */
  signed: string[]
}

export function evmWallet(id: string, accounts: readonly string[]): EvmWallet {
  const heard = new Map<string, Set<(payload: unknown) => void>>()
  const shared = () => (wallet.isAuthorised ? [...wallet.accounts] : [])
  const refused = () => Object.assign(new Error('User rejected the request'), { code: 4001 })
  const answers: Record<string, (params: unknown) => unknown> = {
    eth_requestAccounts: () => {
      if (wallet.mood === 'refuse') throw refused()
      wallet.isAuthorised = true
      return shared()
    },
    eth_accounts: shared,
    eth_chainId: () => `0x${wallet.chain.toString(16)}`,
    wallet_revokePermissions: () => {
      wallet.isAuthorised = false
      wallet.emit('accountsChanged', [])
      return null
    },
    wallet_switchEthereumChain: (params) => {
      if (wallet.mood === 'refuse') throw refused()
      wallet.chain = Number((params as [{ chainId: string }])[0].chainId)
      wallet.emit('chainChanged', answers['eth_chainId']?.(undefined))
      return null
    },
    personal_sign: (params) => void wallet.signed.push((params as [string, string])[1]),
  }
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      if (wallet.mood === 'mute') return new Promise(() => undefined)
      return answers[method]?.(params) ?? null
    },
    on: (event: string, hear: (payload: unknown) => void) =>
      void heard.set(event, (heard.get(event) ?? new Set()).add(hear)),
    removeListener: (event: string, hear: (payload: unknown) => void) => void heard.get(event)?.delete(hear),
  }
  const wallet: EvmWallet = {
    id,
    accounts: [...accounts],
    chain: 1,
    isAuthorised: false,
    mood: 'answer',
    signed: [],
    listeners: () => [...heard.values()].reduce((sum, each) => sum + each.size, 0),
    emit: (event, payload) => [...(heard.get(event) ?? [])].forEach((hear) => hear(payload)),
    connector: {
      id,
      name: id,
      type: 'ANNOUNCED',
      chain: 'eip155',
      chains: [],
      provider,
      info: { rdns: id, name: id },
      driver: () => Promise.resolve({ default: evmDriver }),
    },
  }
  return wallet
}

/** A WalletConnect wallet with one session for several namespaces. All pages of a site share the session. */
export type RemoteWallet = {
  connectors: Connector[]
  isAuthorised: boolean
  mood: 'answer' | 'mute' | 'refuse'
  /** The accounts that it approved, by network. */
  accountsOn: Partial<Record<CaipNetworkId, string[]>>
  heard: Set<{ chain: Namespace; on: SessionEvents }>
  end: () => void
}

export function remoteWallet(): RemoteWallet {
  const own = (chain: Namespace) => (id: string) => id.startsWith(`${chain}:`)
  const read = (chain: Namespace, current: CaipNetworkId | undefined): Session => {
    const ids = (Object.keys(wallet.accountsOn) as CaipNetworkId[]).filter(own(chain))
    const caipNetworkId = ids.find((id) => id === current) ?? ids[0] ?? 'eip155:1'
    const accountsOn = Object.fromEntries(
      ids.map((id) => [id, (wallet.accountsOn[id] ?? []).map((address) => ({ address }))]),
    )
    const accounts = accountsOn[caipNetworkId] ?? []
    return { accounts, accountsOn, caipNetworkId, provider: providers[chain], approvedCaipNetworkIds: ids }
  }
  const providers: Partial<Record<Namespace, object>> = { eip155: remoteProvider(), solana: remoteProvider() }
  const answer = async <T>(give: () => T): Promise<T> => {
    if (wallet.mood === 'mute') return new Promise<T>(() => undefined)
    return give()
  }
  const driver: Driver = {
    connect: (kit, { chain }) =>
      answer(() => {
        if (wallet.mood === 'refuse') throw Object.assign(new Error('User rejected'), { code: 4001 })
        wallet.isAuthorised = true
        return read(chain, kit.state.networks[chain].caipNetwork?.caipNetworkId)
      }),
    resume: (kit, { chain }) =>
      answer(() =>
        wallet.isAuthorised ? read(chain, kit.state.networks[chain].caipNetwork?.caipNetworkId) : undefined,
      ),
    disconnect: () => answer(() => void (wallet.isAuthorised = false)),
    watch: (_kit, { chain }, on) => {
      const entry = { chain, on }
      wallet.heard.add(entry)
      return () => void wallet.heard.delete(entry)
    },
  }
  const wallet: RemoteWallet = {
    isAuthorised: false,
    mood: 'answer',
    accountsOn: {
      'eip155:1': ['0x00000000000000000000000000000000000000C1'],
      'eip155:137': ['0x00000000000000000000000000000000000000c2'],
      [solana().caipNetworkId]: ['So11111111111111111111111111111111111111112'],
    },
    heard: new Set(),
    end: () => {
      wallet.isAuthorised = false
      for (const { on } of [...wallet.heard]) on.disconnect()
    },
    connectors: (['eip155', 'solana'] as const).map((chain) => ({
      id: CONNECTOR_IDS.walletConnect,
      name: 'WalletConnect',
      type: 'WALLET_CONNECT',
      chain,
      chains: [],
      driver: () => Promise.resolve({ default: driver }),
    })),
  }
  return wallet
}

/** The provider of the remote wallet, which has nothing to do in the walks. */
const remoteProvider = () => ({
  request: ({ method }: { method: string }) => Promise.resolve(method === 'eth_accounts' ? [] : null),
  on: () => undefined,
  removeListener: () => undefined,
})
