/** Social logins on their way: from the popup's start to the one claim of its result. */
import { createHash } from 'node:crypto'
import type { SocialProvider } from '../../../../runtime/auth/messages.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { isSame, randomId, randomToken } from '../random.ts'
import type { Issuer } from './brands.ts'
import { BRANDS } from './brands.ts'
import { exchange, type Identity } from './exchange.ts'

/** A login that is not done by then is over, and so is its result. */
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
  /** Of the browser that the popup is in. */
  cookie?: string
  /** Of the page that a visitor without a popup goes back to. */
  back?: string
}
export type Ended = { origin: string; resultUri: string; back: string | undefined }

/** @param url the service's own origin @param issuerOf where a brand is, and who we are there */
export function createFlows(url: string, issuerOf: (brand: SocialProvider) => Issuer, now: () => number) {
  const flows = new Map<string, Flow>()
  const results = new Map<string, { frame: string; until: number; identity: Identity }>()
  const callback = (brand: SocialProvider) => `${url}/social/callback/${brand}`
  const sweep = () => {
    for (const map of [flows, results]) {
      for (const [key, { until }] of map) if (until < now() || map.size > LIMIT) map.delete(key)
    }
  }
  return {
    callback,
    /** What the popup opens. The page may append `--{its own URL}` to `state`, to come back to where no popup is. */
    begin(brand: SocialProvider, frame: Frame): string {
      sweep()
      const state = randomToken()
      const flow = { brand, frame: frame.id, origin: frame.origin, until: now() + LIFE, state, nonce: randomId() }
      flows.set(state, { ...flow, verifier: randomToken() })
      return `${url}/social/start?provider=${brand}&state=${state}`
    },
    /** @returns the provider's address, and what this browser is to be known by */
    start(given: string): { location: string; cookie: string } {
      const [state = '', back] = given.split(/--(.*)/s)
      const flow = flows.get(state)
      if (!flow || flow.until < now() || flow.cookie) throw new Denied('This login has ended. Start again.')
      flow.cookie = randomToken()
      if (back) flow.back = pageOf(back, flow.origin)
      const { issuer, clientId } = issuerOf(flow.brand)
      const { scope } = BRANDS[flow.brand]
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: callback(flow.brand),
        scope,
        state,
        code_challenge: createHash('sha256').update(flow.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        // Always asks: who was logged in last is not who logs in now.
        prompt: 'login',
        ...(scope.includes('openid') && { nonce: flow.nonce }),
      })
      return { location: `${issuer}/auth?${query}`, cookie: flow.cookie }
    },
    /** @param cookie what the browser that comes back is known by @throws Denied */
    async end(brand: string, query: URLSearchParams, cookie: string): Promise<Ended> {
      const state = query.get('state') ?? ''
      const flow = flows.get(state)
      // Used up, whatever comes of it.
      flows.delete(state)
      if (!flow || flow.until < now()) throw new Denied('This login has ended. Start again.')
      if (flow.brand !== brand || !flow.cookie || !isSame(flow.cookie, cookie))
        throw new Denied('This login was started elsewhere.')
      if (query.has('error')) throw new Denied('The login was cancelled.')
      const asked = { code: query.get('code') ?? '', redirectUri: callback(flow.brand), ...flow }
      let identity: Identity
      try {
        identity = await exchange(flow.brand, issuerOf(flow.brand), asked, now())
      } catch (cause) {
        throw Object.assign(new Denied(`${BRANDS[flow.brand].title} did not confirm the login.`, 502), { cause })
      }
      const result = randomToken()
      results.set(result, { frame: flow.frame, until: flow.until, identity })
      return { origin: flow.origin, resultUri: `${url}/social/result?id=${result}`, back: flow.back }
    },
    /** Who logged in. Once, and only for the frame that asked. @throws Denied */
    claim(uri: string, frame: Frame): Identity {
      const id = URL.canParse(uri) ? (new URL(uri).searchParams.get('id') ?? '') : ''
      const result = results.get(id)
      if (!result || result.until < now()) throw new Denied('This login has ended. Start again.')
      // Somebody else's result stays theirs.
      if (result.frame !== frame.id) throw new Denied('This login was started elsewhere.')
      results.delete(id)
      return result.identity
    },
  }
}

/** The page to go back to, if it is one of those that asked. @throws Denied */
function pageOf(text: string, origin: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== origin) throw new Denied('This login was started elsewhere.')
  return text
}
