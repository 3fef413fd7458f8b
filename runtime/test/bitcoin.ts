/** A Bitcoin test wallet with real keys: like Xverse, a Wallet Standard wallet with a sats-connect provider. */
import { uuid } from '../lib/uuid.ts'
import { base64, bytesToHex } from '../lib/vendor/testKeys.ts'
import { WalletError, invalid, unauthorized } from './errors.ts'
import { createHolder, seedOf, type TestControls } from './holder.ts'
import { type Hex, type Switches, TEST_WALLET } from './options.ts'
import { type BitcoinChain, type BitcoinKey, bitcoinKeys } from './sign/bitcoinKeys.ts'
import { signBip322, signEcdsa } from './sign/bitcoinMessage.ts'
import { finish, namedInput, ownInputs, readPsbt, signPsbt, writePsbt } from './sign/bitcoinPsbt.ts'
import { checkTransfer, readCoins, readFeeRate, satoshi, signTransfer } from './sign/bitcoinTransfer.ts'
import type { Memory } from './wallet.ts'

export type TestBitcoinOptions = {
  /** Private keys; the first is selected. Each has a segwit address for payments and a taproot one for ordinals. */
  keys: readonly Hex[]
  /** URL of an Esplora HTTP API, to look up coins and send transactions. Without it the wallet only signs. */
  url?: string
  /** Default `regtest`. */
  chain?: BitcoinChain
  name?: string
  icon?: string
  switches?: Partial<Switches>
}

type Answer = { jsonrpc: '2.0'; id: string; result: unknown } | { jsonrpc: '2.0'; id: string; error: unknown }
type Listener = (payload: unknown) => void

export type TestBitcoinWallet = TestControls & {
  /** The object that registers with the page (Wallet Standard). */
  readonly wallet: {
    readonly version: '1.0.0'
    readonly name: string
    readonly icon: string
    readonly chains: readonly string[]
    readonly accounts: readonly never[]
    readonly features: Readonly<Record<string, unknown>>
  }
  /** The sats-connect provider, for tests that put it into `window`. */
  readonly provider: {
    request: (method: string, params?: unknown) => Promise<Answer>
    addListener: (event: string, listener: Listener) => () => void
  }
}

/**
 * sats-connect's error codes. `denied`: the site has no access. `refused`: the visitor rejected. `unknown`: the method
 * does not exist.
 */
const CODES = { denied: -32002, refused: -32000, unknown: -32601 }

/**
 * A wallet on Bitcoin. It signs; with `url` it also sends.
 *
 * @example
 * ```ts
 * import { createTestBitcoinWallet, FIRST_TEST_KEY } from 'walletkit/test'
 *
 * const wallet = createTestBitcoinWallet({ keys: [FIRST_TEST_KEY] })
 * ```
 */
export function createTestBitcoinWallet(options: TestBitcoinOptions, memory?: Memory): TestBitcoinWallet {
  const { url, chain = 'regtest', name = TEST_WALLET.name, icon = TEST_WALLET.icon } = options
  const accounts = options.keys.map((key) => bitcoinKeys(seedOf(key), chain))
  const listeners = new Set<{ event: string; listener: Listener }>()
  const emit = (event: string, payload: unknown) =>
    listeners.forEach((each) => each.event === event && each.listener(payload))
  const holder = createHolder({
    name,
    addresses: accounts.map(([payment]) => payment.address),
    switches: options.switches,
    memory,
    changed: () => {
      if (holder.visible().length) emit('accountChange', { type: 'accountChange', addresses: listing().addresses })
      else emit('disconnect', { type: 'disconnect' })
    },
  })
  /** The selected account's two addresses: sats-connect wallets share one account at a time. */
  const shown = (): readonly BitcoinKey[] => accounts[holder.visible()[0] ?? -1] ?? []
  const listing = () => ({
    addresses: shown().map(({ address, publicKey, purpose }) => ({
      address,
      publicKey: bytesToHex(publicKey),
      purpose,
      addressType: purpose === 'payment' ? 'p2wpkh' : 'p2tr',
      walletType: 'software',
    })),
    network: { bitcoin: { name: `${chain[0]?.toUpperCase()}${chain.slice(1)}` } },
  })
  const methods = createMethods({ holder, chain, shown, listing, node: createNode(url) })
  const provider = createProvider(holder, methods, listeners)
  const wallet: TestBitcoinWallet['wallet'] = {
    version: '1.0.0',
    name,
    icon,
    chains: [`bitcoin:${chain}`],
    accounts: [],
    features: { 'sats-connect:': { provider } },
  }
  return { ...holder.controls, wallet, provider }
}

