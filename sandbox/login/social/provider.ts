/**
 * The sandbox's OpenID providers: one for each brand, with a real authorization code flow. Each is created on first
 * use.
 */
import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration, Provider } from 'oidc-provider'
import { EMAIL, SOCIAL_PROVIDERS, type SocialProvider } from '../../../runtime/auth/messages.ts'
import { lazyFor } from '../../../runtime/lib/lazy.ts'
import { readBody, send } from '../../answer.ts'
import { loadLibraries } from '../libraries.ts'
import { randomToken } from '../random.ts'
import { type Issuer, TITLES } from './brands.ts'
import { atGithub, atX } from './who.ts'
import { failedPage, peoplePage, peoplePolicy } from './page.ts'
import { createDirectory } from './people.ts'
import { memoryStore } from './store.ts'

/** The OAuth scope of each provider. One with `openid` gives an id token; without it the data is at an endpoint. */
const SCOPES: Readonly<Record<SocialProvider, string>> = {
  google: 'openid email profile',
  github: 'read:user',
  apple: 'openid email profile',
  facebook: 'openid email profile',
  x: 'users.read',
  discord: 'openid email profile',
}

type Registered = { clientId: string; clientSecret: string }
type Served = { provider: Provider; directory: ReturnType<typeof createDirectory> }

const html = (response: ServerResponse, body: string, status = 200) =>
  send(response, {
    status,
    type: 'text/html; charset=utf-8',
    body,
    headers: { 'content-security-policy': peoplePolicy, 'referrer-policy': 'no-referrer' },
  })

/**
 * Creates the providers. `handle` answers their HTTP requests.
 * @param url the providers' origin; the issuer of a brand is `{url}/{brand}`
 * @param callback the login service's URL that receives the result
 * @param style the pages' style sheet
 */
export function createProviders(url: string, callback: (brand: SocialProvider) => string, style: string) {
  const secrets = Object.fromEntries(SOCIAL_PROVIDERS.map((brand) => [brand, randomToken()]))
  const addressOf = (brand: SocialProvider) => `${url}/${brand}`
  const registered = (brand: SocialProvider): Registered => ({
    clientId: 'walletkit-login',
    clientSecret: secrets[brand] ?? '',
  })
  const serve = lazyFor(async (brand: SocialProvider): Promise<Served> => {
    const directory = createDirectory(brand)
    const { Provider: Made } = await loadLibraries()
    const provider = new Made(addressOf(brand), configure(brand, directory, registered(brand), callback(brand)))
    return { provider, directory }
  })

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', url)
    if (pathname === '/people.css') return send(response, { type: 'text/css; charset=utf-8', body: style })
    const [, name, part, ...rest] = pathname.split('/')
    const brand = SOCIAL_PROVIDERS.find((each) => each === name)
    if (!brand) return html(response, failedPage('There is no such provider.'), 404)
    const served = await serve(brand)
    if (part === 'interaction') return interact(brand, served, request, response)
    if (part === 'user') return tell(brand, served, rest[0] === 'emails', request, response)
    // The library expects the path without the brand's prefix in `url`.
    const original = request.url ?? '/'
    Object.assign(request, { originalUrl: original, url: original.slice(brand.length + 1) || '/' })
    await served.provider.callback()(request, response)
  }
  /**
   * What the login service must know of a provider. The endpoints are those of oidc-provider, and {@link tell} for a
   * user's data.
   */
  const issuerOf = (brand: SocialProvider) => async (): Promise<Issuer> => {
    const issuer = addressOf(brand)
    const { clientId, clientSecret } = registered(brand)
    return {
      authorize: `${issuer}/auth`,
      // Without this, the provider could use the session of whoever logged in there last: in a shared browser, that may
      // be another person.
      query: { scope: SCOPES[brand], prompt: 'login' },
      token: `${issuer}/token`,
      clientId,
      clientSecret: () => clientSecret,
      secretIn: 'header',
      tells: tellsOf(brand, issuer),
    }
  }
  return { handle, issuerOf }
}

function tellsOf(brand: SocialProvider, issuer: string): Issuer['tells'] {
  if (brand === 'github') return { by: 'endpoint', who: atGithub(`${issuer}/user`, `${issuer}/user/emails`) }
  if (brand === 'x') return { by: 'endpoint', who: atX(`${issuer}/user`) }
  return { by: 'idToken', issuer, keys: `${issuer}/jwks` }
}

async function interact(brand: SocialProvider, served: Served, request: IncomingMessage, response: ServerResponse) {
  const { provider, directory } = served
  try {
    await provider.interactionDetails(request, response)
  } catch {
    return html(response, failedPage('This login has ended. Start again.'), 400)
  }
  if (request.method !== 'POST') return html(response, peoplePage(TITLES[brand], 'The sandbox login'))
  const form = new URLSearchParams((await readBody(request)).toString('utf8'))
  const name = (form.get('name') ?? '').trim().slice(0, 60)
  const email = (form.get('email') ?? '').trim().toLowerCase()
  if (form.has('cancel')) return provider.interactionFinished(request, response, { error: 'access_denied' })
  if (!name || (email && !EMAIL.test(email))) return html(response, failedPage('A name, and a valid email.'), 400)
  const { id } = directory.enter(name, email || null)
  await provider.interactionFinished(request, response, { login: { accountId: id, remember: false } })
}

/** The endpoints for a user's data, for the providers without id tokens, in the formats of GitHub and X. */
async function tell(
  brand: SocialProvider,
  served: Served,
  wantsEmails: boolean,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const token = bearer ? await served.provider.AccessToken.find(bearer) : undefined
  const person = token && served.directory.find(token.accountId)
  if (!person) return send(response, { status: 401, json: { message: 'Bad credentials' } })
  const { id, name, email } = person
  if (brand === 'x') return send(response, { json: { data: { id, name, username: name } } })
  if (wantsEmails) return send(response, { json: email === null ? [] : [{ email, primary: true, verified: true }] })
  send(response, { json: { id, login: name, name, email } })
}

function configure(
  brand: SocialProvider,
  directory: Served['directory'],
  { clientId, clientSecret }: Registered,
  redirectUri: string,
): Configuration {
  const scope = SCOPES[brand]
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = { session: `_${brand}`, interaction: `_${brand}_interaction`, resume: `_${brand}_resume` }
  return {
    adapter: memoryStore(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        scope,
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: brand }] },
    cookies: { keys: [randomToken()], names, short: { signed: true }, long: { signed: true } },
    scopes: ['openid', 'email', 'profile', 'read:user', 'users.read'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, userinfo: { enabled: true } },
    interactions: { url: (_, { uid }) => `/${brand}/interaction/${uid}` },
    pkce: { required: () => true },
    responseTypes: ['code'],
    ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_, id) => {
      const person = directory.find(id)
      if (!person) return undefined
      const { name, email } = person
      return { accountId: id, claims: async () => ({ sub: id, name, ...(email && { email, email_verified: true }) }) }
    },
    // Choosing a person counts as consent: grant the scope without showing a second page.
    loadExistingGrant: async (context) => {
      const { provider, client, session } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
    renderError: (context, { error_description: why, error }) => {
      context.type = 'html'
      context.set('content-security-policy', peoplePolicy)
      context.body = failedPage(String(why ?? error))
    },
  }
}
