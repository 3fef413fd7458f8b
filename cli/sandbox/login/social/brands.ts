/** The six brands: how each is asked who somebody is. Theirs differ in this, so ours do. */
import type { SocialProvider } from '../../../../runtime/auth/messages.ts'

export type Brand = {
  title: string
  /** What is asked for. Without `openid` it is plain OAuth 2: no id token, an endpoint instead. */
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

/** Where a brand's service is, and what it knows this login service by. */
export type Issuer = { issuer: string; clientId: string; clientSecret: string }
