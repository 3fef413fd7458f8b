/**
 * Social logins in progress: from the frame's request for a popup until the frame logs in with the result, or it
 * expires.
 */
import { createHash } from 'node:crypto'
import { SOCIAL_PROVIDERS, type SocialProvider } from '../../../runtime/auth/messages.ts'
import { list, nullable, number, object, oneOf, type Parsed, text } from '../../../runtime/auth/shape.ts'
import { ownerKey } from '../addressKey.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { hashOf, isSame, randomId, randomToken } from '../random.ts'
import { put, take, type Transient } from '../transient.ts'
import { type Issuer, type IssuerOf, TITLES } from './brands.ts'
import { exchange, type Identity } from './exchange.ts'

/** ms after which a login expires, and its result with it, counted from the frame's request. */
const LIFE = 600_000
/**
 * The most logins in progress of one frame. Above that the frame loses its own oldest login, never one of another
 * frame.
 */
const LIMIT = 5
/** The most logins in a process's memory. Above that, the client with most logins loses its own first. */
const MOST = 20_000

/**
 * A login that has begun; its key is `state`. `owner` is the client that began it (see `ownerKey`), by which a
 * process's memory limits entries; it stays the same when another client opens the login's URLs. `cookie` is the hash
 * of a cookie of the browser that has the popup open; unset until the popup has started. `back`: without a popup, the
 * URL of the site's page to which the visitor returns.
 */
const flowShape = object(
  {
    ...{ brand: oneOf(...SOCIAL_PROVIDERS), frame: text, origin: text, owner: text },
    ...{ until: number, nonce: text, verifier: text },
  },
  { cookie: text, back: text },
)
type Flow = Parsed<typeof flowShape>
const identityShape = object({ login: text, name: nullable(text), email: nullable(text) })
/** A login that the provider has confirmed; its key is the id in the result's URI. `proof` is stored as a hash. */
const resultShape = object({ frame: text, until: number, proof: text, cookie: text, identity: identityShape })

/**
 * A login that the provider has confirmed. `proof` is a secret that the popup passes to the frame, which shows that
 * both are in one browser; the site's page never gets it. `cookie` marks that browser for a mailed link that works only
 * there.
 */
export type Ended = {
  proof: string
  cookie: string
  identity: Identity
  origin: string
  resultUri: string
  back: string | undefined
}
/**
 * A result for the frame. `bound`: the frame sent the right proof, so the popup was open in the frame's browser. `drop`
 * removes the result.
 */
export type Found = { cookie: string; identity: Identity; bound: boolean; drop: () => Promise<void> }

type Options = {
  /** The service's own origin. */
  url: string
  /** Without it no provider is offered. */
  issuerOf: IssuerOf | undefined
  transient: Transient
  now: () => number
}

