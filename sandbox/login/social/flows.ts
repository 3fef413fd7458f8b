/**
 * Social logins in progress: from the frame's request for a popup until the frame logs in with the result, or it
 * expires.
 */
import { createHash } from 'node:crypto'
import type { SocialProvider } from '../../../runtime/auth/messages.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { isSame, randomId, randomToken } from '../random.ts'
import type { Issuer } from './brands.ts'
import { BRANDS } from './brands.ts'
import { exchange, type Identity } from './exchange.ts'

/** ms after which a login expires, and its result with it, counted from the frame's request. */
const LIFE = 600_000
/** ms between two searches for expired logins. */
const SWEEP = 60_000
/** The most logins that one frame may have begun. It loses its own oldest, and never those of others. */
const LIMIT = 5

type Flow = {
  brand: SocialProvider
  frame: string
  origin: string
  until: number
  state: string
  nonce: string
  verifier: string
  /** The value of a cookie of the browser that has the popup open; unset until the popup has started. */
  cookie?: string
  /** Without a popup: the URL of the site's page to which the visitor returns. */
  back?: string
}
/**
 * A login that the provider has confirmed. `proof` is a secret that the popup passes to the frame, which shows that
 * both are in one browser; the site's page never gets it. `cookie` marks that browser for a mailed link that works only
 * there.
 */
export type Ended = Result & { origin: string; resultUri: string; back: string | undefined }
/**
 * A result for the frame. `bound`: the frame sent the right proof, so the popup was open in the frame's browser. `drop`
 * removes the result.
 */
export type Found = Omit<Result, 'proof'> & { bound: boolean; drop: () => void }
type Result = { proof: string; cookie: string; identity: Identity }

/**
 * @param url the service's own origin
 * @param issuerOf a provider's address and the credentials there; undefined if not offered
 */
export function createFlows(
  url: string,
  issuerOf: ((brand: SocialProvider) => Issuer | undefined) | undefined,
  now: () => number,
) {
  const flows = new Map<string, Flow>()
  /** The states of the logins that each frame has begun, oldest first. */
  const begun = new Map<string, string[]>()
  const results = new Map<string, Result & { frame: string; until: number }>()
  const callback = (brand: SocialProvider) => `${url}/social/callback/${brand}`
  let swept = -Infinity
  const sweep = () => {
    if (Math.abs(now() - swept) < SWEEP) return
    swept = now()
    for (const map of [flows, results]) for (const [key, { until }] of map) if (until < now()) map.delete(key)
    for (const [frame, states] of begun) if (!states.some((state) => flows.has(state))) begun.delete(frame)
  }
  const issuer = (brand: SocialProvider): Issuer => {
    const found = issuerOf?.(brand)
    if (!found) throw new Denied('This service has no login with that provider', 404)
    return found
  }
  return {
    callback,
    /** Whether this service offers this provider. */
    offers: (brand: SocialProvider): boolean => issuerOf?.(brand) !== undefined,
    /**
     * Begins a login.
     * @returns the URL for the popup. A page that opens it without a popup appends `--{its own URL}` to `state`, to
     * which the visitor then returns
     */
    begin(brand: SocialProvider, frame: Frame): string {
      sweep()
      const state = randomToken()
      const own = [...(begun.get(frame.id) ?? []), state]
      begun.set(frame.id, own.slice(-LIMIT))
      for (const old of own.slice(0, -LIMIT)) flows.delete(old)
      const flow = { brand, frame: frame.id, origin: frame.origin, until: now() + LIFE, state, nonce: randomId() }
      flows.set(state, { ...flow, verifier: randomToken() })
      return `${url}/social/start?provider=${brand}&state=${state}`
    },
    /**
     * Starts a login in the popup's browser, once.
     * @returns the provider's URL, and the value of the cookie to set
     * @throws Denied
     */
    start(given: string): { location: string; cookie: string } {
      const [state = '', back] = given.split(/--(.*)/s)
      const flow = flows.get(state)
      if (!flow || flow.until < now() || flow.cookie) throw new Denied('This login has ended. Start again.')
      flow.cookie = randomToken()
      if (back) flow.back = pageOf(back, flow.origin)
      return { location: addressOf(flow, state, issuer(flow.brand), callback(flow.brand)), cookie: flow.cookie }
    },
    /**
     * Ends a login when the provider sends the browser back.
     * @param cookie that browser's cookie
     * @throws Denied when the login is unknown, expired, cancelled, of another browser, or not confirmed by the
     * provider
     */
    async end(brand: string, query: URLSearchParams, cookie: string): Promise<Ended> {
      const state = query.get('state') ?? ''
      const flow = flows.get(state)
      // The flow can be used once, whether or not it succeeds.
      flows.delete(state)
      if (!flow || flow.until < now()) throw new Denied('This login has ended. Start again.')
      if (flow.brand !== brand || !flow.cookie || !isSame(flow.cookie, cookie))
        throw new Denied('This login was started elsewhere.')
      if (query.has('error')) throw new Denied('The login was cancelled.')
      const asked = { code: query.get('code') ?? '', redirectUri: callback(flow.brand), ...flow }
      let identity: Identity
      try {
        identity = await exchange(flow.brand, issuer(flow.brand), asked, now())
      } catch (cause) {
        throw Object.assign(new Denied(`${BRANDS[flow.brand].title} did not confirm the login.`, 502), { cause })
      }
      const id = randomToken()
      const result = { proof: randomToken(), cookie: randomToken(), identity }
      results.set(id, { ...result, frame: flow.frame, until: flow.until })
      return { ...result, origin: flow.origin, resultUri: `${url}/social/result?id=${id}`, back: flow.back }
    },
    /**
     * The result at a URI, for the frame that began the login. It can be read until it is dropped or expires.
     * @throws Denied if there is no such result, or another frame began the login
     */
    find(uri: string, frame: Frame, proof = ''): Found {
      const id = URL.canParse(uri) ? (new URL(uri).searchParams.get('id') ?? '') : ''
      const result = results.get(id)
      if (!result || result.until < now()) throw new Denied('This login has ended. Start again.')
      // Do not drop the result here: it is another frame's.
      if (result.frame !== frame.id) throw new Denied('This login was started elsewhere.')
      return {
        identity: result.identity,
        cookie: result.cookie,
        bound: isSame(result.proof, proof),
        drop: () => void results.delete(id),
      }
    },
  }
}

/** Checks the URL to return to. @throws Denied unless it has the origin of the site that began the login */
function pageOf(text: string, origin: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== origin) throw new Denied('This login was started elsewhere.')
  return text
}

/** The provider's URL at which the person logs in (OAuth 2.0 with PKCE, RFC 7636). */
function addressOf(
  { brand, verifier, nonce }: Flow,
  state: string,
  { issuer, clientId }: Issuer,
  callback: string,
): string {
  const { scope } = BRANDS[brand]
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: callback,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // Without this, the provider could use the session of the person who last logged in there, in a shared browser
    // another one.
    prompt: 'login',
    ...(scope.includes('openid') && { nonce }),
  })
  return `${issuer}/auth?${query}`
}
