/** Social logins in progress, from the popup's start until the frame claims the result once. */
import { createHash } from 'node:crypto'
import type { SocialProvider } from '../../../runtime/auth/messages.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { isSame, randomId, randomToken } from '../random.ts'
import type { Issuer } from './brands.ts'
import { BRANDS } from './brands.ts'
import { exchange, type Identity } from './exchange.ts'

/** A login, and then its result, expires after this time. */
const LIFE = 600_000
const LIMIT = 10_000

type Flow = {
  brand: SocialProvider
  frame: string
  origin: string
  until: number
  state: string
  nonce: string
  verifier: string
  /** Identifies the browser that has the popup open. */
  cookie?: string
  /** The page that a visitor without a popup returns to. */
  back?: string
}
/**
 * `proof` is for the service's own frame in the browser that has the popup open; the page never gets it. `identity` is
 * whom the provider has confirmed. `cookie` marks the browser that logged in at the provider, for the mail's link.
 */
export type Ended = Result & { origin: string; resultUri: string; back: string | undefined }
/** `bound`: the frame has the proof, so the popup was open in the frame's own browser. */
export type Found = Omit<Result, 'proof'> & { bound: boolean; drop: () => void }
type Result = { proof: string; cookie: string; identity: Identity }

/** @param issuerOf a provider's address, and our credentials there; undefined where the service does not offer it */
export function createFlows(
  url: string,
  issuerOf: ((brand: SocialProvider) => Issuer | undefined) | undefined,
  now: () => number,
) {
  const flows = new Map<string, Flow>()
  const results = new Map<string, Result & { frame: string; until: number }>()
  const callback = (brand: SocialProvider) => `${url}/social/callback/${brand}`
  const sweep = () => {
    for (const map of [flows, results]) {
      for (const [key, { until }] of map) if (until < now() || map.size > LIMIT) map.delete(key)
    }
  }
  const issuer = (brand: SocialProvider): Issuer => {
    const found = issuerOf?.(brand)
    if (!found) throw new Denied('This service has no login with that provider', 404)
    return found
  }
  return {
    callback,
    /** Whether a person can log in with this provider here. */
    offers: (brand: SocialProvider): boolean => issuerOf?.(brand) !== undefined,
    /**
     * The URL that the popup opens. To return to itself without a popup, the page may append `--{its own URL}` to
     * `state`.
     */
    begin(brand: SocialProvider, frame: Frame): string {
      sweep()
      const state = randomToken()
      const flow = { brand, frame: frame.id, origin: frame.origin, until: now() + LIFE, state, nonce: randomId() }
      flows.set(state, { ...flow, verifier: randomToken() })
      return `${url}/social/start?provider=${brand}&state=${state}`
    },
    /** @returns the provider's URL, and the cookie for this browser */
    start(given: string): { location: string; cookie: string } {
      const [state = '', back] = given.split(/--(.*)/s)
      const flow = flows.get(state)
      if (!flow || flow.until < now() || flow.cookie) throw new Denied('This login has ended. Start again.')
      flow.cookie = randomToken()
      if (back) flow.back = pageOf(back, flow.origin)
      return { location: addressOf(flow, state, issuer(flow.brand), callback(flow.brand)), cookie: flow.cookie }
    },
    /** @param cookie the cookie of the returning browser @throws Denied */
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
    /** The identity that logged in, until it is dropped, and only for the frame that asked. @throws Denied */
    find(uri: string, frame: Frame, proof = ''): Found {
      const id = URL.canParse(uri) ? (new URL(uri).searchParams.get('id') ?? '') : ''
      const result = results.get(id)
      if (!result || result.until < now()) throw new Denied('This login has ended. Start again.')
      // Leave another frame's result untouched.
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

/** The page to return to, if it has the origin that started the login. @throws Denied */
function pageOf(text: string, origin: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== origin) throw new Denied('This login was started elsewhere.')
  return text
}

/** Where the provider asks the person to log in (OAuth 2.0 with PKCE, RFC 7636). */
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
    // Always ask for a login, because the person who logged in last may be a different one.
    prompt: 'login',
    ...(scope.includes('openid') && { nonce }),
  })
  return `${issuer}/auth?${query}`
}
