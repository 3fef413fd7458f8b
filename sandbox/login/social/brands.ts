/** The six social providers, and how each identifies a user. The real ones differ in this way too. */
import type { SocialProvider } from '../../../runtime/auth/messages.ts'

export type Brand = {
  title: string
  /** The requested scope. Without `openid` it is plain OAuth 2: a user endpoint instead of an id token. */
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
