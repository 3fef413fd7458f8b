/** Reads from its bytes what a single instruction of one of Solana's own programs does. */
import { encodeBase58 } from '../../lib/base58.ts'
import { decodeText } from '../../lib/visible.ts'

export type Instruction = { program: string; accounts: readonly string[]; data: Uint8Array }

export type Action =
  | 'sendSol'
  | 'createAccount'
  | 'assign'
  | 'allocate'
  | 'advanceNonce'
  | 'withdrawNonce'
  | 'authorizeNonce'
  | 'transfer'
  | 'approve'
  | 'revoke'
  | 'setAuthority'
  | 'mint'
  | 'burn'
  | 'close'
  | 'freeze'
  | 'thaw'
  | 'sync'
  | 'initialize'
  | 'openTokens'
  | 'computeUnits'
  | 'computePrice'
  | 'computeLimit'
  | 'memo'
export type Role = 'from' | 'to' | 'mint' | 'owner' | 'spender' | 'authority' | 'account' | 'program' | 'payer' | 'base'

/** What an instruction does. `others`: its accounts without a named role, such as the signers of a shared account. */
export type Step = {
  action: Action
  accounts: Partial<Record<Role, string>>
  others: readonly string[]
  /**
   * In base units of SOL or of the token. For `allocate` and `computeLimit`: bytes. For `computeUnits`: compute units.
   * For `computePrice`: the price of one compute unit, in millionths of a lamport.
   */
  amount?: bigint
  /** The token's decimals, as the instruction names them. The chain refuses an instruction with a wrong number. */
  decimals?: number
  text?: string
}

export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const MEMOS: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

export const PROGRAM_NAMES: Readonly<Record<string, string>> = {
  [SYSTEM_PROGRAM]: 'System program',
  [TOKEN]: 'Token program',
  [TOKEN_2022]: 'Token program 2022',
  [COMPUTE_BUDGET]: 'Compute budget',
  [ASSOCIATED]: 'Associated token account',
}

/** Accounts that instructions must list for technical reasons. They mean nothing to a person, so they are left out. */
const SYSTEM_ACCOUNTS: readonly string[] = [
  ...Object.keys(PROGRAM_NAMES),
  'SysvarRent111111111111111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
]

/**
 * How an instruction is encoded. `roles` are those of its accounts, in order; `undefined` for an account without
 * meaning. `length` is the size of its data in bytes. `amount` and `decimals` are offsets in the data. `key`: at this
 * offset, the data has an address with this role.
 */
type Layout = {
  action: Action
  roles?: readonly (Role | undefined)[]
  length: number
  amount?: number
  decimals?: number
  key?: readonly [offset: number, role: Role]
}

const at = (
  action: Action,
  length: number,
  roles: readonly (Role | undefined)[] = [],
  rest: Partial<Layout> = {},
): Layout => ({
  action,
  length,
  roles,
  ...rest,
})
const sized = { amount: 1 }
const checked = { amount: 1, decimals: 9 }

/** The system program's instructions, by the number in the first four bytes of the data. */
const SYSTEM: Readonly<Record<number, Layout>> = {
  0: at('createAccount', 52, ['from', 'account'], { amount: 4, key: [20, 'program'] }),
  1: at('assign', 36, ['account'], { key: [4, 'program'] }),
  2: at('sendSol', 12, ['from', 'to'], { amount: 4 }),
  4: at('advanceNonce', 4, ['account', undefined, 'authority']),
  5: at('withdrawNonce', 12, ['from', 'to', undefined, undefined, 'authority'], { amount: 4 }),
  7: at('authorizeNonce', 36, ['account', 'authority'], { key: [4, 'to'] }),
  8: at('allocate', 12, ['account'], { amount: 4 }),
}

/** The token programs' instructions, by the number in the first byte of the data. */
const TOKENS: Readonly<Record<number, Layout>> = {
  1: at('initialize', 1, ['account', 'mint', 'owner', undefined]),
  3: at('transfer', 9, ['from', 'to', 'owner'], sized),
  4: at('approve', 9, ['from', 'spender', 'owner'], sized),
  5: at('revoke', 1, ['from', 'owner']),
  7: at('mint', 9, ['mint', 'to', 'authority'], sized),
  8: at('burn', 9, ['from', 'mint', 'owner'], sized),
  9: at('close', 1, ['account', 'to', 'owner']),
  10: at('freeze', 1, ['account', 'mint', 'authority']),
  11: at('thaw', 1, ['account', 'mint', 'authority']),
  12: at('transfer', 10, ['from', 'mint', 'to', 'owner'], checked),
  13: at('approve', 10, ['from', 'mint', 'spender', 'owner'], checked),
  14: at('mint', 10, ['mint', 'to', 'authority'], checked),
  15: at('burn', 10, ['from', 'mint', 'owner'], checked),
  17: at('sync', 1, ['account']),
  18: at('initialize', 33, ['account', 'mint'], { key: [1, 'owner'] }),
}
const BUDGET: Readonly<Record<number, Layout>> = {
  1: at('computeLimit', 5),
  2: at('computeUnits', 5),
  3: at('computePrice', 9, [], sized),
  4: at('computeLimit', 5),
}
/** The kinds of authority that `setAuthority` passes on, by number. */
const AUTHORITIES = ['to mint', 'to freeze', 'over the account', 'to close the account']

