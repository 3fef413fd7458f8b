/** What a request says, as facts: the view makes the words. */
import type { ApproveKey } from '../views/approve.messages.ts'

/** Base units of a token (its contract's address), or of the network's own currency. */
export type Amount = { value: bigint | 'unlimited'; token?: string }

/** One thing to know. `label` is a key of the catalogue, or for `named` the name that the data itself gives. */
export type Fact =
  | { kind: 'address'; label: ApproveKey; address: string }
  | { kind: 'amount'; label: ApproveKey; amount: Amount }
  | { kind: 'text'; label: ApproveKey; text: string }
  /** Seconds since 1970; `undefined` never ends. */
  | { kind: 'time'; label: ApproveKey; at: bigint | undefined }
  | { kind: 'named'; name: string; text: string }

/** `isBad`: almost surely a trick, or more than anybody needs to give. */
export type Warning = { key: ApproveKey; isBad?: true; values?: Record<string, string> }

export type Part = {
  title: ApproveKey
  /** Text to read, in its own box. */
  message?: string
  facts: Fact[]
  warnings: Warning[]
  /** For whoever wants to know it exactly. */
  details: Fact[]
}

/** Whom a part lets take something; `undefined` where it lets nobody, or on another network than the page's. */
export function takerOf({ title, facts, warnings }: Part): string | undefined {
  if (title === 'approve.revoke' || title === 'approve.revokeAll') return undefined
  if (warnings.some(({ key }) => key === 'approve.otherChain')) return undefined
  return facts.flatMap((fact) => (fact.kind === 'address' && fact.label === 'approve.spender' ? fact.address : []))[0]
}

/** `parts`: one for most requests, one for each call of a batch. `count` is how many there are. */
export type Described = { title: ApproveKey; count?: number; parts: Part[]; warnings: Warning[] }

/** Where the page is: its host, its network, and the time in ms since 1970. */
export type Where = { host: string; chain: string; now: number }

export const address = (label: ApproveKey, value: string): Fact => ({ kind: 'address', label, address: value })
export const text = (label: ApproveKey, value: string): Fact => ({ kind: 'text', label, text: value })
export const amount = (label: ApproveKey, value: bigint, token?: string): Fact => ({
  kind: 'amount',
  label,
  amount: { value: isUnlimited(value) ? 'unlimited' : value, ...(token !== undefined && { token }) },
})
/** The network's own currency has no amount without limit. */
export const native = (label: ApproveKey, value: bigint): Fact => ({ kind: 'amount', label, amount: { value } })

/** More than any supply; and all that tokens which count in 96 bits know. */
export const isUnlimited = (value: bigint) => value >= 2n ** 127n || value === 2n ** 96n - 1n

const THIRTY_DAYS = 30n * 86_400n
/** What JavaScript's dates reach, in seconds. */
const LAST = 8_640_000_000_000n

/** A point in time (seconds), and what to say of it: more than 30 days is long, and what no calendar holds is for ever. */
export function until(label: ApproveKey, at: bigint, { now }: Where): { facts: Fact[]; warnings: Warning[] } {
  const isLong = at - BigInt(Math.floor(now / 1000)) > THIRTY_DAYS
  return {
    facts: [{ kind: 'time', label, at: at > LAST ? undefined : at }],
    warnings: isLong ? [{ key: 'approve.long', isBad: true }] : [],
  }
}
