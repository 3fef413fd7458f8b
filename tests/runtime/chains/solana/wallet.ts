/** A fake wallet of the Wallet Standard with real keys. It signs with @solana/web3.js. */
import { ed25519 } from '@noble/curves/ed25519'
import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js'
import { base58 } from '@scure/base'
import { testSeeds } from '../../../../sandbox/wallet/namespaces/keys.ts'

export const KEYS = testSeeds('solana').map((seed) => Keypair.fromSeed(seed))
export const [FIRST = '', SECOND = '', THIRD = ''] = KEYS.map(({ publicKey }) => publicKey.toBase58())
export const CLUSTERS = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']

type Account = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
type Options = {
  name?: string
  keys?: readonly Keypair[]
  chains?: string[]
  /** The names of its features: by default all, but those that send only with an `rpcUrl`. */
  features?: string[]
  rpcUrl?: string
  versions?: unknown[]
}
type SignInput = { account: Account; transaction: Uint8Array; chain: string }

/**
 * Creates the wallet. `asked` lists its calls with inputs, `refuse` makes it refuse, `change` changes accounts or
 * chains with an event.
 */
export function createStandardWallet({
  name = 'Test wallet',
  keys = KEYS.slice(0, 2),
  chains = CLUSTERS,
  features,
  rpcUrl,
  versions = ['legacy', 0],
}: Options = {}) {
  const asked: [method: string, ...inputs: unknown[]][] = []
  const listeners = new Set<(change: object) => void>()
  const switches = { refuse: false, authorised: true }
  const accountOf = (key: Keypair, own = chains): Account => ({
    address: key.publicKey.toBase58(),
    publicKey: key.publicKey.toBytes(),
    chains: own,
    features: [],
  })
  let accounts: Account[] = []

  const hear = (method: string, ...inputs: unknown[]) => {
    asked.push([method, ...inputs])
    if (switches.refuse) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
  const own: Record<string, unknown> = {
    'standard:connect': {
      version: '1.0.0',
      connect: async (input?: { silent?: boolean }) => {
        hear('connect', input)
        if (input?.silent && !switches.authorised) return { accounts: [] }
        accounts = keys.map((key) => accountOf(key))
        return { accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => {
        hear('disconnect')
        accounts = []
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (_event: 'change', listener: (change: object) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    ...signing(hear, versions, rpcUrl),
  }
  const names = features ?? Object.keys(own).filter((each) => rpcUrl || each !== 'solana:signAndSendTransaction')
  const wallet = {
    version: '1.0.0' as const,
    name,
    icon: 'data:image/svg+xml,<svg/>' as const,
    chains,
    features: Object.fromEntries(names.map((each) => [each, own[each]])),
    get accounts() {
      return accounts
    },
  }
  const change = (to: { keys?: readonly Keypair[]; accountChains?: string[]; chains?: string[] }) => {
    if (to.chains) wallet.chains = to.chains
    if (to.keys) accounts = to.keys.map((key) => accountOf(key, to.accountChains))
    const told = { ...(to.keys && { accounts }), ...(to.chains && { chains: wallet.chains }) }
    for (const listener of [...listeners]) listener(told)
  }
  const methods = () => asked.map(([method]) => method)
  return { wallet, asked, methods, switches, change, accountOf, listening: () => listeners.size }
}

const keyOf = ({ address }: Account) => {
  const key = KEYS.find(({ publicKey }) => publicKey.toBase58() === address)
  // Wallets compare accounts by identity, and refuse other objects.
  if (!key) throw new Error('invalid account')
  return key
}
const sign = ({ account, transaction }: SignInput) => {
  const signed = VersionedTransaction.deserialize(transaction)
  signed.sign([keyOf(account)])
  return signed.serialize()
}

/** The features that sign and send. @param hear called with the name and the inputs of each call */
const signing = (
  hear: (method: string, ...inputs: unknown[]) => void,
  versions: readonly unknown[],
  rpcUrl: string | undefined,
) => ({
  'solana:signMessage': {
    version: '1.1.0',
    signMessage: async (...inputs: { account: Account; message: Uint8Array }[]) => {
      hear('signMessage', ...inputs)
      return inputs.map(({ account, message }) => ({
        signedMessage: message,
        signature: ed25519.sign(message, keyOf(account).secretKey.slice(0, 32)),
      }))
    },
  },
  'solana:signTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: versions,
    signTransaction: async (...inputs: SignInput[]) => {
      hear('signTransaction', ...inputs)
      return inputs.map((input) => ({ signedTransaction: sign(input) }))
    },
  },
  'solana:signAndSendTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: versions,
    signAndSendTransaction: async (...inputs: (SignInput & { options?: object })[]) => {
      hear('signAndSendTransaction', ...inputs)
      const connection = new Connection(rpcUrl ?? '', 'confirmed')
      const send = async (input: SignInput & { options?: object }) =>
        base58.decode(await connection.sendRawTransaction(sign(input), input.options))
      return Promise.all(inputs.map(async (input) => ({ signature: await send(input) })))
    },
  },
})

/** Registers the wallet by the standard: now, and again when a page reports that it is ready. */
export function register(wallet: unknown) {
  const give = (api: { register: (...wallets: unknown[]) => () => void }) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: give }))
  addEventListener('wallet-standard:app-ready', (event) => void give((event as CustomEvent<never>).detail))
}
