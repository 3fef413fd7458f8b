/** Requests of the server to a social provider: exchanges a code for tokens, and the tokens for an identity. */
import type { SocialProvider } from '../../../runtime/auth/messages.ts'
import { either, flag, nullable, number, object, text } from '../../../runtime/auth/shape.ts'
import { BRANDS, type Issuer } from './brands.ts'
import { checkIdToken } from './idToken.ts'

/**
 * A person at a provider. `login` is `{provider}:{id}`. `email` is null unless the provider says that it has verified
 * it.
 */
export type Identity = { login: string; name: string | null; email: string | null }

const tokens = object({ access_token: text }, { id_token: text })
const github = object(
  { id: either(text, number), login: text },
  { name: nullable(text), email: nullable(text), verified: flag },
)
const x = object({ data: object({ id: text, username: text }) })

const TIMEOUT = 10_000

async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status}`)
  return answer.json()
}

/** Gets the identity for a code. @throws Error when the provider rejects a request, or a response is invalid */
export async function exchange(
  brand: SocialProvider,
  { issuer, clientId, clientSecret }: Issuer,
  asked: { code: string; verifier: string; redirectUri: string; nonce: string },
  now: number,
): Promise<Identity> {
  const { code, verifier, redirectUri, nonce } = asked
  const answer = await ask(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  const { access_token: access, id_token: idToken } = tokens.parse(answer, 'token')
  if (BRANDS[brand].answers === 'idToken') {
    const told = checkIdToken(idToken ?? '', { issuer, clientId, nonce, keys: await ask(`${issuer}/jwks`), now })
    const { sub, name = null, email = null, email_verified: verified } = told
    return { login: `${brand}:${sub}`, name, email: verified ? email : null }
  }
  const user = await ask(`${issuer}/user`, { headers: { authorization: `Bearer ${access}` } })
  if (brand === 'x') {
    const { id, username } = x.parse(user, 'user').data
    return { login: `x:${id}`, name: username, email: null }
  }
  const { id, login, email = null, verified } = github.parse(user, 'user')
  return { login: `github:${id}`, name: login, email: verified ? email : null }
}
