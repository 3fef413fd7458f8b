/** A Solana test wallet: the Wallet Standard's features with real ed25519 keys. */
import { base58, base64 } from '../lib/vendor/testKeys.ts'
import { invalid, unauthorized, WalletError } from './errors.ts'
import { createHolder, seedOf, type TestControls } from './holder.ts'
import { type Hex, type Switches, TEST_WALLET } from './options.ts'
import { signSolanaMessage, signSolanaTransaction, solanaAddress } from './sign/solana.ts'
import type { Memory } from './wallet.ts'

export type TestSolanaOptions = {
  /** Seeds of 32 bytes; the first is the selected account. */
  keys: readonly Hex[]
  /** The node to send transactions to. Without it the wallet only signs. */
  rpcUrl?: string
  /** The chains that the wallet serves, by their Wallet Standard names. Default: all four of Solana's chains. */
  chains?: readonly `solana:${string}`[]
  name?: string
  icon?: string
  switches?: Partial<Switches>
}

type Account = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}
type Asked = { account: Account; chain?: string; transaction: Uint8Array; options?: Record<string, unknown> }

const CHAINS = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

export type TestSolanaWallet = TestControls & {
  /** The object that registers with the page (Wallet Standard). */
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: string
    readonly chains: readonly string[]
    readonly accounts: readonly Account[]
    readonly features: Readonly<Record<string, unknown>>
  }
}

/**
 * A wallet on Solana. It signs; with `rpcUrl` it also sends.
 *
 * @example
 * ```ts
 * import { createTestSolanaWallet, FIRST_TEST_KEY } from 'walletkit/test'
 *
 * const wallet = createTestSolanaWallet({ keys: [FIRST_TEST_KEY] })
 * ```
 */
export function createTestSolanaWallet(options: TestSolanaOptions, memory?: Memory): TestSolanaWallet {
  const { rpcUrl, chains = CHAINS, name = TEST_WALLET.name, icon = TEST_WALLET.icon } = options
  const seeds = options.keys.map(seedOf)
  const addresses = seeds.map(solanaAddress)
  const listeners = new Set<(change: unknown) => void>()
  const holder = createHolder({
    name,
    addresses,
    switches: options.switches,
    memory,
    changed: () => listeners.forEach((listen) => listen({ accounts: accounts() })),
  })

  const sends = rpcUrl === undefined ? [] : ['solana:signAndSendTransaction']
  const features = ['solana:signMessage', 'solana:signTransaction', ...sends]
  const all = addresses.map((address): Account =>
    Object.freeze({ address, publicKey: base58.decode(address), chains, features }),
  )
  const accounts = () => holder.visible().flatMap((index) => all[index] ?? [])

  /** The seed of an account. Throws 4100 if the page may not use it. */
  const keyOf = ({ address }: Account): Uint8Array => {
    const seed = seeds[addresses.indexOf(address)]
    if (!seed || !accounts().some((account) => account.address === address)) throw unauthorized()
    return seed
  }
  const onChain = ({ chain }: Asked) => {
    if (chain !== undefined && !chains.includes(chain as never)) throw invalid(`The wallet has no chain ${chain}`)
  }

  const signTransaction = async (...asked: Asked[]) => {
    holder.note('solana:signTransaction', asked.map(parameters))
    asked.forEach(onChain)
    const keys = asked.map(({ account }) => keyOf(account))
    await holder.ask()
    return asked.map(({ transaction }, at) => ({
      signedTransaction: signSolanaTransaction(keys[at] ?? new Uint8Array(), transaction).transaction,
    }))
  }

  const wallet: TestSolanaWallet['wallet'] = {
    version: '1.0.0',
    name,
    icon,
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      ...standardFeatures(holder, accounts, listeners),
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: async (...asked: { account: Account; message: Uint8Array }[]) => {
          holder.note(
            'solana:signMessage',
            asked.map(({ account, message }) => ({ account: account.address, message: base58.encode(message) })),
          )
          const keys = asked.map(({ account }) => keyOf(account))
          await holder.ask()
          return asked.map(({ message }, at) => ({
            signedMessage: message,
            signature: signSolanaMessage(keys[at] ?? new Uint8Array(), message),
          }))
        },
      },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction },
      ...(rpcUrl !== undefined && {
        'solana:signAndSendTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: ['legacy', 0],
          signAndSendTransaction: async (...asked: Asked[]) => {
            holder.note('solana:signAndSendTransaction', asked.map(parameters))
            asked.forEach(onChain)
            const keys = asked.map(({ account }) => keyOf(account))
            await holder.ask()
            return signAndSend(rpcUrl, keys, asked)
          },
        },
      }),
    },
  }
  return { ...holder.controls, wallet }
}

const parameters = ({ account, chain, transaction, options: extra }: Asked) => ({
  account: account.address,
  chain,
  transaction: base64.encode(transaction),
  ...(extra && { options: extra }),
})

/** The features of every wallet of the Wallet Standard. */
const standardFeatures = (
  holder: ReturnType<typeof createHolder>,
  accounts: () => readonly Account[],
  listeners: Set<(change: unknown) => void>,
) => ({
  'standard:connect': {
    version: '1.0.0',
    connect: async ({ silent = false } = {}) => {
      holder.note('standard:connect', { silent })
      await holder.connect(silent)
      return { accounts: accounts() }
    },
  },
  'standard:disconnect': { version: '1.0.0', disconnect: async () => holder.disconnect() },
  'standard:events': {
    version: '1.0.0',
    on: (event: string, listener: (change: unknown) => void) => {
      if (event !== 'change') return () => {}
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  },
})

/** Signs and sends transactions, each with the key of the same index. */
async function signAndSend(rpcUrl: string, keys: readonly Uint8Array[], asked: readonly Asked[]) {
  const answers: { signature: Uint8Array }[] = []
  for (const [at, { transaction, options = {} }] of asked.entries()) {
    const signed = signSolanaTransaction(keys[at] ?? new Uint8Array(), transaction)
    await send(rpcUrl, signed.transaction, options)
    answers.push({ signature: signed.signature })
  }
  return answers
}

/** Sends a signed transaction to the node. Throws its error as wallets do. */
async function send(rpcUrl: string, transaction: Uint8Array, options: Record<string, unknown>) {
  const params = [base64.encode(transaction), { ...options, encoding: 'base64' }]
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  })
  const { error } = (await answer.json()) as { error?: { code: number; message: string; data?: unknown } }
  if (error) throw new WalletError(error.code, error.message, error.data)
}

/**
 * Registers a wallet with the Wallet Standard's two events. Returns the function that stops registering with new apps.
 */
export function registerStandardWallet(wallet: object): () => void {
  type Api = { register: (wallet: object) => unknown }
  const register = ({ register: add }: Api) => void add(wallet)
  const hear = (event: Event) => register((event as CustomEvent<Api>).detail)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  addEventListener('wallet-standard:app-ready', hear)
  return () => removeEventListener('wallet-standard:app-ready', hear)
}
