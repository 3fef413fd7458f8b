/** Parsers of values in the responses of other services, none of which is trusted. */
import { SourceError } from './source.ts'

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** @throws SourceError if the value is not an object */
export function objectOf(source: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SourceError(source, 'sent no object where its documentation has one')
  return value as Fields
}

/** @throws SourceError if the value is not a list */
export function listOf(source: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new SourceError(source, 'sent no list where its documentation has one')
  return value
}

/** The first 200 characters of a text; undefined for an empty text and anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined

/** An EVM address in lower case; undefined for anything else. */
export const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : undefined

/**
 * 32 bytes in hexadecimal, such as the hash of an EVM transaction or block, in lower case; undefined for anything else.
 */
export const hashOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? value.toLowerCase() : undefined

/** A count, a block number or a time in seconds; undefined for 10^12 and more, and anything else. */
export function countOf(value: unknown): number | undefined {
  const amount = amountOf(value)
  return amount !== undefined && amount < 1_000_000_000_000n ? Number(amount) : undefined
}

/**
 * Whether a token's name is an advertisement: it has a URL, or a host name together with a word such as "claim".
 * Whoever creates a token chooses its name, and can send the token to strangers.
 */
export const isAdvert = (name: string): boolean =>
  /https?:|www\.|\bt\.me\//i.test(name) ||
  (/\b(claim|visit|voucher|airdrop|reward|redeem|bonus)/i.test(name) && /\w\.[a-z]{2,}/i.test(name))

/** A whole amount from a decimal or hexadecimal text, or from a number that is exact; undefined for anything else. */
export function amountOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value) ? BigInt(value) : undefined
}

/** The decimals of a token, from a number or a text; undefined for more than 36 and anything else. */
export function decimalsOf(value: unknown): number | undefined {
  const amount = amountOf(value)
  return amount !== undefined && amount <= 36n ? Number(amount) : undefined
}

/** A price or a rate; undefined for a negative one, one above 10^15, and anything else. */
export function priceOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && number <= 1e15 && number >= 0 ? number : undefined
}

/** An https URL of a picture; empty for anything else. */
export const pictureOf = (value: unknown): string =>
  typeof value === 'string' && /^https:\/\//.test(value) && URL.canParse(value) && value.length < 2000 ? value : ''

/**
 * A token's name, symbol and decimals; undefined for a token with 0 decimals, without a symbol, or whose name or symbol
 * is an advertisement.
 */
export function tokenFacts(given: Readonly<Record<'name' | 'symbol' | 'decimals', unknown>>) {
  const [symbol, decimals] = [textOf(given.symbol), decimalsOf(given.decimals)]
  const name = textOf(given.name) ?? symbol
  // Balance services list many worthless tokens with 0 decimals.
  if (!decimals || symbol === undefined || name === undefined) return undefined
  return isAdvert(name) || isAdvert(symbol) ? undefined : { name, symbol, decimals }
}

/**
 * The key of a CAIP-10 address in maps and caches: in lower case on EVM networks, where the case is only a checksum.
 */
export const keyOf = (caipAddress: string): string =>
  caipAddress.startsWith('eip155:') ? caipAddress.toLowerCase() : caipAddress

/** The address that stands for an EVM network's native currency in prices and swaps. */
export const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
