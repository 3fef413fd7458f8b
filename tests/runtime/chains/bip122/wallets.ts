/** A fake wallet with each of the APIs, all with the same real keys. Each records its requests, and can refuse. */
import { EventEmitter } from 'node:events'
import {
  addressOf,
  base64,
  hex,
  type Key,
  ordinals,
  payment,
  publicKeyOf,
  SIGHASHES,
  signBip322,
  signEcdsa,
  signPsbt,
  txidOf,
  type Word,
} from './keys.ts'

const TXID = 'ab'.repeat(32)
type Params = Record<string, unknown>

export type Double = {
  /** The wallet's object, for the connector. */
  wallet: object
  asked: { method: string; params: unknown }[]
  /** Makes the wallet refuse all requests from now on. */
  refuse: () => void
  /** Takes the site's permission back. */
  revoke: () => void
  /** Changes to another account (the ordinals key alone) or network, as in the wallet's own window. */
  change: (to: { keys?: readonly Key[]; chain?: Word }) => void
}

function createState(chain: Word) {
  const state = { chain, keys: [payment, ordinals] as readonly Key[], allowed: false, refuses: false }
  const asked: Double['asked'] = []
  const find = (address: unknown) => {
    const key = state.keys.find((each) => addressOf(each, state.chain) === address)
    if (!key) throw Object.assign(new Error('Unknown address'), { code: -32602 })
    return key
  }
  return { state, asked, find, note: (method: string, params?: unknown) => void asked.push({ method, params }) }
}
const sign = (message: string, key: Key, protocol: unknown) =>
  String(protocol).toLowerCase() === 'ecdsa' ? signEcdsa(message, key) : signBip322(message, key)

/** A wallet with the API of Xverse. An `old` one has no permissions. */
export function satsConnect(chain: Word = 'regtest', { old = false } = {}): Double {
  const { state, asked, find, note } = createState(chain)
  const events = new EventEmitter()
  const listed = () =>
    [
      ...state.keys.map((key) => ({
        address: addressOf(key, state.chain),
        publicKey: hex(publicKeyOf(key)),
        purpose: key.kind === 'p2tr' ? 'ordinals' : 'payment',
        addressType: key.kind,
        walletType: 'software',
      })),
      { address: 'SP2VCQJGH7PHP2DJK7Z0V48AGBHQAW3R3ZW1QF4N', publicKey: '02'.repeat(33), purpose: 'stacks' },
    ].reverse()
  const network = () => ({ bitcoin: { name: state.chain[0]?.toUpperCase() + state.chain.slice(1) } })
  const account = () => ({ id: 'a', addresses: listed(), walletType: 'software', network: network() })
  const answer = (method: string, params: Params) => {
    const fail = (code: number, message: string) => ({ error: { code, message } })
    if (old && method.startsWith('wallet_')) return fail(-32601, `Method ${method} is not supported`)
    if (method === 'wallet_getAccount') return state.allowed ? { result: account() } : fail(-32002, 'Access denied.')
    if (state.refuses) return fail(-32000, 'User declined')
    if (method === 'wallet_connect' || method === 'getAccounts') {
      state.allowed = true
      return { result: method === 'getAccounts' ? listed() : account() }
    }
    if (method === 'wallet_disconnect') state.allowed = false
    if (method === 'wallet_changeNetwork') state.chain = String(params['name']).toLowerCase() as Word
    if (method === 'signMessage') {
      const key = find(params['address'])
      const signature = base64(sign(String(params['message']), key, params['protocol'] ?? 'bip322'))
      return { result: { signature, address: params['address'], messageHash: '', protocol: params['protocol'] } }
    }
    if (method === 'signPsbt') {
      const inputs = Object.entries((params['signInputs'] ?? {}) as Record<string, number[]>)
      const which = inputs.flatMap(([address, list]) => list.map((index) => ({ key: find(address), index })))
      const { psbt, txid } = signPsbt(
        Buffer.from(String(params['psbt']), 'base64'),
        which,
        params['broadcast'] === true,
      )
      return { result: { psbt: base64(psbt), ...(txid && { txid }) } }
    }
    if (method === 'sendTransfer') return { result: { txid: TXID } }
    return { result: null }
  }
  return {
    wallet: {
      request: async (method: string, params: Params) => {
        note(method, params)
        return { jsonrpc: '2.0', id: '1', ...answer(method, params) }
      },
      addListener: (event: string, listener: (payload: unknown) => void) => {
        events.on(event, listener)
        return () => events.off(event, listener)
      },
    },
    asked,
    refuse: () => void (state.refuses = true),
    revoke: () => {
      state.allowed = false
      events.emit('disconnect', { type: 'disconnect' })
    },
    change: ({ keys = state.keys, chain: next = state.chain }) => {
      const moved = next !== state.chain
      Object.assign(state, { keys, chain: next })
      if (moved) events.emit('networkChange', { type: 'networkChange', ...network(), addresses: listed() })
      else events.emit('accountChange', { type: 'accountChange', addresses: listed() })
    },
  }
}

