/** Requests of the server to a social provider: exchanges a code for tokens, and the tokens for an identity. */
import type { SocialProvider } from '../../../runtime/auth/messages.ts'
import { object, text } from '../../../runtime/auth/shape.ts'
import type { Get, Issuer } from './brands.ts'
import { checkIdToken } from './idToken.ts'

/**
 * A person at a provider. `login` is `{provider}:{id}`. `email` is null unless the provider says that it has verified
 * it.
 */
export type Identity = { login: string; name: string | null; email: string | null }

const tokens = object({ access_token: text }, { id_token: text })

const TIMEOUT = 10_000
/** GitHub rejects requests without a `user-agent`, and answers in the format of forms unless JSON is asked for. */
const HEADERS = { accept: 'application/json', 'user-agent': 'walletkit-login' }

/**
 * Sends a request to a provider. Resolves with the JSON of the response.
 * @throws Error for another status than 2xx, a redirect, no response in 10 seconds, or a body that is no JSON
 */
export async function askProvider(url: string, { headers = {}, ...init }: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, {
    ...init,
    headers: { ...HEADERS, ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status}`)
  return answer.json()
}

/** Gets the identity for a code. @throws Error when the provider rejects a request, or a response is invalid */
export async function exchange(
  brand: SocialProvider,
  { token, clientId, clientSecret, secretIn, tells }: Issuer,
  asked: { code: string; verifier: string; redirectUri: string; nonce: string },
  now: number,
): Promise<Identity> {
  const { code, verifier, redirectUri, nonce } = asked
  const secret = clientSecret()
  // RFC 6749, 2.3.1: both parts of the header are form-encoded first.
  const basic = [clientId, secret].map(encodeURIComponent).join(':')
  const answer = await askProvider(token, {
    method: 'POST',
    headers: secretIn === 'header' ? { authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {},
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(secretIn === 'body' && { client_id: clientId, client_secret: secret }),
    }),
  })
  const { access_token: access, id_token: idToken = '' } = tokens.parse(answer, 'token')
  if (tells.by === 'endpoint') {
    const get: Get = (url) => askProvider(url, { headers: { authorization: `Bearer ${access}` } })
    const { id, name, email } = await tells.who(get)
    return { login: `${brand}:${id}`, name, email }
  }
  const { issuer, keys } = tells
  const told = checkIdToken(idToken, { issuer, clientId, nonce, keys: await askProvider(keys), now })
  const { sub, name = null, email = null, email_verified: verified } = told
  // Apple writes this flag as a text.
  return { login: `${brand}:${sub}`, name, email: verified === true || verified === 'true' ? email : null }
}
