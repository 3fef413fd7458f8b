/**
 * A local social provider that answers in the form of a real one's public documentation. It logs one person in at once,
 * and is strict about what the service sends.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SocialProvider } from '../../runtime/auth/messages.ts'

/** Where each provider has its login page, its tokens, and its data of a person. */
const PATHS: Readonly<Record<SocialProvider, { authorize: string; token: string }>> = {
  google: { authorize: '/o/oauth2/v2/auth', token: '/token' },
  apple: { authorize: '/auth/authorize', token: '/auth/token' },
  github: { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token' },
  x: { authorize: '/i/oauth2/authorize', token: '/2/oauth2/token' },
  discord: { authorize: '/oauth2/authorize', token: '/api/oauth2/token' },
  facebook: { authorize: '/dialog/oauth', token: '/oauth/access_token' },
}
/** The providers that answer with an id token. */
const OPEN_ID = ['google', 'apple']
const ACCESS = 'the-access-token'

type Options = {
  brand: SocialProvider
  clientId: string
  /** The client's secret; for Apple the public key of the team. */
  secret: string | KeyObject
  email: string
  /** The person's id. */
  id?: string
  /** Whether the provider has verified the address. */
  isVerified?: boolean
}

/** What the endpoints of the providers without id tokens say of the person, by brand and path. */
const dataOf = ({ email, id, isVerified }: { email: string; id: string; isVerified: boolean }) => ({
  github: {
    '/api/v3/user': { id: Number(id), login: 'ada', name: 'Ada Lovelace', email: null, type: 'User' },
    '/api/v3/user/emails': [
      { email: 'old@example.com', primary: false, verified: true, visibility: null },
      { email, primary: true, verified: isVerified, visibility: 'private' },
    ],
  },
  x: { '/2/users/me': { data: { id, name: 'Ada Lovelace', username: 'ada' } } },
  discord: {
    '/api/users/@me': {
      ...{ id, username: 'ada', discriminator: '0', global_name: 'Ada Lovelace' },
      ...{ email, verified: isVerified, mfa_enabled: true },
    },
  },
  facebook: { '/me': { id, name: 'Ada Lovelace' } },
})

/** Makes the id tokens of a provider (OpenID Connect), and says with which key. */
function createTokens({ brand, clientId, email, id, isVerified }: Required<Omit<Options, 'secret'>>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    keys: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }] },
    idToken: (url: string, nonce: string | null): string => {
      const now = Math.floor(Date.now() / 1000)
      const body = {
        ...{ iss: url, aud: clientId, sub: id, iat: now, exp: now + 3600, nonce, email },
        // Apple writes this flag as a text, Google as a boolean: the service has to read both.
        email_verified: brand === 'apple' ? String(isVerified) : isVerified,
        ...(brand === 'google' && { name: 'Ada Lovelace', picture: 'https://example.com/ada.png' }),
      }
      const signed = [{ alg: 'RS256', kid: 'first', typ: 'JWT' }, body]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
  }
}

/** The PKCE challenge of a verifier (S256, RFC 7636). */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

const answer = (response: ServerResponse, json: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))

export async function startSocialProvider({
  brand,
  clientId,
  secret,
  email,
  id = '583231',
  isVerified = true,
}: Options) {
  const { keys, idToken } = createTokens({ brand, clientId, email, id, isVerified })
  const people = new Map<string, object>(Object.entries(dataOf({ email, id, isVerified })))
  const paths = PATHS[brand]
  /** The parameters of each visit of the login page, by the code that the page gave. */
  const codes = new Map<string, URLSearchParams>()
  const asked: URLSearchParams[] = []
  let isDown = false
  let url = ''

  const isSecret = (given: string) =>
    typeof secret === 'string' ? given === secret : isAppleSecret(given, secret, { clientId, url })

  const exchange = (form: URLSearchParams, headers: IncomingMessage['headers']) => {
    const login = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const basic = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    const [client = '', given = ''] =
      brand === 'x'
        ? basic.split(':').map(decodeURIComponent)
        : [form.get('client_id') ?? '', form.get('client_secret') ?? '']
    const fits =
      login?.get('code_challenge') === challengeOf(form.get('code_verifier') ?? '') &&
      login.get('redirect_uri') === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code' &&
      client === clientId &&
      isSecret(given)
    if (!fits) return { error: 'invalid_grant' }
    const openId = OPEN_ID.includes(brand) && { id_token: idToken(url, login.get('nonce')) }
    return { access_token: ACCESS, token_type: 'bearer', ...openId }
  }

  const data = (path: string): unknown => {
    if (path === '/.well-known/openid-configuration' && OPEN_ID.includes(brand))
      return {
        issuer: url,
        authorization_endpoint: `${url}${paths.authorize}`,
        token_endpoint: `${url}${paths.token}`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
      }
    if (path === '/keys') return keys
    return undefined
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', url)
      if (isDown) return answer(response, {}, 503)
      if (pathname === paths.authorize) {
        asked.push(searchParams)
        const code = `code-${asked.length}`
        codes.set(code, searchParams)
        const back = { code, state: searchParams.get('state') ?? '' }
        // Apple's page lets the browser post these fields in a form. Here they are the response, and the test posts
        // them.
        if (searchParams.get('response_mode') === 'form_post') return answer(response, back)
        const location = `${searchParams.get('redirect_uri')}?${new URLSearchParams(back)}`
        return response.writeHead(302, { location }).end()
      }
      if (pathname === paths.token && request.method === 'POST')
        return answer(response, exchange(new URLSearchParams(body), request.headers))
      const isOwn = request.headers.authorization === `Bearer ${ACCESS}`
      const own = new Map<string, unknown>(Object.entries(people.get(brand) ?? {}))
      const found = data(pathname) ?? (isOwn ? own.get(pathname) : undefined)
      return found === undefined ? answer(response, { message: 'Not Found' }, 404) : answer(response, found)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** The parameters of each visit of the login page. */
    asked,
    /** From now on answers everything with 503, or with `false` as before. */
    setDown: (next: boolean) => void (isDown = next),
    close: () => void (server.closeAllConnections(), server.close()),
  }
}

/** Whether it is a client secret as Apple wants it: a JWT of the team's key, for this client, of at most six months. */
function isAppleSecret(given: string, key: KeyObject, { clientId, url }: { clientId: string; url: string }): boolean {
  const [head = '', body = '', signature = ''] = given.split('.')
  const signed = Buffer.from(`${head}.${body}`)
  const proof = Buffer.from(signature, 'base64url')
  if (
    !verify(
      'sha256',
      signed,
      { key: createPublicKey(key.export({ type: 'spki', format: 'pem' })), dsaEncoding: 'ieee-p1363' },
      proof,
    )
  )
    return false
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const { iss, sub, aud, exp } = read(body)
  const { alg, kid } = read(head)
  const isForUs = iss === 'TEAM123456' && sub === clientId && aud === url && alg === 'ES256' && kid === 'KEY1234567'
  const now = Date.now() / 1000
  return isForUs && Number(exp) > now && Number(exp) < now + 15_777_000
}