export function createFlows({ url, issuerOf, transient, now }: Options) {
  const flows = transient.collection('social', flowShape, MOST)
  /** The states of the logins that each frame has begun, oldest first. */
  const begun = transient.collection('socialOfFrame', object({ states: list(text) }), MOST)
  const results = transient.collection('socialResult', resultShape, MOST)
  const callback = (brand: SocialProvider) => `${url}/social/callback/${brand}`
  const issuer = (brand: SocialProvider): Promise<Issuer> => {
    const found = issuerOf?.(brand)
    if (!found) throw new Denied('This service has no login with that provider', 404)
    return found().catch((cause: unknown) => {
      throw Object.assign(new Denied(`${TITLES[brand]} cannot be reached. Try again later.`, 502), { cause })
    })
  }
  return {
    callback,
    /** Whether this service offers this provider. */
    offers: (brand: SocialProvider): boolean => issuerOf?.(brand) !== undefined,
    /**
     * Begins a login.
     * @returns the URL for the popup. A page that opens it without a popup appends `--{its own URL}` to `state`; the
     * visitor then returns to that URL
     */
    async begin(brand: SocialProvider, frame: Frame): Promise<string> {
      const state = randomToken()
      const [until, owner] = [now() + LIFE, ownerKey(frame.ip)]
      const dropped = await begun.update([frame.id], ([there]) => {
        const own = [...(there?.states ?? []), state]
        const kept = { value: { states: own.slice(-LIMIT) }, until, owner }
        return { next: [kept], result: own.slice(0, -LIMIT) }
      })
      for (const old of dropped) await put(flows, old, undefined)
      const { id, origin } = frame
      const flow = { brand, frame: id, origin, owner, until, nonce: randomId(), verifier: randomToken() }
      await put(flows, state, { value: flow, until, owner })
      return `${url}/social/start?provider=${brand}&state=${state}`
    },
    /**
     * Starts a login in the popup's browser, once.
     * @returns the provider's URL, and the value of the cookie to set
     * @throws Denied if the login is unknown, expired or started already, if the visitor would return to another site,
     * or if the provider cannot be reached
     */
    async start(given: string): Promise<{ location: string; cookie: string }> {
      const [state = '', page] = given.split(/--(.*)/s)
      const cookie = randomToken()
      const flow = await flows.update([state], ([found]) => {
        if (!found || found.cookie !== undefined) throw new Denied('This login has ended. Start again.')
        const back = page ? { back: pageOf(page, found.origin) } : {}
        const value = { ...found, cookie: hashOf(cookie), ...back }
        return { next: [{ value, until: found.until, owner: found.owner }], result: found }
      })
      return { location: addressOf(flow, state, await issuer(flow.brand), callback(flow.brand)), cookie }
    },
    /**
     * Ends a login when the provider sends the browser back.
     * @param cookie that browser's cookie
     * @throws Denied when the login is unknown, expired, cancelled, of another browser, or not confirmed by the
     * provider
     */
    async end(brand: string, query: URLSearchParams, cookie: string): Promise<Ended> {
      // The flow can be used once, whether or not it succeeds.
      const flow = await take(flows, query.get('state') ?? '')
      if (!flow) throw new Denied('This login has ended. Start again.')
      if (flow.brand !== brand || flow.cookie === undefined || !isSame(flow.cookie, hashOf(cookie)))
        throw new Denied('This login was started elsewhere.')
      if (query.has('error')) throw new Denied('The login was cancelled.')
      const asked = { code: query.get('code') ?? '', redirectUri: callback(flow.brand), ...flow }
      const registered = await issuer(flow.brand)
      let identity: Identity
      try {
        identity = await exchange(flow.brand, registered, asked, now())
      } catch (cause) {
        throw Object.assign(new Denied(`${TITLES[flow.brand]} did not confirm the login.`, 502), { cause })
      }
      const { frame, until, origin, owner, back } = flow
      const [id, proof, mark] = [randomToken(), randomToken(), randomToken()]
      const value = { frame, until, proof: hashOf(proof), cookie: mark, identity }
      await put(results, id, { value, until, owner })
      return { proof, cookie: mark, identity, origin, resultUri: `${url}/social/result?id=${id}`, back }
    },
    /**
     * The result at a URI, for the frame that began the login. The frame can read it until it is dropped or expires.
     * @throws Denied if there is no such result, or another frame began the login
     */
    async find(uri: string, frame: Frame, proof = ''): Promise<Found> {
      const id = URL.canParse(uri) ? (new URL(uri).searchParams.get('id') ?? '') : ''
      const result = await results.get(id)
      if (!result) throw new Denied('This login has ended. Start again.')
      // Do not drop the result here: the frame that began the login may still ask for it.
      if (result.frame !== frame.id) throw new Denied('This login was started elsewhere.')
      const { identity, cookie } = result
      return { identity, cookie, bound: isSame(result.proof, hashOf(proof)), drop: () => put(results, id, undefined) }
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
  { verifier, nonce }: Flow,
  state: string,
  { authorize, clientId, query, tells }: Issuer,
  callback: string,
): string {
  const address = new URL(authorize)
  const asked = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: callback,
    ...query,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(tells.by === 'idToken' && { nonce }),
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}
