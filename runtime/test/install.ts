/** Puts a test wallet into a page: announced by EIP-6963 and, if asked for, as `window.ethereum`. */
import type { TestWalletOptions } from './options.ts'
import { createTestWallet, type Memory, type TestWallet } from './wallet.ts'

export type InstallOptions = TestWalletOptions & {
  /** `announced` by EIP-6963, as `injected` (`window.ethereum`), or both. */
  as?: 'announced' | 'injected' | 'both'
  /** ms until it shows up; real wallets may be seconds late. */
  late?: number
  /** Puts the handle at `window.__walletkitTest[rdns]`, for tests outside of the page. */
  expose?: boolean
  /** Keep the permission over a reload, as real wallets do. Default true. */
  remember?: boolean
}

declare global {
  var __walletkitTest: Record<string, TestWallet> | undefined
}

/** Installs a wallet and returns the test's handle, with `uninstall`. */
export function installTestWallet(options: InstallOptions): TestWallet & { uninstall: () => void } {
  const { as = 'announced', late = 0, expose = false, remember = true } = options
  const memory = remember ? pageMemory(options.rdns ?? 'org.walletkit.test') : undefined
  const wallet = createTestWallet(options, memory)
  const { info, provider } = wallet
  const page = globalThis as { ethereum?: unknown }

  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  const appear = () => {
    if (as !== 'announced') {
      page.ethereum = provider
      dispatchEvent(new Event('ethereum#initialized'))
    }
    if (as === 'injected') return
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  const timer = late > 0 ? setTimeout(appear, late) : undefined
  if (late <= 0) appear()

  const handle = {
    ...wallet,
    uninstall: () => {
      clearTimeout(timer)
      memory?.close()
      removeEventListener('eip6963:requestProvider', announce)
      if (page.ethereum === provider) delete page.ethereum
      if (globalThis.__walletkitTest?.[info.rdns] === handle) delete globalThis.__walletkitTest[info.rdns]
    },
  }
  if (expose) (globalThis.__walletkitTest ??= {})[info.rdns] = handle
  return handle
}

/** The page's own storage stands for the wallet's; where there is none, the wallet forgets. */
function pageMemory(rdns: string): Memory & { close: () => void } {
  const key = `walletkit.test/${rdns}`
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
        // A page without storage has a wallet without memory.
      }
    },
  }
}
