/** Describes a permission as text for all screens. */
import { dateFormat, formatToken, isLogin, type PluginAccount } from 'walletkit/plugin'
import { isUnlimited, type Permission } from './permission.ts'
import type { sessionMessages } from './messages.ts'

export type Say = (key: keyof typeof sessionMessages, values?: Record<string, string | number>) => string
export type Token = { symbol: string; decimals: number }

const DAY = 86_400

/** How often an allowance renews, as text: "every day" or "every 3 days"; "in all" if it never does. */
function periodText(period: number | undefined, t: Say): string {
  if (period === undefined) return t('sessions.inAll')
  const days = period / DAY
  const named =
    days === 1
      ? t('sessions.day')
      : days === 7
        ? t('sessions.week')
        : days === 30
          ? t('sessions.month')
          : Number.isInteger(days)
            ? t('sessions.days', { count: days })
            : period === 1
              ? t('sessions.second')
              : t('sessions.seconds', { count: period })
  return t('sessions.every', { period: named })
}

/**
 * Describes what the permission allows. Of the result, `address` is the contract that the permission names, and `note` a
 * limit to show below the text.
 */
export function wordsOf(
  permission: Permission,
  { t, native, token, locale }: { t: Say; native: Token; token?: Token | undefined; locale: string | undefined },
): { text: string; address?: string; note?: string } {
  const amount = (value: bigint, of: Token | undefined) => {
    if (isUnlimited(permission)) return t('sessions.unlimited')
    return of ? `${formatToken({ value, decimals: of.decimals }, undefined, locale)} ${of.symbol}` : String(value)
  }
  if (permission.kind === 'other') return { text: t('sessions.other', { type: permission.type }) }
  if (permission.kind === 'call') {
    const { functions, target, limit } = permission
    return {
      text: functions.length ? t('sessions.call', { functions: functions.join(', ') }) : t('sessions.callAny'),
      ...(target !== undefined && { address: target }),
      ...(limit !== undefined && { note: t('sessions.callLimit', { amount: amount(limit, native) }) }),
    }
  }
  const of = permission.kind === 'native' ? native : token
  const key = permission.kind === 'native' || of ? 'sessions.native' : 'sessions.token'
  return {
    text: `${t(key, { amount: amount(permission.allowance, of) })} ${periodText(permission.period, t)}`,
    ...(permission.kind === 'token' && { address: permission.token }),
  }
}

/** Asks to confirm: in which wallet, unless it has no name or the account is a login, which asks by itself. */
export const askText = (account: Pick<PluginAccount, 'connectedWalletInfo'>, t: Say): string => {
  const wallet = account.connectedWalletInfo?.name
  return isLogin(account) || !wallet ? t('sessions.confirm') : t('sessions.revoking', { wallet })
}

/** A time in ms since 1970 as text, such as "24 Nov 2026, 14:05". */
export const momentText = (at: number, locale: string | undefined) =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
