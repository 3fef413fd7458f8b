/**
 * The wallet list: a JSON file that the operator writes. Pages read it here if their `services.wallets` is this server.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFields } from '../config/read.ts'

type Entry = Record<string, unknown> & { id: string; name: string }

/**
 * Reads and checks the file of the wallet list.
 * @throws Error if the file cannot be read, is not a list, or has an entry without `id` or `name`
 */
export function readWalletList(path: string): Entry[] {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(value)) throw new Error(`${path} is not a list of wallets`)
  return (value as unknown[]).map((each, index) => {
    if (!isFields(each) || typeof each['id'] !== 'string' || typeof each['name'] !== 'string')
      throw new Error(`${path}: entry ${index} has no id and name`)
    return { ...each, id: each['id'], name: each['name'] }
  })
}

const MOST_ENTRIES = 100

const listOf = (query: URLSearchParams, name: string) =>
  new Set((query.get(name) ?? '').split(',').flatMap((part) => part.trim() || []))

const whole = (query: URLSearchParams, name: string, otherwise: number) => {
  const value = Number(query.get(name) ?? otherwise)
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise
}

/**
 * Answers `GET /getWallets`.
 * @param query `page` (from 1), `entries` (per page, 40 by default, at most 100), `search` (part of the name), and the
 * comma lists `include` and `exclude` (wallet ids) and `chains` (CAIP-2 ids)
 * @returns the wallets of that page; `count` is the number of matches on all pages
 */
export function pageOfWallets(wallets: readonly Entry[], query: URLSearchParams): { data: Entry[]; count: number } {
  const [include, exclude, chains] = [listOf(query, 'include'), listOf(query, 'exclude'), listOf(query, 'chains')]
  const search = (query.get('search') ?? '').trim().toLowerCase()
  const on = ({ chains: own }: Entry) => Array.isArray(own) && own.some((chain) => chains.has(String(chain)))
  const matches = wallets.filter(
    (wallet) =>
      (!include.size || include.has(wallet.id)) &&
      !exclude.has(wallet.id) &&
      (!chains.size || on(wallet)) &&
      wallet.name.toLowerCase().includes(search),
  )
  const entries = Math.min(whole(query, 'entries', 40), MOST_ENTRIES)
  const start = (whole(query, 'page', 1) - 1) * entries
  return { data: matches.slice(start, start + entries), count: matches.length }
}

/** The most response bodies that are cached, by query, of up to about 50 kB each: most pages send the same queries. */
const MOST_KEPT = 200

/**
 * Answers `GET /getWallets` to pages of every origin, because the list is public. It writes to Node's response itself,
 * which takes a third of the time of the framework's answer.
 */
export function walletListOf(path: string): (request: IncomingMessage, response: ServerResponse) => void {
  const wallets = readWalletList(path)
  const kept = new Map<string, { body: Buffer; etag: string }>()
  const answerTo = (query: string) => {
    const known = kept.get(query)
    if (known) return known
    const body = Buffer.from(JSON.stringify(pageOfWallets(wallets, new URLSearchParams(query))))
    const answer = { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    for (const oldest of kept.keys()) if (kept.size >= MOST_KEPT) kept.delete(oldest)
    kept.set(query, answer)
    return answer
  }
  return ({ url = '', headers, method }, response) => {
    const { body, etag } = answerTo(url.split('?')[1] ?? '')
    const known = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300', etag }
    if (headers['if-none-match'] === etag) return void response.writeHead(304, known).end()
    response.writeHead(200, {
      ...known,
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json',
      'content-length': body.length,
    })
    response.end(method === 'HEAD' ? undefined : body)
  }
}
