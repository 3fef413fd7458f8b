/**
 * The wallet list: a JSON file that the operator writes. Pages read it here if their `services.wallets` is this server.
 */
import { readFileSync } from 'node:fs'
import { isFields } from '../config/read.ts'

type Entry = Record<string, unknown> & { id: string; name: string }

/** @throws Error if the file cannot be read, is not a list, or has an entry without `id` or `name` */
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
