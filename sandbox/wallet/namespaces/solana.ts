import {
  signSolanaMessage,
  signSolanaTransaction,
  solanaAddress,
  solanaSigners,
} from '../../../runtime/test/sign/solana.ts'
import { base58, base64 } from '../../../runtime/lib/vendor/testKeys.ts'
import { Fault, fieldsOf, invalid, listOf, namedAddress, textOf, unsupported } from '../namespace.ts'
import type { Asked, Fields, Namespace } from '../namespace.ts'
import { testSeeds } from './keys.ts'

const accounts = testSeeds('solana').map((seed) => ({ seed, address: solanaAddress(seed) }))

const seedOf = (address: string) => accounts.find((account) => account.address === address)?.seed ?? new Uint8Array()

function decode(how: { decode: (text: string) => Uint8Array }, text: string): Uint8Array {
  try {
    return how.decode(text)
  } catch {
    throw invalid('The parameters are not well encoded')
  }
}

/**
 * A parsed request: `bytes` are a message or transactions; `options` are passed to the chain when a transaction is
 * sent.
 */
type Task = {
  does: 'accounts' | 'message' | 'sign' | 'signAll' | 'send'
  address: string
  bytes: Uint8Array[]
  options: Fields
}

/**
 * The account that the request names, else the session's account that must sign the first transaction, else the
 * session's first account.
 */
function signer(fields: Fields, exposed: readonly string[], [first]: Uint8Array[]): string {
  const names = ['pubkey', 'feePayer']
  const named = names.some((each) => fields[each] !== undefined)
  const asked = named || !first ? undefined : solanaSigners(first).find((each) => exposed.includes(each))
  return asked ?? namedAddress(fields, names, exposed)
}

function parse({ method, params, exposed }: Asked): Task {
  const fields = method === 'solana_getAccounts' || method === 'solana_requestAccounts' ? {} : fieldsOf(params)
  const transactions = (list: unknown[]) => list.map((each) => decode(base64, String(each)))
  const task = (does: Task['does'], bytes: Uint8Array[], options: Fields = {}): Task => {
    const address = does === 'message' ? namedAddress(fields, ['pubkey'], exposed) : signer(fields, exposed, bytes)
    return { does, address, bytes, options }
  }
  switch (method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
      return task('accounts', [])
    case 'solana_signMessage':
      return task('message', [decode(base58, textOf(fields, 'message'))])
    case 'solana_signTransaction':
      return task('sign', transactions([textOf(fields, 'transaction')]))
    case 'solana_signAndSendTransaction': {
      const { sendOptions = {} } = fields
      return task('send', transactions([textOf(fields, 'transaction')]), fieldsOf(sendOptions ?? {}))
    }
    case 'solana_signAllTransactions':
      if (!Array.isArray(fields['transactions'])) throw invalid('transactions must be a list')
      return task('signAll', transactions(listOf(fields['transactions'])))
    default:
      throw unsupported(method)
  }
}

const sandboxChain = 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'

/**
 * Checks that the wallet can send on a chain.
 * @returns `rpcUrl`
 * @throws Fault 4902 for another chain than the sandbox's, or without `rpcUrl`
 */
function reached(rpcUrl: string | undefined, chainId: string): string {
  if (!rpcUrl || chainId !== sandboxChain) throw new Fault(4902, `The sandbox wallet cannot send on ${chainId}`)
  return rpcUrl
}

/** Sends a transaction (base64). @returns its signature @throws Fault with the chain's own error */
async function send(rpcUrl: string, transaction: string, options: Fields): Promise<string> {
  const params = [transaction, { ...options, encoding: 'base64' }]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params })
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await answer.json()) as { result?: string; error?: { code: number; message: string } }
  if (error) throw new Fault(error.code, error.message)
  if (result === undefined) throw new Fault(-32000, `The chain does not answer (${answer.status})`)
  return result
}

const titles = {
  accounts: 'Show accounts',
  message: 'Sign a message',
  sign: 'Sign a transaction',
  signAll: 'Sign transactions',
  send: 'Sign and send a transaction',
}

/**
 * ed25519 accounts that sign messages and given transactions.
 * @param rpcUrl the RPC URL of the sandbox's Solana chain; without it the wallet cannot send
 */
export const createSolana = (rpcUrl?: string): Namespace => ({
  id: 'solana',
  methods: [
    'solana_getAccounts',
    'solana_requestAccounts',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  events: ['chainChanged', 'accountsChanged'],
  serves: (chainId) => /^solana:\w{32}$/.test(chainId),
  addresses: () => accounts.map(({ address }) => address),
  describe(asked) {
    const { does, address, bytes } = parse(asked)
    if (does === 'send') reached(rpcUrl, asked.chainId)
    const account = { label: 'Account', value: address }
    const shown = bytes.map((each, index) =>
      does === 'message'
        ? { label: 'Message', value: new TextDecoder().decode(each) }
        : {
            label: `Transaction ${index + 1}`,
            value: `${each.length} bytes, signed by ${solanaSigners(each).join(', ')}`,
          },
    )
    return { title: titles[does], fields: [account, ...shown] }
  },
  async sign(asked) {
    const { does, address, bytes, options } = parse(asked)
    const [first = new Uint8Array()] = bytes
    const signed = (each: Uint8Array) => {
      const { signature, transaction } = signSolanaTransaction(seedOf(address), each)
      return { signature: base58.encode(signature), transaction: base64.encode(transaction) }
    }
    switch (does) {
      case 'accounts':
        return asked.exposed.map((pubkey) => ({ pubkey }))
      case 'message':
        return { signature: base58.encode(signSolanaMessage(seedOf(address), first)) }
      case 'sign':
        return signed(first)
      case 'signAll':
        return { transactions: bytes.map((each) => signed(each).transaction) }
      case 'send': {
        const url = reached(rpcUrl, asked.chainId)
        return { signature: await send(url, signed(first).transaction, options) }
      }
    }
  },
})
