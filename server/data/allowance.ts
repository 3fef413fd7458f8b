/**
 * What one question of a page may still cost: requests to services, which its visitor pays for (see `pace.ts`), and time.
 * One question can take many requests, which are made deep inside of the sources.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** `owner` is the presumed owner of the client address that asks (see `ownerKey`). */
type Allowance = { spend: (requests: number) => void; until: number; owner?: string }

/** Bytes that cost as much as a request: parsing and passing on five megabytes takes about 0.1 s of the processor. */
const UNIT = 100_000

const allowances = new AsyncLocalStorage<Allowance>()
const NONE: Allowance = { spend: () => undefined, until: Infinity }

/**
 * Runs a question. `spend` is called before each request, and throws if the visitor has asked for too much. `owner` is
 * the presumed owner of the client address that asks (see `ownerKey`).
 */
export const spending = <T>(spend: Allowance['spend'], run: () => Promise<T>, owner?: string): Promise<T> =>
  allowances.run({ ...NONE, spend, ...(owner !== undefined && { owner }) }, run)

/** Who asks the question that runs; undefined for the server's own. */
export const askingOwner = (): string | undefined => allowances.getStore()?.owner

/** Runs a part of a question, of which all requests together have `ms`. */
export const limitedTo = <T>(ms: number, run: () => Promise<T>): Promise<T> =>
  allowances.run({ ...(allowances.getStore() ?? NONE), until: Date.now() + ms }, run)

/** Pays for one request. @returns the ms that are left for it, which may be none. @throws Refusal 429 */
export function payForOne(): number {
  const { spend, until } = allowances.getStore() ?? NONE
  spend(1)
  return until - Date.now()
}

/** Pays for work that one question causes later, outside of it. @throws Refusal 429 */
export function payForLater(requests: number): void {
  const { spend } = allowances.getStore() ?? NONE
  spend(requests)
}

/** What bytes cost beside the request that they belong to. */
export const unitsOf = (bytes: number): number => Math.floor(bytes / UNIT)

/** Pays for the bytes of an answer. @throws Refusal 429 */
export function payForBytes(bytes: number): void {
  const units = unitsOf(bytes)
  if (units > 0) (allowances.getStore() ?? NONE).spend(units)
}
