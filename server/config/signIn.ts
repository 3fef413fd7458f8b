import { isStatement } from '../../runtime/siwx/message.ts'
import { isFields, type Reader } from './read.ts'

/** Sign-in with a wallet's signature, for the pages of the config's sites. */
export type SignInConfig = {
  /** The longest a session lasts, in seconds. */
  expiration: number
  /** The statement that messages must contain; undefined if they must contain none. */
  statement: string | undefined
  /** The domain whose hosts all get the session's cookie; undefined if only this server gets it. */
  cookieDomain: string | undefined
}

const FIX = 'Write true, or { "statement": "Sign in to Example." }.'
const STATEMENT_FIX = 'Write a sentence of letters, digits, spaces and punctuation (EIP-4361), as "Sign in to Example."'
const DOMAIN_FIX = 'Write the domain that url and your sites share, as "example.com".'
const WEEK = 7 * 24 * 3_600
const YEAR = 365 * 24 * 3_600
/** The most characters of a statement: a wallet shows the statement in a small window. */
const MOST_CHARACTERS = 1_000

/** Whether a host is the domain itself or a subdomain. */
export const isCovered = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/**
 * Reads `signIn`.
 * @param url this server's origin
 * @returns undefined without sign-in
 */
export function signInOf(
  value: unknown,
  { url, sites }: { url: string; sites: readonly string[] },
  read: Reader,
): SignInConfig | undefined {
  if (value === undefined || value === false) return undefined
  if (value !== true && !isFields(value)) return read.wrong('signIn', 'is neither true nor an object', FIX)
  const fields = value === true ? {} : value
  read.onlyKnown(fields, ['expiration', 'statement', 'cookieDomain'], 'signIn.')
  const expiration = read.whole(fields['expiration'], 'signIn.expiration', 1, YEAR) ?? WEEK
  const statement = read.text(fields, 'statement', 'signIn.statement', STATEMENT_FIX)
  if (statement !== undefined && !(isStatement(statement) && statement.length <= MOST_CHARACTERS))
    read.wrong('signIn.statement', 'has characters that a message cannot have, or is too long', STATEMENT_FIX)
  const cookieDomain = read.text(fields, 'cookieDomain', 'signIn.cookieDomain', DOMAIN_FIX)
  if (cookieDomain !== undefined) checkDomain(cookieDomain, url, sites, read)
  return { expiration, statement, cookieDomain }
}

/**
 * Reports a `cookieDomain` that does not cover the server's host, or that is a top-level domain such as `com`: browsers
 * refuse a cookie with such a domain. Also reports one that covers none of the sites. Browsers refuse other public
 * suffixes too (`co.uk`), which are not detected here.
 */
function checkDomain(domain: string, url: string, sites: readonly string[], read: Reader): void {
  const wrong = (problem: string) => read.wrong('signIn.cookieDomain', problem, DOMAIN_FIX)
  const hostOf = (origin: string) => new URL(origin).hostname
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(domain)) wrong('is not a domain')
  else if (!isCovered(hostOf(url), domain)) wrong('does not cover the host of url')
  else if (sites.length && !sites.some((site) => isCovered(hostOf(site), domain))) wrong('covers none of the sites')
}
