/** The types of transactions as the history service returns them, and the only parser of its responses. */
import { isRecord } from '../lib/isRecord.ts'
import { cleanText } from '../lib/text.ts'
import { parseDecimal } from '../lib/units.ts'

/** Whether the account got an asset (`in`), gave it away (`out`), or sent it to itself (`self`). */
export type Direction = 'in' | 'out' | 'self'
/**
 * `address` is the token's contract (or mint); absent for the native currency, and where the service does not name it.
 */
export type Fungible = { name: string; symbol: string; icon?: { url: string }; address?: string }
/** `preview.url` is a small image, `detail.url` a large one. */
export type Nft = {
  name: string
  content?: { preview?: { url: string }; detail?: { url: string } }
  flags: { is_spam: boolean }
}
/**
 * `quantity.numeric` is exact decimal text without a sign; empty if the service sent no valid one. `value` is in USD,
 * if the service knows a price.
 */
export type HistoryTransfer = {
  direction: Direction
  quantity: { numeric: string }
  value?: number
  fungible_info?: Fungible
  nft_info?: Nft
}
/** What `spender` may take of a token. Without `quantity`, the allowance is unlimited. */
export type HistoryAllowance = { spender: string; fungible_info: Fungible; quantity?: { numeric: string } }
export type HistoryStatus = 'confirmed' | 'failed' | 'pending'

export type HistoryTransaction = {
  id: string
  /** When the transaction was mined, in ms since 1970, parsed from `metadata.minedAt`. */
  at: number
  metadata: {
    operationType: string
    hash: string
    /** CAIP-2. */
    chain: string
    /** ISO 8601. */
    minedAt: string
    sentFrom: string
    sentTo: string
    status: HistoryStatus
    /** Whether the row is a purchase with an on-ramp. For purchases, the service reports the statuses of `ONRAMP`. */
    isPurchase: boolean
  }
  transfers: readonly HistoryTransfer[]
  approvals: readonly HistoryAllowance[]
}
export type HistoryPage = { data: HistoryTransaction[]; next: string | undefined }

/** The most rows to read from one page of the history. More would slow down the site. */
const PAGE_LIMIT = 1_000

const record = (value: unknown) => (isRecord(value) ? value : {})
const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])
const text = (value: unknown, length = 100) => (typeof value === 'string' ? cleanText(value, length) : '')

/**
 * Parses one page of the history. Throws if the response is not a page. Drops invalid entries, so that one bad row does
 * not hide the others.
 *
 * @example
 * ```ts
 * import { parseHistory } from 'walletkit/plugin'
 *
 * const { data, next } = parseHistory({ data: [], next: 'c2' })
 * ```
 */
export function parseHistory(reply: unknown): HistoryPage {
  const { data, next } = record(reply)
  if (!Array.isArray(data)) throw new Error('The history service gave no list')
  const rows = data.slice(0, PAGE_LIMIT).flatMap((entry) => parseTransaction(entry) ?? [])
  return { data: rows, next: typeof next === 'string' && next !== '' ? next : undefined }
}

/** Parses one row of the history. Never throws; `undefined` if the id, the time or the chain is missing or invalid. */
export function parseTransaction(entry: unknown): HistoryTransaction | undefined {
  const { id, metadata, transfers, approvals } = record(entry)
  const { operationType, hash, chain, minedAt, sentFrom, sentTo, status } = record(metadata)
  const at = typeof minedAt === 'string' ? Date.parse(minedAt) : Number.NaN
  if (typeof id !== 'string' || !id || typeof minedAt !== 'string' || Number.isNaN(at)) return undefined
  if (typeof chain !== 'string' || !/^[a-z0-9]{3,8}:[\w-]{1,32}$/.test(chain)) return undefined
  return {
    id,
    at,
    metadata: {
      operationType: text(operationType),
      hash: typeof hash === 'string' && /^\w{1,100}$/.test(hash) ? hash : '',
      chain,
      minedAt,
      sentFrom: text(sentFrom),
      sentTo: text(sentTo),
      ...parseStatus(status),
    },
    transfers: list(transfers).flatMap((each) => parseTransfer(each) ?? []),
    approvals: list(approvals).flatMap((each) => parseAllowance(each) ?? []),
  }
}

const ONRAMP = /^ONRAMP_TRANSACTION_STATUS_(SUCCESS|IN_PROGRESS|FAILED)$/

/** An unknown status means confirmed, because the history lists the transaction. */
function parseStatus(status: unknown): { status: HistoryStatus; isPurchase: boolean } {
  const told = typeof status === 'string' ? status : ''
  const bought = ONRAMP.exec(told)?.[1]
  if (bought === 'IN_PROGRESS' || told === 'pending') return { status: 'pending', isPurchase: bought !== undefined }
  if (bought === 'FAILED' || told === 'failed') return { status: 'failed', isPurchase: bought !== undefined }
  return { status: 'confirmed', isPurchase: bought !== undefined }
}

function parseTransfer(entry: unknown): HistoryTransfer | undefined {
  const { direction, quantity, value, fungible_info: fungible, nft_info: nft } = record(entry)
  if (direction !== 'in' && direction !== 'out' && direction !== 'self') return undefined
  const token = parseFungible(fungible)
  return {
    direction,
    quantity: { numeric: numeric(record(quantity)['numeric']) ?? '' },
    ...(typeof value === 'number' && Number.isFinite(value) && value >= 0 && { value }),
    ...(token && { fungible_info: token }),
    ...(isRecord(nft) && { nft_info: parseNft(nft) }),
  }
}

function parseAllowance(entry: unknown): HistoryAllowance | undefined {
  const { spender, fungible_info: fungible, quantity } = record(entry)
  const token = parseFungible(fungible)
  const amount = numeric(record(quantity)['numeric'])
  return token && { spender: text(spender), fungible_info: token, ...(amount && { quantity: { numeric: amount } }) }
}

function parseFungible(value: unknown): Fungible | undefined {
  if (!isRecord(value)) return undefined
  const url = record(value['icon'])['url']
  const address = value['address']
  return {
    name: text(value['name'], 64),
    symbol: text(value['symbol'], 16),
    ...(typeof url === 'string' && { icon: { url } }),
    ...(typeof address === 'string' && /^\w{1,64}$/.test(address) && { address }),
  }
}

function parseNft({ name, content, flags }: Record<string, unknown>): Nft {
  const { preview, detail } = record(content)
  const picture = (value: unknown) => {
    const { url } = record(value)
    return typeof url === 'string' ? { url } : undefined
  }
  const [small, large] = [picture(preview), picture(detail)]
  return {
    name: text(name, 64),
    ...((small ?? large) && { content: { ...(small && { preview: small }), ...(large && { detail: large }) } }),
    flags: { is_spam: record(flags)['is_spam'] === true },
  }
}

/** A quantity as text; some services send JSON numbers instead. */
function numeric(value: unknown): string | undefined {
  const given = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  return parseDecimal(given) ? given : undefined
}
