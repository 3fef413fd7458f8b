/** Describes a Solana transaction from its own bytes: each instruction, with every account that it uses. */
import {
  type Action,
  COMPUTE_BUDGET,
  PROGRAM_NAMES,
  readInstruction,
  type Role,
  type Step,
} from '../../../runtime/chains/solana/steps.ts'
import { encodeBase58 } from '../../../runtime/lib/base58.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import { feeOf, type Message } from '../../solana/message.ts'
import { transactionOf } from '../rpc/solanaBytes.ts'
import { bad, code, type Field, heading, type Note } from './field.ts'
import { EVERYTHING } from './words.ts'

const DECIMALS = 9
const UNLIMITED = 2n ** 63n
/** In lamports: a fee above 0.01 SOL is 2,000 times that of a usual transaction. */
const LARGE_FEE = 10_000_000n

const ACTIONS: Record<Action, string> = {
  sendSol: 'Send SOL',
  createAccount: 'Create an account',
  assign: 'Give the account to a program',
  allocate: 'Reserve space',
  advanceNonce: 'Use a durable nonce',
  withdrawNonce: 'Send SOL from a nonce account',
  authorizeNonce: 'Pass on a nonce account',
  transfer: 'Send tokens',
  approve: 'Let somebody take your tokens',
  revoke: 'Let nobody take your tokens any more',
  setAuthority: 'Pass on the authority',
  mint: 'Make new tokens',
  burn: 'Destroy tokens',
  close: 'Close a token account',
  freeze: 'Freeze a token account',
  thaw: 'Thaw a token account',
  sync: 'Update wrapped SOL',
  initialize: 'Set up a token account',
  openTokens: 'Open a token account',
  computeUnits: 'Limit of computing units',
  computePrice: 'Price of a computing unit',
  computeLimit: 'Limit of memory',
  memo: 'Note',
}
const ROLES: Record<Role, string> = {
  from: 'From',
  to: 'To',
  mint: 'Token',
  owner: 'Owner',
  spender: 'May take your tokens',
  authority: 'Present authority',
  account: 'Account',
  program: 'Belongs to the program',
  payer: 'Pays for it',
  base: 'Derived from',
}
/** What these do cannot be undone, or lets somebody else act. */
const HARMFUL: Partial<Record<Action, string>> = {
  assign: 'A program would own this account: it may take all that is in it.',
  setAuthority: 'Somebody else would control this account or token. This cannot be undone.',
  authorizeNonce: 'Somebody else would control this nonce account.',
  approve: 'Somebody else may take tokens of yours, without asking you.',
}

type Said = { fields: Field[]; warnings: Note[] }

function amountField({ action, amount, decimals, accounts }: Step): Field[] {
  if (amount === undefined) return []
  if (action === 'computeUnits' || action === 'computeLimit' || action === 'allocate')
    return [{ label: 'Figure', value: String(amount) }]
  if (action === 'computePrice') return [{ label: 'Figure', value: `${amount} millionths of a lamport` }]
  const isSol = ['sendSol', 'createAccount', 'withdrawNonce'].includes(action)
  const lead = isSol || action === 'transfer' || action === 'burn' ? ({ lead: true } as const) : {}
  if (isSol) return [{ label: 'Amount', value: `${formatUnits(amount, DECIMALS)} SOL`, ...lead }]
  if (amount >= UNLIMITED && action === 'approve') return [{ label: 'Up to', value: EVERYTHING, bad: true }]
  const label = action === 'approve' ? 'Up to' : 'Amount'
  if (decimals === undefined)
    return [{ label, value: `${amount} smallest units. The request does not say which token.`, ...lead }]
  return [{ label, value: `${formatUnits(amount, decimals)} of the token ${accounts.mint ?? ''}`, ...lead }]
}

function describeStep(step: Step): Said {
  const { action, accounts, others, text } = step
  const roles = Object.entries(accounts) as [Role, string][]
  const isHarm = HARMFUL[action]
  return {
    fields: [
      ...amountField(step),
      ...(text === undefined ? [] : [{ label: action === 'memo' ? 'Text' : 'Authority', value: text }]),
      ...roles.map(([role, account]): Field => {
        const isNew = (action === 'setAuthority' || action === 'authorizeNonce') && role === 'to'
        const isTaker = isHarm !== undefined && (isNew || role === 'spender' || role === 'program')
        return { ...code(isNew ? 'New authority' : ROLES[role], account), ...(isTaker && { bad: true }) }
      }),
      ...(action === 'setAuthority' && accounts.to === undefined
        ? [{ label: 'New authority', value: 'Nobody, for ever', bad: true as const }]
        : []),
      ...(others.length ? [code('Further accounts', others.join('\n'))] : []),
    ],
    warnings: isHarm === undefined ? [] : [bad(isHarm)],
  }
}

/**
 * What to show for each index that instructions use: the message's own addresses, then a description of each entry of a
 * lookup table, whose address is not known here, with all writable entries before the read-only ones.
 */
function accountsOf({ keys, lookups }: Message): string[] {
  const all = (kind: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) => lookup[kind].map((index) => `Account ${index} of the table ${lookup.table}`))
  return [...keys, ...all('writable'), ...all('readonly')]
}

export function describeTransaction(text: string): Said & { title: string } {
  const { message } = transactionOf(text)
  const known = accountsOf(message)
  const at = (index: number) => known[index] ?? `Account ${index}, which this transaction does not name`
  const parts = message.instructions.map(({ program, accounts, data }) => {
    const name = at(program)
    const own = { program: name, accounts: accounts.map(at), data }
    const step = readInstruction(own)
    if (step) return { title: ACTIONS[step.action], ...describeStep(step) }
    const fields = [
      code('Program', [PROGRAM_NAMES[name], name].filter(Boolean).join('\n')),
      ...(own.accounts.length ? [code('Accounts', own.accounts.join('\n'))] : []),
      { ...code('Data', encodeBase58(data) || '(none)'), bad: true as const },
    ]
    return {
      title: 'Run a program',
      fields,
      warnings: [bad('A part of this cannot be read here. Approve it only if you trust this site.')],
    }
  })
  const fee = BigInt(feeOf(message, COMPUTE_BUDGET))
  const isLarge = fee > LARGE_FEE
  const signers = message.keys.slice(1, message.header[0])
  return {
    title: parts.length === 1 ? (parts[0]?.title ?? '') : `${parts.length} instructions`,
    fields: [
      code('Pays the fee', message.keys[0] ?? ''),
      { label: 'Highest fee', value: `${formatUnits(fee, DECIMALS)} SOL`, ...(isLarge && { bad: true }) },
      ...(signers.length ? [code('Signed by others too', signers.join('\n'))] : []),
      ...parts.flatMap(({ title, fields }, index) => [
        heading(parts.length > 1 ? `${index + 1}. ${title}` : title),
        ...fields,
      ]),
    ],
    warnings: [
      ...parts.flatMap(({ warnings }) => warnings),
      ...(isLarge ? [bad('The fee is far higher than usual.')] : []),
      ...(message.lookups.length ? [bad('Some accounts are in a lookup table and cannot be read here.')] : []),
    ],
  }
}
