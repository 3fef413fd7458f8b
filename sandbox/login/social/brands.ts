/** The six social providers, and what the login service must know of each to log people in there. */
import type { SocialProvider } from '../../../runtime/auth/messages.ts'

export const TITLES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
}

/** Who a person is at a provider. `email` is null unless the provider says that it has verified the address. */
export type Person = { id: string; name: string | null; email: string | null }

/**
 * Gets the JSON at a URL of the provider, with the person's access token. @throws Error for another status than 2xx, or
 * a body that is no JSON
 */
export type Get = (url: string) => Promise<unknown>

/** A provider's addresses (OAuth 2.0, RFC 6749), and the service's registration there. */
export type Issuer = {
  /** The page at which a person logs in. */
  authorize: string
  /** The query parameters of the page `authorize` besides those of every login, such as `scope`. */
  query: Readonly<Record<string, string>>
  /** The URL at which the service exchanges the code for tokens. */
  token: string
  clientId: string
  /** Returns the client's secret. It is a function, because Apple's secret expires. */
  clientSecret: () => string
  /** Where the token request has the client's id and secret: in the header `Authorization`, or in the body. */
  secretIn: 'header' | 'body'
  /**
   * How the provider tells who the person is: by an id token (OpenID Connect), which `issuer` signs with one of the
   * keys at the URL `keys`; or by other endpoints, which `who` reads.
   */
  tells: { by: 'idToken'; issuer: string; keys: string } | { by: 'endpoint'; who: (get: Get) => Promise<Person> }
}

/** The providers of one service: undefined for one that it does not offer. */
export type IssuerOf = (brand: SocialProvider) => (() => Promise<Issuer>) | undefined
