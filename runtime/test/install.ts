/** Installs a test wallet in a page, on every namespace that the options have keys for. */
import { uuid } from '../lib/uuid.ts'
import { TEST_WALLET, type TestWalletOptions } from './options.ts'
import { createTestBitcoinWallet, type TestBitcoinOptions, type TestBitcoinWallet } from './bitcoin.ts'
import { createTestPolkadotWallet, type TestPolkadotOptions, type TestPolkadotWallet } from './polkadot.ts'
import {
  createTestSolanaWallet,
  registerStandardWallet,
  type TestSolanaOptions,
  type TestSolanaWallet,
} from './solana.ts'
import { createTestWallet, type Memory, type TestWallet } from './wallet.ts'

export type InstallOptions = TestWalletOptions & {
  /** How the page finds the wallet on eip155: `announced` (EIP-6963), `injected` (`window.ethereum`), both or none. */
  as?: 'announced' | 'injected' | 'both' | 'none'
  /** The same wallet on Solana, registered with the Wallet Standard. It shares name, icon and initial switches. */
  solana?: Pick<TestSolanaOptions, 'keys' | 'rpcUrl' | 'chains'>
  /**
   * The same wallet on Bitcoin. It registers by the Wallet Standard only; pages call it through the sats-connect
   * provider in the registered wallet's feature `sats-connect:`.
   */
  bip122?: Pick<TestBitcoinOptions, 'keys' | 'url' | 'chain'>
  /** The same wallet on Polkadot, in `window.injectedWeb3`. */
  polkadot?: Pick<TestPolkadotOptions, 'keys'>
  /** Announces itself under a new uuid each time (EIP-6963), as some wallets do. */
  changingUuid?: boolean
  /** Milliseconds until the wallet appears; real wallets can be seconds late. */
  late?: number
  /** Sets `window.__walletkitTest[rdns]` to the handle, for tests that run outside the page. */
  expose?: boolean
  /** Keeps the permission across reloads, as real wallets do. Default true. */
  remember?: boolean
}

declare global {
  var __walletkitTest: Record<string, InstalledTestWallet> | undefined
}

/** What a test controls: the wallet on eip155, and a wallet on each other namespace that the options have keys for. */
export type InstalledTestWallet = TestWallet & {
  solana?: TestSolanaWallet
  polkadot?: TestPolkadotWallet
  bip122?: TestBitcoinWallet
  uninstall: () => void
}

/**
 * Installs a wallet. Returns the test's handle, with `uninstall`.
 *
 * @example
 * ```ts
 * import { installTestWallet } from 'walletkit/test'
 *
 * const wallet = installTestWallet({ chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:4747/rpc/31337' }] })
 * wallet.uninstall()
 * ```
 */
export function installTestWallet(options: InstallOptions): InstalledTestWallet {
  const { as = 'announced', late = 0, expose = false, remember = true } = options
  const memories: ReturnType<typeof pageMemory>[] = []
  const remembered = (part: string) => {
    if (!remember) return undefined
    const memory = pageMemory(`walletkit.test/${options.rdns ?? TEST_WALLET.rdns}${part}`)
    memories.push(memory)
    return memory
  }
  const wallet = createTestWallet(options, remembered(''))
  const { info, provider } = wallet
  const shared = { name: info.name, icon: info.icon, ...(options.switches && { switches: options.switches }) }
  const solana = options.solana && createTestSolanaWallet({ ...shared, ...options.solana }, remembered('/solana'))
  const polkadot =
    options.polkadot && createTestPolkadotWallet({ ...shared, ...options.polkadot }, remembered('/polkadot'))
  const bip122 = options.bip122 && createTestBitcoinWallet({ ...shared, ...options.bip122 }, remembered('/bip122'))
  const page = globalThis as { ethereum?: unknown; injectedWeb3?: Record<string, unknown> }
  const stops: (() => void)[] = []

  const announce = () => {
    const own = options.changingUuid ? Object.freeze({ ...info, uuid: uuid() }) : info
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: own, provider }) }))
  }
  const appear = () => {
    for (const standard of [solana, bip122]) if (standard) stops.push(registerStandardWallet(standard.wallet))
    if (polkadot) (page.injectedWeb3 ??= {})[polkadot.name] = polkadot.injected
    if (as === 'injected' || as === 'both') {
      page.ethereum = provider
      dispatchEvent(new Event('ethereum#initialized'))
    }
    if (as === 'injected' || as === 'none') return
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  const timer = late > 0 ? setTimeout(appear, late) : undefined
  if (late <= 0) appear()

  const handle: InstalledTestWallet = {
    ...wallet,
    ...(solana && { solana }),
    ...(polkadot && { polkadot }),
    ...(bip122 && { bip122 }),
    uninstall: () => {
      clearTimeout(timer)
      memories.forEach((memory) => memory.close())
      stops.forEach((stop) => stop())
      if (polkadot && page.injectedWeb3?.[polkadot.name] === polkadot.injected) delete page.injectedWeb3[polkadot.name]
      removeEventListener('eip6963:requestProvider', announce)
      if (page.ethereum === provider) delete page.ethereum
      if (globalThis.__walletkitTest?.[info.rdns] === handle) delete globalThis.__walletkitTest[info.rdns]
    },
  }
  if (expose) (globalThis.__walletkitTest ??= {})[info.rdns] = handle
  return handle
}

/**
 * Uses the page's local storage to store the wallet's data. Without local storage, the wallet keeps nothing across
 * reloads.
 */
function pageMemory(key: string): Memory & { close: () => void } {
  let stop = () => {}
  return {
    close: () => stop(),
    watch: (changed) => {
      const hear = (event: StorageEvent) => void (event.key === key && changed())
      addEventListener('storage', hear)
      stop = () => removeEventListener('storage', hear)
    },
    load: () => {
      try {
        const { connected, chainId, account } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
        return {
          ...(typeof connected === 'boolean' ? { connected } : {}),
          ...(typeof chainId === 'number' ? { chainId } : {}),
          ...(typeof account === 'number' ? { account } : {}),
        }
      } catch {
        return undefined
      }
    },
    save: (kept) => {
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Storage may be blocked in the page; then the wallet keeps nothing across reloads.
      }
    },
  }
}
