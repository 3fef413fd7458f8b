/** A Harbor wallet with a real key, for the tests. */
import { toAddress, toHex } from './address.ts'
import type { HarborProvider } from './provider.ts'

export type HarborWallet = { address: string; provider: HarborProvider; share: (addresses: readonly string[]) => void }

export async function createHarborWallet(): Promise<HarborWallet> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  const address = toAddress(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
  const listeners = new Set<(addresses: unknown) => void>()
  let shared: readonly string[] = []
  return {
    address,
    share: (addresses) => {
      shared = addresses
      listeners.forEach((listen) => listen(addresses))
    },
    provider: {
      name: 'Harbor Wallet',
      connect: async () => (shared = [address]),
      accounts: async () => shared,
      signMessage: async (message, of) => {
        if (of !== address) throw new Error('Not an account of this wallet')
        return toHex(new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(message))))
      },
      onAccounts: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  }
}
