/** The functions of a site for `siweConfig`, in Node with one cookie. */
import { createSiweMessage } from 'viem/siwe'
import type { SiweConfig, SiweSession } from '../../../../runtime/siwx/siwe/types.ts'
import type { SiweSite } from '../../../support/siweSite.ts'

export function siteConfig(site: SiweSite, changes: Partial<SiweConfig> = {}): SiweConfig {
  let cookie = ''
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(site.url + path, {
      headers: { cookie, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`The site answered ${response.status}`)
    return answer
  }
  return {
    getNonce: async () => ((await ask('/nonce')) as { nonce: string }).nonce,
    getMessageParams: async () => ({ domain: 'shop.example', uri: 'https://shop.example/in', chains: [31337, 31338] }),
    createMessage: ({ address, iat, nbf, exp, ...fields }) =>
      createSiweMessage({
        ...fields,
        address: address as `0x${string}`,
        issuedAt: new Date(iat),
        ...(nbf !== undefined && { notBefore: new Date(nbf) }),
        ...(exp !== undefined && { expirationTime: new Date(exp) }),
        resources: [...(fields.resources ?? [])],
      }),
    verifyMessage: (signed) =>
      ask('/verify', signed).then(
        () => true,
        () => false,
      ),
    // It throws if nobody is signed in, as on many sites.
    getSession: async () => (await ask('/me')) as SiweSession,
    signOut: async () => Boolean(await ask('/sign-out', {})),
    ...changes,
  }
}
