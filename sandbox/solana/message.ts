/**
 * Solana's wire format: a transaction's signatures and its message, legacy or version 0 (Solana documentation,
 * "Transactions").
 */
import { checkedSignatures } from '../../runtime/chains/solana/checkedSignatures.ts'
import { encodeBase58 } from '../../runtime/lib/base58.ts'

export type Instruction = { program: number; accounts: number[]; data: Uint8Array }
export type Lookup = { table: string; writable: number[]; readonly: number[] }
export type Message = {
  version: 'legacy' | 0
  /** The number of signers, of read-only signers, and of read-only accounts that do not sign. */
  header: [signers: number, readonlySigned: number, readonlyUnsigned: number]
  keys: string[]
  blockhash: string
  instructions: Instruction[]
  lookups: Lookup[]
}
export type Wire = { bytes: Uint8Array; signatures: Uint8Array[]; message: Message }

/** Thrown for bytes that are not a valid transaction or message. */
export class Malformed extends Error {}

/** The maximum bytes of a transaction on the wire. */
export const packetSize = 1232

class Reader {
  private at = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  take(count: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + count)
    if (taken.length < count) throw new Malformed('io error: failed to fill whole buffer')
    this.at += count
    return taken
  }

  byte = (): number => this.take(1)[0] ?? 0

  /**
   * Reads a "compact-u16" number: seven bits per byte, lowest first; the eighth bit means that another byte follows.
   */
  length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte()
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
    throw new Malformed('a length is longer than three bytes')
  }

  many = <T>(read: () => T): T[] => Array.from({ length: this.length() }, read)
  address = () => encodeBase58(this.take(32))
  rest = () => this.bytes.subarray(this.at)
}

/** Parses a message. @throws Malformed */
export function readMessage(bytes: Uint8Array): Message {
  const reader = new Reader(bytes)
  const first = reader.byte()
  const versioned = first >= 128
  if (versioned && first !== 128) throw new Malformed(`unsupported transaction version: ${first & 127}`)
  const header: Message['header'] = [versioned ? reader.byte() : first, reader.byte(), reader.byte()]
  const keys = reader.many(reader.address)
  const blockhash = reader.address()
  const indexes = () => [...reader.take(reader.length())]
  const instructions = reader.many(() => {
    const program = reader.byte()
    return { program, accounts: indexes(), data: reader.take(reader.length()) }
  })
  const lookups = versioned
    ? reader.many(() => ({ table: reader.address(), writable: indexes(), readonly: indexes() }))
    : []
  if (reader.rest().length) throw new Malformed('bytes are left over')
  return { version: versioned ? 0 : 'legacy', header, keys, blockhash, instructions, lookups }
}

/** Parses a transaction, which must have as many signatures as its message requires. @throws Malformed */
export function readWire(bytes: Uint8Array): Wire {
  if (bytes.length > packetSize) throw new Malformed(`too large: ${bytes.length} bytes (max: ${packetSize} bytes)`)
  const reader = new Reader(bytes)
  const signatures = reader.many(() => reader.take(64))
  const message = readMessage(reader.rest())
  if (signatures.length !== message.header[0]) throw new Malformed('the signatures are not as many as the signers')
  return { bytes, signatures, message }
}

/** Whether one of the message's own accounts is writable; `index` is its place in `keys`. */
export function isWritable({ header: [signers, readonlySigned, readonlyUnsigned], keys }: Message, index: number) {
  return index < signers ? index < signers - readonlySigned : index < keys.length - readonlyUnsigned
}

/**
 * The base fee of a transaction in lamports: 5,000 for each signature, both of signers and those that an instruction
 * asks the network to check.
 */
export const signatureFee = ({ header, keys, instructions }: Message): number =>
  5000 * instructions.reduce((sum, { program, data }) => sum + checkedSignatures(keys[program], data), header[0])

/** The network's fee in lamports: {@link signatureFee}, plus the priority fee from the compute budget program. */
export function feeOf(message: Message, computeBudgetProgram: string): number {
  const { keys, instructions } = message
  const budget = instructions.filter(({ program }) => keys[program] === computeBudgetProgram)
  const told = (kind: number) => budget.find(({ data }) => data[0] === kind)?.data
  const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [limit, price] = [told(2), told(3)]
  const units =
    limit && limit.length >= 5 ? view(limit).getUint32(1, true) : 200_000 * (instructions.length - budget.length)
  const microLamports = price && price.length >= 9 ? view(price).getBigUint64(1, true) : 0n
  const onTop = (microLamports * BigInt(Math.min(units, 1_400_000)) + 999_999n) / 1_000_000n
  return signatureFee(message) + Number(onTop)
}