type Holder = ReturnType<typeof createHolder>
type Methods = Record<string, (params: Record<string, unknown>) => unknown>
type Listing = { addresses: readonly object[]; network: object }
type Parts = {
  holder: Holder
  chain: BitcoinChain
  /** The selected account's two addresses; empty if the page may not see them. */
  shown: () => readonly BitcoinKey[]
  listing: () => Listing
  node: ReturnType<typeof createNode>
}

/** Creates the methods that sats-connect calls. */
function createMethods({ holder, chain, shown, listing, node }: Parts): Methods {
  const keyOf = (address: unknown): BitcoinKey => {
    const key = shown().find((each) => each.address === address)
    if (!key) throw unauthorized()
    return key
  }
  const letIn = () => {
    if (!shown().length) throw new WalletError(CODES.denied, 'Access denied.')
  }

  return {
    wallet_connect: async () => {
      await holder.connect()
      return listing()
    },
    wallet_getAccount: () => (letIn(), listing()),
    wallet_disconnect: () => holder.disconnect(),
    getAddresses: () => (letIn(), listing()),
    signMessage: async ({ address, message, protocol = 'BIP322' }) => {
      const key = keyOf(address)
      await holder.ask()
      const signed = (protocol === 'ECDSA' ? signEcdsa : signBip322)(key, String(message))
      const { signature, messageHash } = signed
      return { address, signature: base64.encode(signature), protocol, messageHash: bytesToHex(messageHash) }
    },
    signPsbt: async ({ psbt, signInputs, broadcast = false }) => {
      letIn()
      const transaction = readPsbt(String(psbt))
      const named = namedIn(signInputs).map(([address, index]) => namedInput(transaction, keyOf(address), index))
      const inputs = named.length ? named : ownInputs(transaction, shown())
      await holder.ask()
      signPsbt(transaction, inputs)
      if (!broadcast) return { psbt: writePsbt(transaction) }
      finish(transaction)
      return { psbt: writePsbt(transaction), txid: await node.send(transaction.hex) }
    },
    sendTransfer: async ({ recipients }) => {
      letIn()
      const list = Array.isArray(recipients) ? (recipients as unknown[]) : []
      const { address, amount } = (list[0] ?? {}) as Record<string, unknown>
      const [from] = shown()
      if (!from || list.length !== 1) throw invalid('There must be one recipient')
      const transfer = checkTransfer({ from, to: String(address), amount: satoshi(amount) }, chain)
      await holder.ask()
      const coins = readCoins(await node.look(`/address/${from.address}/utxo`))
      const signed = signTransfer(transfer, coins, readFeeRate(await node.look('/fee-estimates')), chain)
      if (!signed) throw invalid('The account has not enough bitcoin for this transfer')
      return { txid: await node.send(signed.hex) }
    },
  }
}

/** The node that the wallet reads coins from and sends to. */
function createNode(url: string | undefined) {
  const node = () => {
    if (url === undefined) throw new WalletError(CODES.unknown, 'The wallet has no node to send to')
    return url
  }
  const look = async (path: string, request: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${node()}${path}`, request)
    if (!answer.ok) throw new WalletError(-32603, await answer.text())
    return request.method ? answer.text() : answer.json()
  }
  const send = (hex: string) => look('/tx', { method: 'POST', body: hex })
  return { look, send }
}

/** Creates the provider that sats-connect talks to. */
const createProvider = (
  holder: Holder,
  methods: Methods,
  listeners: Set<{ event: string; listener: Listener }>,
): TestBitcoinWallet['provider'] => ({
  request: async (method, params) => {
    holder.note(method, params ?? undefined)
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    const told = { jsonrpc: '2.0', id: uuid() } as const
    try {
      if (!own) throw new WalletError(CODES.unknown, `The method ${method} does not exist.`)
      return { ...told, result: structuredClone(await own((params ?? {}) as Record<string, unknown>)) }
    } catch (error) {
      const { code = -32603, message = String(error) } = error as { code?: number; message?: string }
      return { ...told, error: { code: code === 4001 ? CODES.refused : code, message } }
    }
  },
  addListener: (event, listener) => {
    const entry = { event, listener }
    listeners.add(entry)
    return () => void listeners.delete(entry)
  },
})

/** Parses sats-connect's `signInputs`, the inputs to sign by address, if given. Throws -32602 if it is invalid. */
function namedIn(signInputs: unknown): [address: string, index: unknown][] {
  if (signInputs === undefined || signInputs === null) return []
  if (typeof signInputs !== 'object') throw invalid('signInputs must be lists by address')
  return Object.entries(signInputs).flatMap(([address, indexes]): [string, unknown][] => {
    if (!Array.isArray(indexes)) throw invalid('signInputs must be lists by address')
    return indexes.map((index) => [address, index])
  })
}
