/** Reads from a transaction's bytes who pays, which transfers it makes, and which other programs it runs. */
import type { ReadTransaction } from '../../contracts/adapter.ts'
import { encodeBase58 } from '../../lib/base58.ts'
import { decodeBase64 } from './encodings.ts'
import { compactAt, readWire, SIGNATURE_BYTES } from './wire.ts'

type Step = ReadTransaction['steps'][number]
type Instruction = { program: string; accounts: readonly string[]; data: Uint8Array }

const KEY_BYTES = 32
const SYSTEM = '11111111111111111111111111111111'
const TOKENS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
/** These programs set a fee, create an empty token account or write a note; they send nothing to anybody else. */
const HARMLESS: readonly string[] = [
  'ComputeBudget111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]
/** Instruction numbers within their programs. */
const [SYSTEM_TRANSFER, TRANSFER_CHECKED] = [2, 12]

/** `undefined` if the text is not base64 of a transaction. */
export function readTransaction(transaction: string): ReadTransaction | undefined {
  const bytes = decodeBase64(transaction)
  const wire = bytes && readWire(bytes)
  const [payer] = wire?.signers ?? []
  if (!wire || payer === undefined) return undefined
  const instructions = readInstructions(bytes, wire.start + SIGNATURE_BYTES * wire.signers.length)
  return instructions && { payer, steps: instructions.map(readStep) }
}

function readInstructions(bytes: Uint8Array, message: number): Instruction[] | undefined {
  const header = (bytes[message] ?? 0) < 128 ? message : message + 1
  const list = compactAt(bytes, header + 3)
  if (!list) return undefined
  const key = (at: number | undefined) =>
    at === undefined || at >= list.value
      ? undefined
      : encodeBase58(bytes.subarray(list.end + KEY_BYTES * at, list.end + KEY_BYTES * (at + 1)))
  const count = compactAt(bytes, list.end + KEY_BYTES * (list.value + 1))
  if (!count) return undefined
  let { end } = count
  const instructions: Instruction[] = []
  for (let left = count.value; left > 0; left--) {
    const program = key(bytes[end])
    const accounts = compactAt(bytes, end + 1)
    const data = accounts && compactAt(bytes, accounts.end + accounts.value)
    // `program` is undefined if its index is beyond the listed keys: programs cannot come from a lookup table.
    if (program === undefined || !accounts || !data || bytes.length < data.end + data.value) return undefined
    end = data.end + data.value
    instructions.push({
      program,
      accounts: [...bytes.subarray(accounts.end, accounts.end + accounts.value)].map((at) => key(at) ?? ''),
      data: bytes.subarray(data.end, end),
    })
  }
  return instructions
}

function readStep({ program, accounts, data }: Instruction): Step {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program === SYSTEM && data.length === 12 && view.getUint32(0, true) === SYSTEM_TRANSFER) {
    const [, to] = accounts
    if (to) return { to, value: view.getBigUint64(4, true) }
  }
  if (TOKENS.includes(program) && data.length === 10 && data[0] === TRANSFER_CHECKED) {
    const [, token, to] = accounts
    if (token && to) return { to, token, value: view.getBigUint64(1, true) }
  }
  return { program, isHarmless: HARMLESS.includes(program) }
}