const NO = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

/** The part that UniSat and OKX share: one address. */
function single(chain: Word, words: { moved: string }) {
  const base = createState(chain)
  const { state, find, note } = base
  state.keys = [payment]
  const events = new EventEmitter()
  const first = () => state.keys[0] ?? payment
  const ask = (method: string, ...params: unknown[]) => {
    note(method, params)
    if (state.refuses) throw NO()
  }
  const current = () => (state.allowed ? [addressOf(first(), state.chain)] : [])
  const verbs = {
    getAccounts: async () => current(),
    getPublicKey: async () => hex(publicKeyOf(first())),
    signMessage: async (message: string, type: string) => {
      ask('signMessage', message, type)
      return base64(sign(message, first(), type))
    },
    signPsbt: async (
      psbt: string,
      options: { autoFinalized: boolean; toSignInputs?: { address: string; index: number }[] },
    ) => {
      ask('signPsbt', psbt, options)
      const which = (options.toSignInputs ?? [{ address: current()[0] ?? '', index: 0 }]).map(({ address, index }) => ({
        key: find(address),
        index,
      }))
      return hex(signPsbt(Buffer.from(psbt, 'hex'), which, options.autoFinalized).psbt)
    },
    pushPsbt: async (psbt: string) => {
      ask('pushPsbt', psbt)
      return txidOf(Buffer.from(psbt, 'hex'))
    },
    sendBitcoin: async (recipient: string, amount: number) => {
      ask('sendBitcoin', recipient, amount)
      return TXID
    },
    disconnect: async () => void (state.allowed = false),
    on: (event: string, listener: (payload: unknown) => void) => void events.on(event, listener),
    removeListener: (event: string, listener: (payload: unknown) => void) => void events.off(event, listener),
  }
  const controls = {
    asked: base.asked,
    refuse: () => void (state.refuses = true),
    revoke: () => {
      state.allowed = false
      events.emit('accountsChanged', [])
    },
    change: ({ keys = state.keys, chain: next = state.chain }: { keys?: readonly Key[]; chain?: Word }) => {
      const moved = next !== state.chain
      Object.assign(state, { keys, chain: next })
      events.emit(moved ? words.moved : 'accountsChanged', current())
    },
  }
  return { state, ask, current, first, verbs, controls, events }
}

export function unisat(chain: Word | 'fractal' = 'regtest'): Double {
  const fractal = chain === 'fractal'
  const { state, ask, current, verbs, controls, events } = single(fractal ? 'mainnet' : chain, {
    moved: 'chainChanged',
  })
  return {
    ...controls,
    wallet: {
      ...verbs,
      requestAccounts: async () => {
        ask('requestAccounts')
        state.allowed = true
        return current()
      },
      getChain: async () => ({ enum: fractal ? 'FRACTAL_BITCOIN_MAINNET' : `BITCOIN_${state.chain.toUpperCase()}` }),
      switchChain: async (word: string) => {
        ask('switchChain', word)
        state.chain = word.replace('BITCOIN_', '').toLowerCase() as Word
        events.emit('chainChanged', {})
      },
    },
  }
}

/** An object for each chain, which tells only what happens on its own chain; the test ones have `send` instead of `sendBitcoin`. */
export function okx(chain: Word = 'mainnet'): Double {
  const { state, ask, first, verbs, controls, events } = single(chain, { moved: 'accountsChanged' })
  const eventsOf = (own: Word) => {
    const heard = new Map<string, (payload: unknown) => void>()
    return {
      on: (event: string, listener: (payload: unknown) => void) => {
        heard.set(event, (payload) => (state.chain === own ? listener(payload) : undefined))
        events.on(event, heard.get(event) ?? listener)
      },
      removeListener: (event: string) => void events.off(event, heard.get(event) ?? (() => undefined)),
    }
  }
  const { sendBitcoin, ...shared } = verbs
  const connectOn = (own: Word) => async () => {
    ask('connect', own)
    Object.assign(state, { allowed: true, chain: own })
    return {
      address: addressOf(first(), own),
      publicKey: hex(publicKeyOf(first())).slice(2),
      compressedPublicKey: hex(publicKeyOf(first())),
    }
  }
  const send = async (asked: unknown) => {
    ask('send', asked)
    return { txhash: TXID }
  }
  return {
    ...controls,
    wallet: {
      bitcoin: { ...shared, ...eventsOf(chain), sendBitcoin, connect: connectOn(chain) },
      bitcoinTestnet: { ...shared, ...eventsOf('testnet'), send, connect: connectOn('testnet') },
    },
  }
}

