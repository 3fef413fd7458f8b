/**
 * Limits what one request of a page may cause: requests to other services, which count against the limit of the
 * client's IP address (see `pace.ts`), and time. The limits are in an `AsyncLocalStorage`, because the sources send
 * those requests deep inside of their code. Work that no page asked for, such as the indexer's, has no limits.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * `until`: when the time ends, in ms since 1970. `owner`: the presumed owner of the client's IP address (see
 * `ownerKey`).
 */
type Allowance = { spend: (requests: number) => void; until: number; owner?: string }

/** Bytes of a body that count as one more request: parsing and forwarding 5 MB takes about 0.1 s of CPU time. */
const UNIT = 100_000

const allowances = new AsyncLocalStorage<Allowance>()
const NONE: Allowance = { spend: () => undefined, until: Infinity }

/**
 * Runs what answers a page's request. `spend` is called with the cost of what `run` causes: 1 for each request to a
 * service, and more for long responses. It throws a Refusal 429 if the client is over its limit. `owner`: the presumed
 * owner of the client's IP address (see `ownerKey`).
 */
export const spending = <T>(spend: Allowance['spend'], run: () => Promise<T>, owner?: string): Promise<T> =>
  allowances.run({ ...NONE, spend, ...(owner !== undefined && { owner }) }, run)

/** The `owner` of the page's request that is being answered; undefined if no page asked, as in the indexer. */
export const askingOwner = (): string | undefined => allowances.getStore()?.owner

/** Runs a function in which all requests to services together may take `ms`. */
export const limitedTo = <T>(ms: number, run: () => Promise<T>): Promise<T> =>
  allowances.run({ ...(allowances.getStore() ?? NONE), until: Date.now() + ms }, run)

/** Runs the server's own work, which no client pays for, while a client's request is answered. */
export const unlimited = <T>(run: () => Promise<T>): Promise<T> => allowances.run(NONE, run)

/**
 * Counts one request to a service for the client.
 * @returns the ms that the request may take; 0 or less if the time is over, Infinity without a limit.
 * @throws Refusal 429 if the client is over its limit
 */
export function payForOne(): number {
  const { spend, until } = allowances.getStore() ?? NONE
  spend(1)
  return until - Date.now()
}

/**
 * Counts work that a page's request causes later (such as reading old blocks), as so many requests.
 * @throws Refusal 429
 */
export function payForLater(requests: number): void {
  const { spend } = allowances.getStore() ?? NONE
  spend(requests)
}

/** The cost of a body with so many bytes, in requests, in addition to the request that sends or gets the body. */
export const unitsOf = (bytes: number): number => Math.floor(bytes / UNIT)

/** Counts the bytes of a service's response for the client. @throws Refusal 429 if the client is over its limit */
export function payForBytes(bytes: number): void {
  const units = unitsOf(bytes)
  if (units > 0) (allowances.getStore() ?? NONE).spend(units)
}