/**
 * Reads an instruction; `undefined` for one of another program, and for one with any byte that it does not understand.
 */
export function readInstruction(instruction: Instruction): Step | undefined {
  const { program, data, accounts } = instruction
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program === SYSTEM_PROGRAM)
    return data.length < 4 ? undefined : readLayout(SYSTEM[view.getUint32(0, true)], instruction)
  if (program === COMPUTE_BUDGET) {
    const step = readLayout(BUDGET[data[0] ?? -1], instruction)
    return step && (data.length === 5 ? { ...step, amount: BigInt(view.getUint32(1, true)) } : step)
  }
  if (program === ASSOCIATED)
    return data.length > 1 || (data[0] ?? 0) > 1
      ? undefined
      : withRoles('openTokens', accounts, ['payer', 'account', 'owner', 'mint', undefined, undefined])
  if (MEMOS.includes(program)) {
    const text = decodeText(data)
    return text === undefined ? undefined : { action: 'memo', accounts: {}, others: accounts, text }
  }
  if (program !== TOKEN && program !== TOKEN_2022) return undefined
  if (data[0] === 6) return readAuthority(instruction)
  // Token-2022's TransferCheckedWithFee: an amount, the decimals, and the token's own fee, which is part of the amount.
  if (program === TOKEN_2022 && data[0] === 26 && data[1] === 1 && data.length === 19) {
    const step = withRoles('transfer', accounts, ['from', 'mint', 'to', 'owner'])
    return step && { ...step, amount: view.getBigUint64(2, true), decimals: data[10] ?? 0 }
  }
  return readLayout(TOKENS[data[0] ?? -1], instruction)
}

function withRoles(
  action: Action,
  accounts: readonly string[],
  roles: readonly (Role | undefined)[],
): Step | undefined {
  // An instruction may leave out trailing accounts without a role, but none with a role.
  if (accounts.length <= roles.findLastIndex((role) => role !== undefined)) return undefined
  const named = roles.flatMap((role, index) => (role ? [[role, accounts[index] ?? '']] : []))
  return {
    action,
    accounts: Object.fromEntries(named) as Step['accounts'],
    others: accounts.filter((account, index) => !roles[index] && !SYSTEM_ACCOUNTS.includes(account)),
  }
}

function readLayout(layout: Layout | undefined, { data, accounts }: Instruction): Step | undefined {
  if (layout?.length !== data.length) return undefined
  const { action, roles = [], amount, decimals, key } = layout
  const step = withRoles(action, accounts, roles)
  if (!step) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    ...step,
    ...(amount !== undefined && { amount: view.getBigUint64(amount, true) }),
    ...(decimals !== undefined && { decimals: data[decimals] ?? 0 }),
    ...(key && { accounts: { ...step.accounts, [key[1]]: encodeBase58(data.subarray(key[0], key[0] + 32)) } }),
  }
}

/**
 * Reads SetAuthority: the kind of authority, then a byte that says whether a new authority follows, then its address.
 */
function readAuthority({ data, accounts }: Instruction): Step | undefined {
  const step = withRoles('setAuthority', accounts, ['account', 'authority'])
  const text = AUTHORITIES[data[1] ?? -1]
  if (!step || text === undefined) return undefined
  if (data[2] === 0 && data.length === 3) return { ...step, text }
  if (data[2] !== 1 || data.length !== 35) return undefined
  return { ...step, text, accounts: { ...step.accounts, to: encodeBase58(data.subarray(3)) } }
}

/**
 * Whether a transaction with these instructions has a durable nonce instead of a recent block: it begins with
 * AdvanceNonceAccount, of which the chain only reads the first four bytes. Such a transaction does not expire.
 */
export const isLasting = ([first]: readonly Pick<Instruction, 'program' | 'data'>[]): boolean =>
  first?.program === SYSTEM_PROGRAM && [4, 0, 0, 0].every((byte, at) => first.data[at] === byte)
