/** Reads a swap's transaction before it is run: who signs it, which programs it calls, and for which amounts. */
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
/** What a swap calls beside it: it opens and closes token accounts, and wraps SOL. */
const PROGRAMS = new Set([COMPUTE_BUDGET, JUPITER, SYSTEM, ASSOCIATED, ...TOKEN_PROGRAMS])

/** In lamports: network and priority fee together. Jupiter takes 0.005 SOL at most unless told otherwise. */
export const MOST_FEE = 10_000_000n

/** The first eight bytes of `route` and of `shared_accounts_route`: SHA-256 of `global:` and the name (Anchor). */
const ROUTES = new Set(['e517cb977ae3ad2a', 'c1209b3341d69c81'])
/** The end of both: the amount, the quoted amount, the slippage in hundredths of a percent, and a fee. */
const TAIL = { length: 19, quoted: 8, slippage: 16, fee: 18 }

/** @throws SourceError for a transaction of somebody else, of other programs, or for another amount */
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
 * Whether an instruction is one of those with which Jupiter prepares and ends a swap. The programs have others that give
 * the wallet or a token account away, such as `Assign` and `SetAuthority`, and the visitor signs for all of them.
 */
function isStep({ program, accounts, data }: Instruction, keys: readonly string[], user: string): boolean {
  // An address from a lookup table is not in `keys`, and a step's own addresses never come from one.
  const at = (place: number) => keys[accounts[place] ?? keys.length]
  const called = keys[program] ?? ''
  const bytes = Buffer.from(data)
  if (TOKEN_PROGRAMS.has(called)) {
    const isSync = bytes.equals(Buffer.of(17))
    // It closes an account: its SOL goes to the visitor, who alone has to agree.
    return isSync || (bytes.equals(Buffer.of(9)) && accounts.length === 3 && at(1) === user && at(2) === user)
  }
  // 0 or nothing opens an account; 1 does so unless it exists. The visitor pays, and is the owner.
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
