import { ed25519 } from '@noble/curves/ed25519'
import { base58, base64 } from '@scure/base'
import { fieldsOf, invalid, namedAddress, textOf, unsupported, type Asked, type Namespace } from '../namespace.ts'
import { testSeeds } from './keys.ts'

const accounts = testSeeds('solana').map((seed) => ({ seed, address: base58.encode(ed25519.getPublicKey(seed)) }))

const seedOf = (address: string) => accounts.find((account) => account.address === address)?.seed ?? new Uint8Array()

/** Reads a length as Solana writes it ("compact-u16"): seven bits a byte, the lowest first. */
function lengthAt(bytes: Uint8Array, start: number): { length: number; end: number } {
  let length = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) break
    length |= (byte & 127) << (7 * index)
    if (byte < 128) return { length, end: start + index + 1 }
  }
  throw invalid('The transaction is cut short')
}

/**
 * Signs a serialized transaction, legacy or version 0, for one of its signers; other signatures are kept.
 * Source: Solana documentation, "Transaction format": signatures, then the message whose first accounts are the signers.
 */
export function signTransaction(serialized: Uint8Array, address: string): { signature: string; transaction: string } {
  const { length: count, end } = lengthAt(serialized, 0)
  const message = serialized.subarray(end + 64 * count)
  const header = (message[0] ?? 0) >= 128 ? 1 : 0
  const signers = message[header] ?? 0
  const keys = lengthAt(message, header + 3)
  if (count !== signers || keys.length < signers) throw invalid('The transaction is not well formed')
  const keyAt = (index: number) => base58.encode(message.subarray(keys.end + 32 * index, keys.end + 32 * (index + 1)))
  const index = Array.from({ length: signers }, (_, each) => keyAt(each)).indexOf(address)
  if (index < 0) throw invalid(`${address} is no signer of this transaction`)
  const signature = ed25519.sign(message, seedOf(address))
  const signed = serialized.slice()
  signed.set(signature, end + 64 * index)
  return { signature: base58.encode(signature), transaction: base64.encode(signed) }
}

function decode(how: { decode: (text: string) => Uint8Array }, text: string): Uint8Array {
  try {
    return how.decode(text)
  } catch {
    throw invalid('The parameters are not well encoded')
  }
}

function parse({ method, params, exposed }: Asked) {
  const fields = fieldsOf(params)
  const address = namedAddress(fields, ['pubkey', 'feePayer'], exposed)
  switch (method) {
    case 'solana_signMessage':
      return { address, bytes: [decode(base58, textOf(fields, 'message'))] }
    case 'solana_signTransaction':
      return { address, bytes: [decode(base64, textOf(fields, 'transaction'))] }
    case 'solana_signAllTransactions': {
      const { transactions } = fields
      if (!Array.isArray(transactions)) throw invalid('transactions must be a list')
      return { address, bytes: transactions.map((each) => decode(base64, String(each))) }
    }
    default:
      throw unsupported(method)
  }
}

/** ed25519 accounts; messages and given transactions are signed, nothing is sent. */
export const solana: Namespace = {
  id: 'solana',
  methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'],
  events: ['chainChanged', 'accountsChanged'],
  serves: (chainId) => /^solana:\w{32}$/.test(chainId),
  addresses: () => accounts.map(({ address }) => address),
  describe(asked) {
    const { address, bytes } = parse(asked)
    const account = { label: 'Account', value: address }
    if (asked.method === 'solana_signMessage') {
      const message = { label: 'Message', value: new TextDecoder().decode(bytes[0]) }
      return { title: 'Sign a message', fields: [account, message] }
    }
    const sizes = bytes.map((each, index) => ({ label: `Transaction ${index + 1}`, value: `${each.length} bytes` }))
    return { title: 'Sign a transaction', fields: [account, ...sizes] }
  },
  async sign(asked) {
    const { address, bytes } = parse(asked)
    const [first = new Uint8Array()] = bytes
    if (asked.method === 'solana_signMessage') {
      return { signature: base58.encode(ed25519.sign(first, seedOf(address))) }
    }
    if (asked.method === 'solana_signTransaction') return signTransaction(first, address)
    return { transactions: bytes.map((each) => signTransaction(each, address).transaction) }
  },
}
