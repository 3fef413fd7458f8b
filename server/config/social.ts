import { createPrivateKey } from 'node:crypto'
import { SOCIAL_PROVIDERS, type SocialProvider } from '../../runtime/auth/messages.ts'
import { isFields, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

/**
 * This server's registration at a social provider. `url` is the provider's origin. `secret` is the client secret; for
 * Apple it is the private key (PKCS #8, PEM) that signs client secrets, for which `apple` has the ids.
 */
export type SocialConfig = {
  brand: SocialProvider
  clientId: string
  secret: string
  url: string
  /** Apple's ids of the developer team and of the private key; each client secret contains both. */
  apple?: { teamId: string; keyId: string }
}

const URLS: Readonly<Record<SocialProvider, string>> = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  x: 'https://x.com',
  discord: 'https://discord.com',
}

const FIX = 'Write { "google": { "clientId": "…" } }.'

/** Reads the social providers. The secret of `google` is in the variable `WALLETKIT_GOOGLE_SECRET`, and so on. */
export function socialOf(value: unknown, secrets: Secrets, read: Reader): SocialConfig[] {
  if (value === undefined) return []
  if (!isFields(value)) {
    read.wrong('social', 'is not an object', FIX)
    return []
  }
  // `farcaster.ts` reads `farcaster`, which is no registration at a provider.
  read.onlyKnown(value, [...SOCIAL_PROVIDERS, 'farcaster'], 'social.')
  return SOCIAL_PROVIDERS.flatMap((brand) => {
    const given = Object.hasOwn(value, brand) ? value[brand] : undefined
    return given === undefined ? [] : (providerOf(brand, given, secrets, read) ?? [])
  })
}

function providerOf(brand: SocialProvider, value: unknown, secrets: Secrets, read: Reader): SocialConfig | undefined {
  const path = `social.${brand}`
  if (!isFields(value)) return read.wrong(path, 'is not an object', FIX)
  const isApple = brand === 'apple'
  read.onlyKnown(value, ['clientId', 'url', ...(isApple ? ['teamId', 'keyId'] : [])], `${path}.`)
  const must = (name: string) => {
    const text = read.text(value, name, `${path}.${name}`, `Copy it from your registration at ${brand}.`)
    if (value[name] === undefined)
      read.wrong(`${path}.${name}`, 'is missing', `Copy it from your registration at ${brand}.`)
    return text
  }
  const clientId = must('clientId')
  const apple = isApple ? appleOf(must) : undefined
  const url = value['url'] === undefined ? URLS[brand] : read.origin(value['url'], `${path}.url`)
  const secret = secretFor(brand, secrets, read)
  if (clientId === undefined || url === undefined || secret === undefined || (isApple && !apple)) return undefined
  return { brand, clientId, secret, url, ...(apple && { apple }) }
}

function appleOf(must: (name: string) => string | undefined): SocialConfig['apple'] {
  const [teamId, keyId] = [must('teamId'), must('keyId')]
  return teamId === undefined || keyId === undefined ? undefined : { teamId, keyId }
}

function secretFor(brand: SocialProvider, secrets: Secrets, read: Reader): string | undefined {
  const name = `WALLETKIT_${brand.toUpperCase()}_SECRET`
  const secret = secretOf(name, secrets, read)
  if (secret === undefined) {
    const isReported = Boolean(secrets.environment[`${name}_FILE`])
    if (!isReported) read.wrong(name, `is not set, and social.${brand} needs it`, `Copy it from your registration.`)
    return undefined
  }
  if (brand !== 'apple' || isKey(secret)) return secret
  return read.wrong(name, 'is no private key for ES256', `Name Apple's file AuthKey_….p8 in ${name}_FILE.`)
}

function isKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Reports addresses of providers without https, which production refuses. */
export function refuseInClear(social: readonly SocialConfig[], read: Reader): void {
  for (const { brand, url } of social)
    if (!url.startsWith('https:'))
      read.wrong(`social.${brand}.url`, 'is not https, and production needs it', 'Write "https://" and its host.')
}
