/** The description of a request, as data. The view renders it with the texts of `approve.messages.ts`. */
import type { ApproveKey } from '../views/approve.messages.ts'

/** An amount, in base units. `token` is the address of the token's contract; absent for the native currency. */
export type Amount = { value: bigint | 'unlimited'; token?: string }

/**
 * One row of the description. `label` is a message key. The label of a `named` row is `name`, from the request itself.
 */
export type Fact =
  | { kind: 'address'; label: ApproveKey; address: string }
  | { kind: 'amount'; label: ApproveKey; amount: Amount }
  | { kind: 'text'; label: ApproveKey; text: string }
  /** Seconds since 1970; `undefined` means that it never ends. */
  | { kind: 'time'; label: ApproveKey; at: bigint | undefined }
  | { kind: 'named'; name: string; text: string }
  /** A heading that says what a call inside signed data does. The rows after it belong to that call. */
  | { kind: 'call'; label: ApproveKey; title: ApproveKey }

/** `isBad`: shown in red. Such requests are often fraud, allow more than an app needs, or cannot be read. */
export type Warning = { key: ApproveKey; isBad?: true; values?: Record<string, string> }

export type Part = {
  title: ApproveKey
  /** The message to sign, shown in its own box. */
  message?: string
  facts: Fact[]
  warnings: Warning[]
  /** Exact details, which the view hides until the visitor opens them. */
  details: Fact[]
}

/**
 * The spender that a part authorises, to warn if it is a person's account. `undefined` if the part authorises none,
 * takes an allowance back, or is for another network, where the spender cannot be checked.
 */
export function takerOf({ title, facts, warnings }: Part): string | undefined {
  if (title === 'approve.revoke' || title === 'approve.revokeAll') return undefined
  if (warnings.some(({ key }) => key === 'approve.otherChain')) return undefined
  return facts.flatMap((fact) => (fact.kind === 'address' && fact.label === 'approve.spender' ? fact.address : []))[0]
}

/**
 * A described request. `parts` has one entry, or one for each call of a batch or each of several transactions; `count`
 * is their number, for the title. `warnings` concern the whole request.
 */
export type Described = { title: ApproveKey; count?: number; parts: Part[]; warnings: Warning[] }

/**
 * Where a request was made: `host` of the page, `chain` as CAIP-2 id of its network, and `now` in ms since 1970.
 * `account`: who signs it, if that is known.
 */
export type Where = { host: string; chain: string; now: number; account?: string | undefined }

export const address = (label: ApproveKey, value: string): Fact => ({ kind: 'address', label, address: value })
export const text = (label: ApproveKey, value: string): Fact => ({ kind: 'text', label, text: value })
export const amount = (label: ApproveKey, value: bigint, token?: string): Fact => ({
  kind: 'amount',
  label,
  amount: { value: isUnlimited(value) ? 'unlimited' : value, ...(token !== undefined && { token }) },
})
/** A row with an amount of the native currency, which can never be unlimited. */
export const native = (label: ApproveKey, value: bigint): Fact => ({ kind: 'amount', label, amount: { value } })

/**
 * Whether an amount stands for "unlimited": 2¹²⁷ base units or more, which no usual token has, or the maximum of tokens
 * that count in 96 bits.
 */
export const isUnlimited = (value: bigint) => value >= 2n ** 127n || value === 2n ** 96n - 1n

const THIRTY_DAYS = 30n * 86_400n
/** The latest date that JavaScript can represent, in seconds since 1970. */
const LAST = 8_640_000_000_000n

/**
 * A row for a deadline (`at`, in seconds since 1970), with a warning if it is more than 30 days away. A deadline after
 * {@link LAST} is shown as "never ends".
 */
export function until(label: ApproveKey, at: bigint, { now }: Where): { facts: Fact[]; warnings: Warning[] } {
  const isLong = at - BigInt(Math.floor(now / 1000)) > THIRTY_DAYS
  return {
    facts: [{ kind: 'time', label, at: at > LAST ? undefined : at }],
    warnings: isLong ? [{ key: 'approve.long', isBad: true }] : [],
  }
}
