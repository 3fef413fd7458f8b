/** Describes a Solana transaction from its own bytes: each instruction, with every account that it uses. */
import {
  COMPUTE_BUDGET,
  isLasting,
  PROGRAM_NAMES,
  readInstruction,
  type Role,
  type Step,
} from '../../../runtime/chains/solana/steps.ts'
import { encodeBase58 } from '../../../runtime/lib/base58.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import { feeOf, type Message } from '../../solana/message.ts'
import { transactionOf } from '../rpc/solanaBytes.ts'
import type { ApprovalText } from './approvalText.ts'
import { bad, code, type Field, heading, type Note } from './field.ts'

const DECIMALS = 9
const UNLIMITED = 2n ** 63n
/** The fee in lamports above which the person is warned: 0.01 SOL, 2,000 times the fee of a usual transaction. */
const LARGE_FEE = 10_000_000n

/** Actions that cannot be undone, or that let somebody else act for the account. */
const HARMFUL = ['assign', 'setAuthority', 'authorizeNonce', 'approve'] as const
const harmOf = ({ action, accounts: { to, owner } }: Step) =>
  // Closing an account pays its balance (for wrapped SOL, all of the SOL) to `to`: harmless only if that is the owner.
  action === 'close' && (to === undefined || to !== owner) ? 'close' : HARMFUL.find((each) => each === action)

type Said = { fields: Field[]; warnings: Note[] }

function amountField(t: ApprovalText, { action, amount, decimals, accounts }: Step): Field[] {
  if (amount === undefined) return []
  if (action === 'computeUnits' || action === 'computeLimit' || action === 'allocate')
    return [{ label: t('solana.figure'), value: String(amount) }]
  if (action === 'computePrice')
    return [{ label: t('solana.figure'), value: t('solana.millionths', { value: String(amount) }) }]
  const isSol = ['sendSol', 'createAccount', 'withdrawNonce'].includes(action)
  const lead = isSol || action === 'transfer' || action === 'burn' ? ({ lead: true } as const) : {}
  if (isSol) return [{ label: t('approve.amount'), value: `${formatUnits(amount, DECIMALS)} SOL`, ...lead }]
  if (amount >= UNLIMITED && action === 'approve')
    return [{ label: t('approve.upTo'), value: t('amount.everything'), bad: true }]
  const label = t(action === 'approve' ? 'approve.upTo' : 'approve.amount')
  if (decimals === undefined) return [{ label, value: t('solana.unnamedToken', { value: String(amount) }), ...lead }]
  const written = t('solana.ofToken', { value: formatUnits(amount, decimals), token: accounts.mint ?? '' })
  return [{ label, value: written, ...lead }]
}

function describeStep(t: ApprovalText, step: Step): Said {
  const { action, accounts, others, text } = step
  const roles = Object.entries(accounts) as [Role, string][]
  const harm = harmOf(step)
  return {
    fields: [
      ...amountField(t, step),
      ...(action === 'close'
        ? [{ label: t('approve.amount'), value: t('solana.allSol'), ...(harm && { lead: true as const }) }]
        : []),
      ...(text === undefined
        ? []
        : [{ label: t(action === 'memo' ? 'solana.text' : 'solana.authority'), value: text }]),
      ...roles.map(([role, account]): Field => {
        const isNew = (action === 'setAuthority' || action === 'authorizeNonce') && role === 'to'
        const isTaker =
          harm !== undefined &&
          (isNew || role === 'spender' || role === 'program' || (action === 'close' && role === 'to'))
        return { ...code(t(isNew ? 'solana.newAuthority' : `role.${role}`), account), ...(isTaker && { bad: true }) }
      }),
      ...(action === 'setAuthority' && accounts.to === undefined
        ? [{ label: t('solana.newAuthority'), value: t('solana.nobody'), bad: true as const }]
        : []),
      ...(others.length ? [code(t('solana.further'), others.join('\n'))] : []),
    ],
    warnings: harm === undefined ? [] : [bad(t(`harm.${harm}`))],
  }
}

/**
 * The texts to show for the accounts, by the index that instructions use: first the message's own addresses, then,
 * because the contents of lookup tables are not known here, a description of each entry. Solana numbers the writable
 * entries of all tables before the read-only ones.
 */
function accountsOf(t: ApprovalText, { keys, lookups }: Message): string[] {
  const all = (kind: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) =>
      lookup[kind].map((index) => t('solana.inTable', { at: String(index), table: lookup.table })),
    )
  return [...keys, ...all('writable'), ...all('readonly')]
}

export function describeTransaction(t: ApprovalText, text: string): Said & { title: string } {
  const { message } = transactionOf(text)
  const known = accountsOf(t, message)
  const at = (index: number) => known[index] ?? t('solana.unnamed', { at: String(index) })
  const parts = message.instructions.map(({ program, accounts, data }) => {
    const name = at(program)
    const own = { program: name, accounts: accounts.map(at), data }
    const step = readInstruction(own)
    if (step) return { title: t(`step.${step.action}`), ...describeStep(t, step) }
    const fields = [
      code(t('solana.program'), [PROGRAM_NAMES[name], name].filter(Boolean).join('\n')),
      ...(own.accounts.length ? [code(t('solana.accounts'), own.accounts.join('\n'))] : []),
      { ...code(t('approve.data'), encodeBase58(data) || t('solana.noData')), bad: true as const },
    ]
    return {
      title: t('solana.run'),
      fields,
      warnings: [bad(t('solana.unread'))],
    }
  })
  const steps = message.instructions.map(({ program, data }) => ({ program: at(program), data }))
  const fee = BigInt(feeOf(message, COMPUTE_BUDGET))
  const isLarge = fee > LARGE_FEE
  const signers = message.keys.slice(1, message.header[0])
  return {
    title: parts.length === 1 ? (parts[0]?.title ?? '') : t('solana.instructions', { count: parts.length }),
    fields: [
      code(t('solana.paysFee'), message.keys[0] ?? ''),
      { label: t('solana.highestFee'), value: `${formatUnits(fee, DECIMALS)} SOL`, ...(isLarge && { bad: true }) },
      ...(signers.length ? [code(t('solana.signers'), signers.join('\n'))] : []),
      ...parts.flatMap(({ title, fields }, index) => [
        heading(parts.length > 1 ? `${index + 1}. ${title}` : title),
        ...fields,
      ]),
    ],
    warnings: [
      ...parts.flatMap(({ warnings }) => warnings),
      ...(isLasting(steps) ? [bad(t('solana.lasting'))] : []),
      ...(isLarge ? [bad(t('solana.highFee'))] : []),
      ...(message.lookups.length ? [bad(t('solana.lookup'))] : []),
    ],
  }
}
