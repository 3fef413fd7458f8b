/** Parses the permissions of a session, from the session service or from an app. Keeps the name of an unknown kind. */
import { cleanText, isRecord } from 'walletkit/plugin'

export type Permission =
  | { kind: 'call'; target: string | undefined; functions: readonly string[]; limit: bigint | undefined }
  | { kind: 'native'; allowance: bigint; period: number | undefined }
  | { kind: 'token'; token: string; allowance: bigint; period: number | undefined }
  | { kind: 'other'; type: string }

export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const addressOf = (value: unknown) => (typeof value === 'string' && ADDRESS.test(value) ? value : undefined)

/** An amount in base units, from hex, decimal text or an integer; `undefined` for anything else. */
function amountOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value) ? BigInt(value) : undefined
}

const UNITS: Readonly<Record<string, number>> = { s: 1, h: 3_600, d: 86_400, w: 604_800, m: 2_592_000 }

/**
 * A period in seconds, from a number, from hex, or from text such as `1s`, `1h`, `1d`, `1w` or `1m` (a month); else
 * `undefined`.
 */
function periodOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  const text = typeof value === 'string' ? value : ''
  const [, count, unit = ''] = /^(0x[0-9a-fA-F]{1,8}|\d{1,9})([shdwm])?$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 1)
}

const NAME = /^[\w$]{1,60}$/
/**
 * The name of an allowed function. A wallet allows the selector, whatever the site calls it, so a selector that is
 * given is shown beside the name. A text that is no plain name is shown in quotes and never left out: the wallet may
 * understand it.
 */
function functionOf(value: unknown): string {
  const { functionName, name, selector } = recordOf(value)
  const told = (...texts: unknown[]) => {
    const text = texts.find((each): each is string => typeof each === 'string' && cleanText(each) !== '')
    return text === undefined || NAME.test(text) ? text : JSON.stringify(cleanText(text))
  }
  const [known, code] = [told(functionName, name), told(selector)]
  return known !== undefined && code !== undefined ? `${known} (${code})` : (known ?? code ?? '?')
}

/** The types of each kind (ERC-7715, whose drafts name the same things in different ways). */
const TYPES = {
  call: ['contract-call'],
  native: ['native-token-recurring-allowance', 'native-token-transfer'],
  token: ['erc20-recurring-allowance', 'erc20-token-transfer'],
}

export function parsePermission(value: unknown): Permission | undefined {
  const { type, data } = recordOf(value)
  if (typeof type !== 'string' || !/^[\w-]{1,60}$/.test(type)) return undefined
  return parseKnown(type, recordOf(data)) ?? { kind: 'other', type }
}

/** `undefined` for an unknown type, and for data of which something cannot be read, because a wallet may read it. */
function parseKnown(type: string, data: Record<string, unknown>): Permission | undefined {
  const [amount, period] = [amountOf(data['allowance']), periodOf(data['period'])]
  const [target, ...others] = [data['address'], data['token']].filter(isGiven).map(addressOf)
  if (
    others.some((other) => other?.toLowerCase() !== target?.toLowerCase()) ||
    (isGiven(data['period']) && period === undefined)
  )
    return undefined
  if (TYPES.call.includes(type)) return callOf(target, data)
  if (amount === undefined) return undefined
  const often = { allowance: amount, period: period || undefined }
  if (TYPES.native.includes(type)) return { kind: 'native', ...often }
  return TYPES.token.includes(type) && target !== undefined ? { kind: 'token', token: target, ...often } : undefined
}

/**
 * A permission to call. `limit` is the highest that the data or one of its functions names. `undefined` if a limit
 * cannot be read, or if a function may run the contract's code as the account's own (`DelegateCall`): that could take
 * everything, which no list of functions says.
 */
function callOf(target: string | undefined, data: Record<string, unknown>): Permission | undefined {
  const parts = [data, ...[data['functions'], data['calls']].flat().map(recordOf)]
  const limits = parts
    .map(({ valueLimit }) => valueLimit)
    .filter(isGiven)
    .map(amountOf)
  const isPlain = ({ operation }: Record<string, unknown>) => !isGiven(operation) || operation === 'Call'
  if (limits.includes(undefined) || !parts.every(isPlain)) return undefined
  const limit = limits.reduce((most, each) => (most === undefined || (each ?? 0n) > most ? each : most), undefined)
  return { kind: 'call', target, functions: functionsOf(data), limit }
}

/**
 * The functions of both lists, because a wallet may read either. None, which means any function, if a list is empty or
 * no list: to a wallet that reads that one, every function is allowed.
 */
function functionsOf({ functions, calls }: Record<string, unknown>): string[] {
  const lists: unknown[] = [functions, calls].filter(isGiven)
  const isNamed = lists.every((each) => Array.isArray(each) && each.length)
  return isNamed ? lists.flat().map(functionOf) : []
}

const isGiven = (value: unknown) => value !== undefined && value !== null

/** Whether the permission is of a known type, but its data cannot be read, so that no screen can say what it allows. */
export const isUnclear = (permission: Permission) =>
  permission.kind === 'other' && Object.values(TYPES).flat().includes(permission.type)

/** Allowances of this many base units or more exceed all usual balances, so they count as unlimited. */
const UNLIMITED = 1n << 128n

export const isUnlimited = (permission: Permission) => {
  if (permission.kind === 'call') return (permission.limit ?? 0n) >= UNLIMITED
  return permission.kind !== 'other' && permission.allowance >= UNLIMITED
}

/** Whether the permission names no contract, or the zero address, so that it would allow calls to any contract. */
export const isWildcard = (permission: Permission) =>
  permission.kind === 'call' && (permission.target === undefined || /^0x0{40}$/.test(permission.target))
