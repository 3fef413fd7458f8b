/** Writes transactions as a table for spreadsheets (CSV, RFC 4180), for example for taxes. `export.ts` fetches them. */
import type { Transaction, Transfer } from './transaction.ts'

/**
 * The column names, in English because programs read them. In the column `direction`, a value is `in`, `out` or `self`,
 * and empty for approvals. Amounts have no sign.
 */
const COLUMNS = [
  'time',
  'type',
  'status',
  'direction',
  'amount',
  'symbol',
  'token',
  'usd',
  'from',
  'to',
  'contact',
  'network',
  'hash',
  'suspicious',
] as const
type Line = Partial<Record<(typeof COLUMNS)[number], string>>

/**
 * `nameOf`: the contact's name for an address. `suspicious`: ids of rows that imitate an address or a token, or
 * transfer only amounts of 0.
 */
type Known = { nameOf: (address: string) => string | undefined; suspicious: ReadonlySet<string> }

/** One line for each transfer or approval, and one for a transaction without any. Oldest first, times in UTC. */
export function csvOf(rows: readonly Transaction[], { nameOf, suspicious }: Known): string {
  const lines = [...rows].sort((a, b) => a.at - b.at).flatMap((row) => linesOf(row, nameOf, suspicious.has(row.id)))
  const table = [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column] ?? ''))]
  return table.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function linesOf(row: Transaction, nameOf: Known['nameOf'], isSuspicious: boolean): Line[] {
  const { operationType, status, hash, chain, sentFrom, sentTo, isPurchase } = row.metadata
  const name = nameOf(sentTo) ?? nameOf(sentFrom)
  const base: Line = {
    time: new Date(row.at).toISOString(),
    type: isPurchase ? 'buy' : operationType,
    status,
    from: sentFrom,
    to: sentTo,
    network: chain,
    hash,
    ...(name !== undefined && { contact: name }),
    ...(isSuspicious && { suspicious: 'yes' }),
  }
  const moved = row.transfers.map((transfer) => ({ ...base, ...movedBy(transfer) }))
  const approved = row.approvals.map(({ spender, fungible_info: token, quantity }) => ({
    ...base,
    type: 'approve',
    to: spender,
    symbol: token.symbol,
    token: token.address ?? '',
    amount: quantity?.numeric ?? 'unlimited',
  }))
  return moved.length || approved.length ? [...moved, ...approved] : [base]
}

const movedBy = ({ direction, quantity, value, fungible_info: token, nft_info: nft }: Transfer): Line => ({
  direction,
  amount: quantity.numeric,
  symbol: token?.symbol ?? nft?.name ?? '',
  token: token?.address ?? '',
  ...(value !== undefined && { usd: String(value) }),
})

/**
 * Spreadsheets execute cells that begin with one of these signs, and strangers choose the names of tokens. An
 * apostrophe in front turns such a cell into text. Where the decimal comma is used, spreadsheets begin a new cell at
 * each semicolon, so a sign after a semicolon also gets an apostrophe. The full-width forms are listed because
 * spreadsheets read them as the plain signs.
 */
const FORMULA = /(^|;)(?=["'\s]*[=+\-@\t\r＝＋－＠])/g

function cell(text: string): string {
  const safe = text.replace(FORMULA, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
