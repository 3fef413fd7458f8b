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

const UNITS: Readonly<Record<string, number>> = { s: 1, d: 86_400, w: 604_800, m: 2_592_000 }

/** A period in seconds, from a number or from text such as `1s`, `1d`, `1w` or `1m` (a month); else `undefined`. */
function periodOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  const [, count, unit = ''] = /^(\d{1,9})([sdwm])?$/.exec(typeof value === 'string' ? value : '') ?? []
  return count === undefined || Number(count) === 0 ? undefined : Number(count) * (UNITS[unit] ?? 1)
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

export function parsePermission(value: unknown): Permission | undefined {
  const { type, data } = recordOf(value)
  if (typeof type !== 'string' || !/^[\w-]{1,60}$/.test(type)) return undefined
  const fields = recordOf(data)
  const period = periodOf(fields['period'])
  const allowance = amountOf(fields['allowance'])
  const token = addressOf(fields['address'] ?? fields['token'])
  if (type === 'contract-call') {
    const list = fields['functions'] ?? fields['calls']
    const functions = Array.isArray(list) ? (list as unknown[]).map(functionOf) : []
    return { kind: 'call', target: token, functions, limit: amountOf(fields['valueLimit']) }
  }
  if (type === 'native-token-recurring-allowance' && allowance !== undefined)
    return { kind: 'native', allowance, period }
  if (type === 'erc20-recurring-allowance' && allowance !== undefined && token !== undefined)
    return { kind: 'token', token, allowance, period }
  return { kind: 'other', type }
}

/** Allowances of this many base units or more exceed all usual balances, so they count as unlimited. */
const UNLIMITED = 1n << 128n

export const isUnlimited = (permission: Permission) =>
  (permission.kind === 'native' || permission.kind === 'token') && permission.allowance >= UNLIMITED

/** Whether the permission names no contract, or the zero address, so that it would allow calls to any contract. */
export const isWildcard = (permission: Permission) =>
  permission.kind === 'call' && (permission.target === undefined || /^0x0{40}$/.test(permission.target))
