/**
 * Runs a WalletConnect wallet in Node, for tests without a browser: the sandbox's own wallet, with storage in memory.
 */
import type { Hex } from 'viem'
import { testAccounts } from '../../sandbox/accounts.ts'
import type { Pending, Wallet, WalletOptions } from '../../sandbox/wallet/types.ts'
import { openWallet } from '../../sandbox/wallet/wallet.ts'

/** The storage of a client. It outlives the client: a second client with it continues where the first one ended. */
export type ClientStorage = NonNullable<WalletOptions['storage']>

export type RemoteWalletOptions = {
  relayUrl: string
  projectId?: string
  /** The chains that it can reach, as a sandbox lists them. */
  chains: WalletOptions['chains']
  /** Its EVM keys; by default the first three test accounts. */
  keys?: readonly Hex[]
  /** How it answers pending items. With `'ask'` (the default) the test answers. */
  policy?: 'approve' | 'reject' | 'ask'
  storage?: ClientStorage
  /** The name that it gives itself. */
  name?: string
  /** Whether it supports sign-in with a session (default `true`). */
  authenticates?: boolean
}

export type RemoteWallet = Wallet & {
  storage: ClientStorage
  setPolicy: (policy: 'approve' | 'reject' | 'ask') => void
  /** Resolves with the first pending item, as soon as there is one. */
  next: () => Promise<Pending>
}

export function memoryStorage(): ClientStorage {
  const items = new Map<string, string>()
  const parse = (text: string) => JSON.parse(text) as never
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async () => [...items].map(([key, text]) => [key, parse(text)]),
    getItem: async (key) => {
      const text = items.get(key)
      return text === undefined ? undefined : parse(text)
    },
    setItem: async (key, value) => void items.set(key, JSON.stringify(value)),
    removeItem: async (key) => void items.delete(key),
  }
}

/** Two clients in one process must not share a prefix, but consecutive clients with the same storage must. */
const prefixes = new WeakMap<ClientStorage, string>()
let stores = 0

/** Opens a wallet. Several can run in one process. The test must close it. */
export async function createRemoteWallet(options: RemoteWalletOptions): Promise<RemoteWallet> {
  const { relayUrl, projectId = 'remote-wallet', chains, storage = memoryStorage(), policy = 'ask' } = options
  const { authenticates = true, name } = options
  const storagePrefix = prefixes.get(storage) ?? `remote${(stores += 1)}`
  prefixes.set(storage, storagePrefix)
  const keys = options.keys ?? testAccounts.slice(0, 3).map(({ privateKey }) => privateKey)
  // The URLs of the other chains, which the relay's sandbox serves too.
  const at = relayUrl.replace(/^ws/, 'http').replace(/\/relay\/?$/, '')
  const others = { solanaUrl: `${at}/rpc/solana`, bitcoinUrl: `${at}/bitcoin` }
  const wallet = await openWallet({
    relayUrl,
    projectId,
    chains,
    ...others,
    keys,
    storage,
    storagePrefix,
    authenticates,
    ...(name !== undefined && { name }),
  })
  let current = policy
  const react = () => {
    const [first] = wallet.pending()
    if (first && current === 'reject') void wallet.reject(first.id).catch(() => {})
  }
  const setPolicy = (next: typeof policy) => {
    current = next
    wallet.setAuto(next === 'approve')
    react()
  }
  wallet.subscribe(react)
  setPolicy(policy)
  return {
    ...wallet,
    storage,
    setPolicy,
    next: () =>
      new Promise((resolve) => {
        const look = () => {
          const [first] = wallet.pending()
          if (!first) return
          stop()
          resolve(first)
        }
        const stop = wallet.subscribe(look)
        look()
      }),
  }
}
