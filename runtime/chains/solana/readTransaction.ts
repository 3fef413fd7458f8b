/**
 * Reads from a transaction's bytes who pays, which transfers, allowances and changes of authority it makes, and which
 * other programs it runs.
 */
import type { ReadTransaction } from '../../contracts/adapter.ts'
import { encodeBase58 } from '../../lib/base58.ts'
import { checkedSignatures } from './checkedSignatures.ts'
import { decodeBase64 } from './encodings.ts'
import { type Action, COMPUTE_BUDGET, type Instruction, isLasting, MEMOS, readInstruction } from './steps.ts'
import { compactAt, readWire, SIGNATURE_BYTES } from './wire.ts'

type Step = ReadTransaction['steps'][number]

const KEY_BYTES = 32
/** Programs that send nothing to other people: they set a fee, create an empty token account, or write a note. */
const HARMLESS: readonly string[] = [COMPUTE_BUDGET, 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', ...MEMOS]
/**
 * The chain's fee for a signature, in lamports; the compute units of an instruction if the transaction names none; the
 * most compute units of a transaction.
 */
const [SIGNATURE_FEE, UNITS, MOST_UNITS] = [5000n, 200_000n, 1_400_000n]

/** Reads what a transaction (base64) does; `undefined` if the text is not a valid transaction. */
export function readTransaction(transaction: string): ReadTransaction | undefined {
  const bytes = decodeBase64(transaction)
  const wire = bytes && readWire(bytes)
  const [payer] = wire?.signers ?? []
  if (!wire || payer === undefined) return undefined
  const instructions = readInstructions(bytes, wire.start + SIGNATURE_BYTES * wire.signers.length)
  if (!instructions) return undefined
  const steps = instructions.map(readStep)
  const fee = feeOf(instructions, wire.signers.length)
  return { payer, fee, ...(isLasting(instructions) && { isLasting: true }), steps }
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

/**
 * The highest fee in lamports: one fee for each signature (the signers', and those that instructions ask the network to
 * check), and the priority fee, whose price per compute unit is in millionths of a lamport.
 */
function feeOf(instructions: readonly Instruction[], signers: number): bigint {
  // Instructions of the compute-budget program are read from their first bytes, as the chain does: it ignores bytes
  // after them, so one byte more must not hide a high fee.
  const told = (action: Action, length: number) =>
    instructions
      .map(({ data, ...each }) => readInstruction({ ...each, data: data.subarray(0, length) }))
      .find((step) => step?.action === action)?.amount
  const others = instructions.filter(({ program }) => program !== COMPUTE_BUDGET).length
  const units = told('computeUnits', 5) ?? UNITS * BigInt(others)
  const price = told('computePrice', 9) ?? 0n
  const signatures = instructions.reduce((sum, { program, data }) => sum + checkedSignatures(program, data), signers)
  return (
    SIGNATURE_FEE * BigInt(signatures) + (price * (units < MOST_UNITS ? units : MOST_UNITS) + 999_999n) / 1_000_000n
  )
}

function readStep(instruction: Instruction): Step {
  const step = readInstruction(instruction)
  const { action, amount: value = 0n, accounts = {} } = step ?? {}
  const { from = '', to = '', mint, spender, account } = accounts
  const token = mint ?? from
  if (action === 'sendSol' && to) return { to, value }
  if (action === 'transfer' && to && token) return { to, token, value }
  if (action === 'approve' && spender && token) return { spender, token, value }
  if (action === 'setAuthority' && account) return { authority: to || undefined, account }
  // Taking an allowance back sends nothing, so it needs no warning.
  const { program } = instruction
  return { program, isHarmless: action === 'revoke' || (step !== undefined && HARMLESS.includes(program)) }
}