/** Leather: every request names its network, and errors are thrown as JSON-RPC responses. */
export function leather(chain: Word = 'regtest'): Double {
  const { state, asked, find, note } = createState(chain)
  const words: Record<string, Word> = { devnet: 'regtest' }
  return {
    asked,
    refuse: () => void (state.refuses = true),
    revoke: () => undefined,
    change: ({ keys = state.keys }) => void (state.keys = keys),
    wallet: {
      request: async (method: string, params: Params) => {
        note(method, params)
        const answer = (result: unknown) => ({ jsonrpc: '2.0', id: '1', result })
        const refusal = { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'User rejected the request' } }
        // oxlint-disable-next-line typescript/only-throw-error -- as Leather does
        if (state.refuses) throw refusal
        const named = String(params['network'])
        state.chain = words[named] ?? (named as Word)
        if (method === 'getAddresses') {
          const btc = state.keys.map((key) => ({
            symbol: 'BTC',
            type: key.kind,
            address: addressOf(key, state.chain),
            publicKey: hex(publicKeyOf(key)),
          }))
          return answer({
            addresses: [...btc.reverse(), { symbol: 'STX', address: 'SP2VCQJGH7PHP2DJK7Z0V48AGBHQAW3R3ZW1QF4N' }],
          })
        }
        const byType = state.keys.find(({ kind }) => kind === params['paymentType']) ?? payment
        if (method === 'signMessage') {
          const address = addressOf(byType, state.chain)
          return answer({ signature: base64(signBip322(String(params['message']), byType)), address })
        }
        if (method === 'signPsbt') {
          const which = (params['signAtIndex'] as number[]).map((index) => ({
            key: state.keys[index] ?? find(''),
            index,
          }))
          const { psbt, txid } = signPsbt(
            Buffer.from(String(params['hex']), 'hex'),
            which,
            params['broadcast'] === true,
          )
          return answer({ hex: hex(psbt), ...(txid && { txid }) })
        }
        return answer({ txid: TXID })
      },
    },
  }
}

type StandardInput = {
  account: { address: string }
  message: Uint8Array
  psbt: Uint8Array
  inputsToSign: { account: { address: string }; signingIndexes: number[]; sigHash?: string }[]
}

/** The signature hash type of a name of the standard. @throws Error for any other value, as wallets do */
function sighashOf(name: string | undefined): number | undefined {
  const type = name === undefined ? undefined : SIGHASHES[name]
  if (name !== undefined && type === undefined) throw new Error(`No signature hash type: ${name}`)
  return type
}

/** A wallet of the Wallet Standard with Bitcoin features. */
export function standard(chain: Word = 'regtest', name = 'Standard Example'): Double {
  const { state, asked, find, note } = createState(chain)
  const events = new EventEmitter()
  const ask = (method: string, params: unknown) => {
    note(method, params)
    if (state.refuses) throw NO()
  }
  const accounts = () =>
    state.keys.map((key) => ({
      address: addressOf(key, state.chain),
      publicKey: publicKeyOf(key),
      chains: [`bitcoin:${state.chain}`],
      features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
    }))
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml,<svg/>',
    chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:regtest'],
    get accounts() {
      return state.allowed ? accounts() : []
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        connect: async (input: unknown) => {
          ask('bitcoin:connect', input)
          state.allowed = true
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => void (state.allowed = false) },
      'standard:events': {
        version: '1.0.0',
        on: (event: string, listener: (properties: unknown) => void) => {
          events.on(event, listener)
          return () => events.off(event, listener)
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: async (...inputs: StandardInput[]) => {
          ask('bitcoin:signMessage', inputs)
          return inputs.map(({ account, message }) => ({
            signedMessage: message,
            signature: signBip322(new TextDecoder().decode(message), find(account.address)),
          }))
        },
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: async (...inputs: StandardInput[]) => {
          ask('bitcoin:signTransaction', inputs)
          return inputs.map(({ psbt, inputsToSign }) => {
            const which = inputsToSign.flatMap(({ account, signingIndexes, sigHash }) => {
              const [key, type] = [find(account.address), sighashOf(sigHash)]
              return signingIndexes.map((index) => ({ key, index, ...(type !== undefined && { type }) }))
            })
            return { signedPsbt: signPsbt(psbt, which).psbt }
          })
        },
      },
    },
  }
  const told = () => events.emit('change', { accounts: wallet.accounts })
  return {
    wallet,
    asked,
    refuse: () => void (state.refuses = true),
    revoke: () => {
      state.allowed = false
      told()
    },
    change: ({ keys = state.keys, chain: next = state.chain }) => {
      Object.assign(state, { keys, chain: next })
      told()
    },
  }
}
