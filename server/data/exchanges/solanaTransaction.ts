/** Reads a swap's transaction before it is simulated: who signs it, which programs it calls, and for which amounts. */
import { associatedTokenAddress } from '../../../sandbox/solana/keys.ts'
import { feeOf, type Instruction, readWire, type Wire } from '../../../sandbox/solana/message.ts'
import { WRAPPED_SOL } from '../network.ts'
import { SourceError } from '../source.ts'
import type { SolanaBuilt, SolanaOrder } from './jupiter.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
export const SYSTEM = '11111111111111111111111111111111'
export const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
  ...['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
])
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
/** Jupiter's own program, version 6. */
export const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
/**
 * The programs that a swap may call: Jupiter's, and those that set the fee, open and close token accounts, and wrap
 * SOL.
 */
const PROGRAMS = new Set([COMPUTE_BUDGET, JUPITER, SYSTEM, ASSOCIATED, ...TOKEN_PROGRAMS])

/**
 * The most lamports (0.01 SOL) for network fee and priority fee together. By default, Jupiter sets at most 0.005 SOL.
 */
export const MOST_FEE = 10_000_000n

/** The first eight bytes of `route` and of `shared_accounts_route`: SHA-256 of `global:` and the name (Anchor). */
const ROUTES = new Set(['e517cb977ae3ad2a', 'c1209b3341d69c81'])
/**
 * The last 19 bytes of both calls' data: the amount at 0, then at these offsets the quoted amount, the slippage in
 * hundredths of a percent, and the fee of a platform.
 */
const TAIL = { length: 19, quoted: 8, slippage: 16, fee: 18 }

/**
 * Parses a swap's transaction and compares it with the order.
 * @throws SourceError if somebody else signs the transaction or pays its fee, if it calls other programs or has a step
 * that no swap needs, takes another amount, or has a lower minimum or a higher fee
 */
export function readSwap(source: string, order: SolanaOrder, { transaction, minimum }: SolanaBuilt): Wire {
  const fail = (problem: string): never => {
    throw new SourceError(source, `built a swap ${problem}`)
  }
  const wire = wireOf(transaction) ?? fail('whose transaction cannot be read')
  const { header, keys, instructions } = wire.message
  if (header[0] !== 1) fail('that somebody else has to sign too')
  if (keys[0] !== order.user) fail('whose fee somebody else pays')
  if (instructions.some(({ program }) => !PROGRAMS.has(keys[program] ?? ''))) fail('that calls another program')
  if (instructions.some((each) => !isStep(each, keys, order.user))) fail('with a step that no swap needs')
  if (BigInt(feeOf(wire.message, COMPUTE_BUDGET)) > MOST_FEE) fail('with a fee above 0.01 SOL')
  for (const instruction of instructions) {
    if (keys[instruction.program] !== JUPITER) continue
    const call = routeOf(instruction) ?? fail('whose call cannot be read')
    if (call.amount !== order.amount) fail('of another amount')
    if (call.fee !== 0) fail('with a fee of a platform')
    if (call.minimum + 1n < minimum) fail('whose minimum is below the quoted one')
  }
  return wire
}

/**
 * Whether an instruction is one of those with which Jupiter prepares and ends a swap. The same programs have others
 * that give the wallet or a token account away, such as `Assign` and `SetAuthority`, and the visitor's signature covers
 * all instructions.
 */
function isStep({ program, accounts, data }: Instruction, keys: readonly string[], user: string): boolean {
  // Undefined for an address from a lookup table: `keys` does not have it, and the addresses compared here never come
  // from one.
  const at = (place: number) => keys[accounts[place] ?? keys.length]
  const called = keys[program] ?? ''
  const bytes = Buffer.from(data)
  if (TOKEN_PROGRAMS.has(called)) {
    const isSync = bytes.equals(Buffer.of(17))
    // 9 is `CloseAccount`: it must pay the account's SOL to the visitor, and the visitor must be the only one to
    // authorize it.
    return isSync || (bytes.equals(Buffer.of(9)) && accounts.length === 3 && at(1) === user && at(2) === user)
  }
  // No data or 0 creates a token account; 1 creates it unless it exists. The visitor must pay for it and own it.
  if (called === ASSOCIATED) return ['', '00', '01'].includes(bytes.toString('hex')) && at(0) === user && at(2) === user
  if (called !== SYSTEM) return true
  const isTransfer = bytes.length === 12 && bytes.readUInt32LE(0) === 2 && accounts.length === 2
  return isTransfer && at(0) === user && at(1) === associatedTokenAddress(user, WRAPPED_SOL)
}

function wireOf(text: string): Wire | undefined {
  if (!/^[A-Za-z0-9+/]{1,4000}={0,2}$/.test(text)) return undefined
  try {
    return readWire(Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}

function routeOf({ data }: Instruction): { amount: bigint; minimum: bigint; fee: number } | undefined {
  const bytes = Buffer.from(data)
  if (!ROUTES.has(bytes.subarray(0, 8).toString('hex')) || bytes.length < 8 + TAIL.length) return undefined
  const tail = bytes.subarray(-TAIL.length)
  const slippage = BigInt(tail.readUInt16LE(TAIL.slippage))
  if (slippage > 10_000n) return undefined
  const minimum = (tail.readBigUInt64LE(TAIL.quoted) * (10_000n - slippage)) / 10_000n
  return { amount: tail.readBigUInt64LE(0), minimum, fee: tail.readUInt8(TAIL.fee) }
}
