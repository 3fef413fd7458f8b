/** The six social providers, and how each tells who a user is: as the real one does. */
import type { SocialProvider } from '../../../runtime/auth/messages.ts'

export type Brand = {
  title: string
  /**
   * The OAuth scope to request. One with `openid` gives an id token; without it the user's data is at a user endpoint.
   */
  scope: string
  answers: 'idToken' | 'userEndpoint'
}

export const BRANDS: Readonly<Record<SocialProvider, Brand>> = {
  google: { title: 'Google', scope: 'openid email profile', answers: 'idToken' },
  github: { title: 'GitHub', scope: 'read:user', answers: 'userEndpoint' },
  apple: { title: 'Apple', scope: 'openid email profile', answers: 'idToken' },
  facebook: { title: 'Facebook', scope: 'openid email profile', answers: 'idToken' },
  x: { title: 'X', scope: 'users.read', answers: 'userEndpoint' },
  discord: { title: 'Discord', scope: 'openid email profile', answers: 'idToken' },
}

/** A provider's address, and this login service's client id and secret there. */
export type Issuer = { issuer: string; clientId: string; clientSecret: string }
