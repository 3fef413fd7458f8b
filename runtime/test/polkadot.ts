/** A Polkadot test wallet: an entry of `window.injectedWeb3`, with real sr25519 keys. */
import { notAuthorised, unauthorized } from './errors.ts'
import { createHolder, seedOf, type TestControls } from './holder.ts'
import { type Hex, type Switches, TEST_WALLET } from './options.ts'
import { polkadotAddress, polkadotKey, signPolkadotPayload, signPolkadotRaw } from './sign/polkadot.ts'
import type { PolkadotPayload } from './sign/polkadotPayload.ts'
import type { Memory } from './wallet.ts'

export type TestPolkadotOptions = {
  /** Seeds of 32 bytes; the first is the selected account. */
  keys: readonly Hex[]
  /** The wallet's name, which is its key in `window.injectedWeb3`. */
  name?: string
  switches?: Partial<Switches>
}

export type InjectedAccount = { address: string; genesisHash: null; name: string; type: 'sr25519' }

/** What the extension returns to a page that it authorised. */
export type TestInjected = {
  accounts: {
    get: () => Promise<InjectedAccount[]>
    subscribe: (listener: (accounts: InjectedAccount[]) => void) => () => void
  }
  signer: {
    signPayload: (payload: PolkadotPayload & { address: string }) => Promise<{ id: number; signature: Hex }>
    signRaw: (raw: { address: string; data: string; type?: string }) => Promise<{ id: number; signature: Hex }>
  }
}

export type TestPolkadotWallet = TestControls & {
  readonly name: string
  /** The entry of `window.injectedWeb3`. */
  readonly injected: { version: string; enable: (origin: string) => Promise<TestInjected> }
}

/**
 * A wallet on Polkadot, which only signs.
 *
 * @example
 * ```ts
 * import { createTestPolkadotWallet, FIRST_TEST_KEY } from 'walletkit/test'
 *
 * const wallet = createTestPolkadotWallet({ keys: [FIRST_TEST_KEY] })
 * ```
 */
export function createTestPolkadotWallet(options: TestPolkadotOptions, memory?: Memory): TestPolkadotWallet {
  const { name = TEST_WALLET.name } = options
  const seeds = options.keys.map(seedOf)
  const addresses = seeds.map((seed) => polkadotAddress(seed))
  const listeners = new Set<(accounts: InjectedAccount[]) => void>()
  const holder = createHolder({
    name,
    addresses,
    switches: options.switches,
    memory,
    changed: () => listeners.forEach((listen) => listen(accounts())),
  })
  const accounts = () =>
    holder.visible().map((index): InjectedAccount => {
      return { address: addresses[index] ?? '', genesisHash: null, name: `Test account ${index + 1}`, type: 'sr25519' }
    })
  /** The seed of an account, for an address with any chain's prefix. Throws 4100 if the page may not use it. */
  const keyOf = (address: string): Uint8Array => {
    const asked = polkadotKey(address)
    const index = holder.visible().find((each) => polkadotKey(addresses[each] ?? '') === asked)
    const seed = index === undefined ? undefined : seeds[index]
    if (!seed) throw unauthorized()
    return seed
  }
  let answers = 0
  const answer = async (method: string, asked: { address: string }, sign: (seed: Uint8Array) => Hex) => {
    holder.note(method, asked)
    const seed = keyOf(asked.address)
    await holder.ask()
    return { id: ++answers, signature: sign(seed) }
  }

  return {
    ...holder.controls,
    name,
    injected: {
      version: '0.62.6',
      enable: async (origin) => {
        holder.note('enable', origin)
        let refused = false
        await holder.connect().catch((error: unknown) => {
          refused = holder.switches.refusal === 'late' && holder.switches.onboarded
          if (!refused) throw error
        })
        return {
          accounts: {
            get: async () => {
              if (refused) throw notAuthorised(origin)
              return accounts()
            },
            subscribe: (listener) => {
              listeners.add(listener)
              queueMicrotask(() => listeners.has(listener) && listener(accounts()))
              return () => void listeners.delete(listener)
            },
          },
          signer: {
            signRaw: (raw) => answer('signRaw', raw, (seed) => signPolkadotRaw(seed, raw.data)),
            signPayload: (payload) => answer('signPayload', payload, (seed) => signPolkadotPayload(seed, payload)),
          },
        }
      },
    },
  }
}
