/** Gets the addresses of an OpenID provider (OpenID Connect Discovery 1.0). */
import { object, text } from '../../runtime/auth/shape.ts'
import { askProvider } from '../../sandbox/login/social/exchange.ts'

const shape = object({ issuer: text, authorization_endpoint: text, token_endpoint: text, jwks_uri: text })

export type Discovered = { issuer: string; authorize: string; token: string; keys: string }

/**
 * Reads the discovery document of a provider.
 * @param url the provider's origin, which must be the issuer that it names
 * @throws Error if the provider does not answer, names another issuer, or names an address without https although `url`
 *   has https
 */
export async function discover(url: string): Promise<Discovered> {
  const told = shape.parse(await askProvider(`${url}/.well-known/openid-configuration`), 'openid-configuration')
  const { issuer, authorization_endpoint: authorize, token_endpoint: token, jwks_uri: keys } = told
  if (issuer !== url) throw new Error(`${url} says that it is ${issuer}`)
  for (const each of [authorize, token, keys])
    if (!URL.canParse(each) || !['https:', new URL(url).protocol].includes(new URL(each).protocol))
      throw new Error(`${url} names the address ${each}`)
  return { issuer, authorize, token, keys }
}
