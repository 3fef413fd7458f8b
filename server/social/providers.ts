/**
 * The URLs of the social providers, from their public documentation: where a person logs in, where this server
 * exchanges the code for tokens, and where it asks who the person is.
 */
import type { SocialProvider } from '../../runtime/auth/messages.ts'
import type { Issuer, IssuerOf } from '../../sandbox/login/social/brands.ts'
import { atDiscord, atFacebook, atGithub, atX } from '../../sandbox/login/social/who.ts'
import type { SocialConfig } from '../config/social.ts'
import { appleSecret } from './appleSecret.ts'
import { discover, type Discovered } from './discovery.ts'

/** ms for which the addresses that a provider publishes are cached. */
const LIFE = 86_400_000

type Addressed = Omit<Issuer, 'clientId' | 'clientSecret'>
type Find = (url: string) => Promise<Discovered>

/**
 * The origin of a provider's API: `api` if `url` is that of the real provider, else `url` itself, as for a self-hosted
 * one.
 */
const apiOf = (url: string, real: string, api: string) => (url === real ? api : url)

const PROVIDERS: Readonly<Record<SocialProvider, (url: string, find: Find) => Promise<Addressed>>> = {
  async google(url, find) {
    const { authorize, token, ...tells } = await find(url)
    // Lets the person choose the account, because others may use this browser too.
    const query = { scope: 'openid email profile', prompt: 'select_account' }
    return { authorize, query, token, secretIn: 'body', tells: { by: 'idToken', ...tells } }
  },
  async apple(url, find) {
    const { authorize, token, ...tells } = await find(url)
    // Apple sends the email address only if the browser posts the answer as a form.
    const query = { scope: 'openid email', response_mode: 'form_post' }
    return { authorize, query, token, secretIn: 'body', tells: { by: 'idToken', ...tells } }
  },
  async github(url) {
    const api = apiOf(url, 'https://github.com', 'https://api.github.com')
    // GitHub Enterprise Server has its API under a path of its own host.
    const base = api === url ? `${url}/api/v3` : api
    return {
      authorize: `${url}/login/oauth/authorize`,
      query: { scope: 'read:user user:email', prompt: 'select_account' },
      token: `${url}/login/oauth/access_token`,
      secretIn: 'body',
      tells: { by: 'endpoint', who: atGithub(`${base}/user`, `${base}/user/emails`) },
    }
  },
  async x(url) {
    const api = apiOf(url, 'https://x.com', 'https://api.x.com')
    return {
      authorize: `${url}/i/oauth2/authorize`,
      // X answers who the person is only with both scopes.
      query: { scope: 'users.read tweet.read' },
      token: `${api}/2/oauth2/token`,
      secretIn: 'header',
      tells: { by: 'endpoint', who: atX(`${api}/2/users/me`) },
    }
  },
  discord: async (url) => ({
    authorize: `${url}/oauth2/authorize`,
    query: { scope: 'identify email', prompt: 'consent' },
    token: `${url}/api/oauth2/token`,
    secretIn: 'body',
    tells: { by: 'endpoint', who: atDiscord(`${url}/api/users/@me`) },
  }),
  async facebook(url) {
    const api = apiOf(url, 'https://www.facebook.com', 'https://graph.facebook.com')
    return {
      authorize: `${url}/dialog/oauth`,
      query: { scope: 'public_profile', auth_type: 'reauthenticate' },
      token: `${api}/oauth/access_token`,
      secretIn: 'body',
      tells: { by: 'endpoint', who: atFacebook(`${api}/me?fields=id,name`) },
    }
  },
}

/**
 * Makes the function by which the login gets a provider's addresses and this server's registration there.
 * @returns undefined for a config without social providers
 */
export function providersOf(social: readonly SocialConfig[], now: () => number): IssuerOf | undefined {
  if (!social.length) return undefined
  const found = new Map<string, { at: number; told: Promise<Discovered> }>()
  const find: Find = (url) => {
    const kept = found.get(url)
    if (kept && Math.abs(now() - kept.at) < LIFE) return kept.told
    const told = discover(url)
    found.set(url, { at: now(), told })
    // After a failure, the next login asks again.
    told.catch(() => found.delete(url))
    return told
  }
  return (brand) => {
    const own = social.find((each) => each.brand === brand)
    return own && (async () => ({ ...(await PROVIDERS[brand](own.url, find)), ...registrationOf(own, now) }))
  }
}

function registrationOf({ clientId, secret, url, apple }: SocialConfig, now: () => number) {
  const made = () => (apple ? appleSecret({ clientId, ...apple, key: secret, url }, now()) : secret)
  return { clientId, clientSecret: made }
}
