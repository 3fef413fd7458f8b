/** Logins at social providers, on a server with local providers in the form of the real ones. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SOCIAL_PROVIDERS, type SocialProvider } from '../../../runtime/auth/messages.ts'
import { doctor } from '../../../server/verbs/doctor.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { openBrowser, SITE, someEmail } from '../../sandbox/login/browser.ts'
import { createPerson, type Page } from '../../sandbox/login/person.ts'
import { startHosted } from '../../support/hosted.ts'
import { startSocialProvider } from '../../support/socialProvider.ts'

type Provider = Awaited<ReturnType<typeof startSocialProvider>>
type Hosted = Awaited<ReturnType<typeof startHosted>>

const team = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SECRETS = {
  WALLETKIT_APPLE_SECRET: team.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ...Object.fromEntries(
    SOCIAL_PROVIDERS.filter((each) => each !== 'apple').map((each) => [
      `WALLETKIT_${each.toUpperCase()}_SECRET`,
      `s:e&cret of ${each}`,
    ]),
  ),
}
const email = someEmail()
const providers = new Map<SocialProvider, Provider>()
let hosted: Hosted
const socialConfig = () =>
  Object.fromEntries(
    [...providers].map(([brand, { url }]) => [
      brand,
      { clientId: `client of ${brand}`, url, ...(brand === 'apple' && { teamId: 'TEAM123456', keyId: 'KEY1234567' }) },
    ]),
  )

beforeAll(async () => {
  for (const brand of SOCIAL_PROVIDERS) {
    const secret =
      brand === 'apple'
        ? team.publicKey
        : (SECRETS as Record<string, string>)[`WALLETKIT_${brand.toUpperCase()}_SECRET`]
    providers.set(
      brand,
      await startSocialProvider({ brand, clientId: `client of ${brand}`, secret: secret ?? '', email }),
    )
  }
  hosted = await startHosted({ sites: [SITE], social: socialConfig() }, SECRETS)
})
afterAll(async () => {
  await hosted.close()
  for (const provider of providers.values()) provider.close()
})
beforeEach(() => {
  for (const provider of providers.values()) provider.setDown(false)
})

const begin = async (brand: SocialProvider) => {
  const browser = await openBrowser(hosted.service())
  const { uri } = await browser.must<{ uri: string }>('GET_SOCIAL_REDIRECT_URI', { provider: brand })
  return { browser, uri, person: createPerson() }
}
type Begun = Awaited<ReturnType<typeof begin>>

/** Follows the popup to the service's last page. Apple's form is posted as a browser does: without our cookies. */
async function logIn(brand: SocialProvider, { uri, person }: Begun): Promise<Page> {
  const page = await person.visit(uri)
  if (brand !== 'apple') return page
  const posted = await fetch(`${hosted.url()}/social/callback/apple`, {
    method: 'POST',
    headers: { origin: providers.get('apple')?.url ?? '' },
    body: new URLSearchParams({ ...(JSON.parse(page.text) as Record<string, string>), user: '{"name":{}}' }),
    redirect: 'manual',
  })
  expect(posted.status).toBe(303)
  return person.visit(new URL(posted.headers.get('location') ?? '', hosted.url()).href)
}

describe.each(SOCIAL_PROVIDERS)('%s', (brand) => {
  const hasAddress = brand !== 'x' && brand !== 'facebook'

  it('logs a person in, and says who it is', async () => {
    const begun = await begin(brand)
    const page = await logIn(brand, begun)
    expect(page.data('origin')).toBe(SITE)
    const user = await begun.browser.claim(page, hasAddress ? email : undefined)
    expect(user).toMatchObject({ email: hasAddress ? email : null })
    const asked = providers.get(brand)?.asked.at(-1)
    expect(asked?.get('redirect_uri')).toBe(`${hosted.url()}/social/callback/${brand}`)
    expect(asked?.get('code_challenge_method')).toBe('S256')
    expect(asked?.has('nonce')).toBe(brand === 'google' || brand === 'apple')
  })

  it('that is down is told by name, and works again later', async () => {
    providers.get(brand)?.setDown(true)
    const begun = await begin(brand)
    // What Google and Apple say of their addresses is kept for a day; others need no such question.
    await hosted.restart()
    const failed = await begin(brand)
    const page = await failed.person.visit(failed.uri)
    expect(page.status).toBeGreaterThanOrEqual(500)
    providers.get(brand)?.setDown(false)
    expect((await logIn(brand, await begin(brand))).data('origin')).toBe(SITE)
    expect(begun.uri).not.toBe(failed.uri)
  })
})

describe('an address that the provider has not verified', () => {
  it.each(['google', 'apple', 'github', 'discord'] as const)('is not taken from %s', async (brand) => {
    const victim = someEmail()
    const secret = brand === 'apple' ? team.publicKey : `s:e&cret of ${brand}`
    const options = { brand, clientId: `client of ${brand}`, secret, email: victim, id: '42', isVerified: false }
    const own = await startSocialProvider(options)
    try {
      const social = { [brand]: { ...socialConfig()[brand], url: own.url } }
      await hosted.restart({ social })
      const begun = await begin(brand)
      const page = await begun.person.visit(begun.uri)
      const last = brand === 'apple' ? await logInAgain(begun, page) : page
      expect(await begun.browser.claim(last)).toMatchObject({ email: null })
    } finally {
      own.close()
      await hosted.restart({ social: socialConfig() })
    }
  })
})

const logInAgain = ({ person }: Begun, page: Page) => {
  const { code, state } = JSON.parse(page.text) as { code: string; state: string }
  return person.visit(`${hosted.url()}/social/callback/apple?${new URLSearchParams({ code, state })}`)
}

describe('a server', () => {
  it('offers only the providers of its config', async () => {
    await hosted.restart({ social: { github: socialConfig()['github'] } })
    const browser = await openBrowser(hosted.service())
    expect(await browser.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })).toMatchObject({ status: 404 })
    expect(await browser.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })).toMatchObject({ status: 200 })
    await hosted.restart({ social: socialConfig() })
  })

  it('refuses a provider that says it is another one', async () => {
    const { url } = await startSocialProvider({ brand: 'google', clientId: 'c', secret: 's', email })
    // `localhost` leads to the same provider, which names itself by its IP address.
    await hosted.restart({ social: { google: { clientId: 'c', url: url.replace('127.0.0.1', 'localhost') } } })
    const { person, uri } = await begin('google')
    expect((await person.visit(uri)).status).toBe(502)
    await hosted.restart({ social: socialConfig() })
  })

  it('says in doctor where each provider sends people back, and which does not answer', async () => {
    providers.get('google')?.setDown(true)
    const readFile = (): string => ''
    const config = parseConfig(
      { social: socialConfig(), database: hosted.database },
      { environment: SECRETS, readFile },
      hosted.folder,
    )
    const findings = await doctor(config)
    const of = (brand: string) => findings.find(({ name }) => name === `social ${brand}`)
    expect(of('github')).toMatchObject({ isFine: true })
    expect(of('github')?.text).toContain(`${config.url}/social/callback/github`)
    expect(of('google')).toMatchObject({ isFine: false })
  })
})
