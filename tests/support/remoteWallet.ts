/** A remote wallet under Node: the sandbox's own wallet with its store in memory, for tests that need no browser. */
import type { Hex } from 'viem'
import { testAccounts } from '../../cli/sandbox/accounts.ts'
import type { Pending, Wallet, WalletOptions } from '../../cli/sandbox/wallet/types.ts'
import { openWallet } from '../../cli/sandbox/wallet/wallet.ts'

/** A client's store that outlives the client: give it to a second one and it goes on where the first one ended. */
export type ClientStorage = NonNullable<WalletOptions['storage']>

export type RemoteWalletOptions = {
  relayUrl: string
  projectId?: string
  /** The chains that it can reach, as a sandbox has them. */
  chains: WalletOptions['chains']
  /** Its EVM keys; the first three test accounts by default. */
  keys?: readonly Hex[]
  /** What is done with what comes in; `'ask'` (the default) leaves it to the test. */
  policy?: 'approve' | 'reject' | 'ask'
  storage?: ClientStorage
  /** What it says that it is called. */
  name?: string
  /** `false`: it knows no sign-in with a session. */
  authenticates?: boolean
}

export type RemoteWallet = Wallet & {
  storage: ClientStorage
  setPolicy: (policy: 'approve' | 'reject' | 'ask') => void
  /** Resolves with the first thing that waits for an answer, now or later. */
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

/** Two clients of one process must not share a prefix; those on one store, one after the other, must. */
const prefixes = new WeakMap<ClientStorage, string>()
let stores = 0

/** Opens a wallet of its own: several may run in one process. Close it after the test. */
export async function createRemoteWallet(options: RemoteWalletOptions): Promise<RemoteWallet> {
  const { relayUrl, projectId = 'remote-wallet', chains, storage = memoryStorage(), policy = 'ask' } = options
  const { authenticates = true, name } = options
  const storagePrefix = prefixes.get(storage) ?? `remote${(stores += 1)}`
  prefixes.set(storage, storagePrefix)
  const keys = options.keys ?? testAccounts.slice(0, 3).map(({ privateKey }) => privateKey)
  // The sandbox whose relay it is has the other chains too.
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
