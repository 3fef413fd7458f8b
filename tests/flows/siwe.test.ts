/** Sign-in with a site's older functions (`siweConfig`): the view ConnectingSiwe, and a real server of the site. */
import { describe, expect, it } from 'vitest'
import type { SiweOptions } from '../../runtime/siwx/siwe/types.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { useSiweSite } from '../support/siweSite.ts'

const flow = useFlow({ hosts: () => [site.url] })
const site = useSiweSite(() => flow.origin)

/** The script of such a site's page. */
const script = (options: SiweOptions) => `
  const ask = async (path, body) => {
    const response = await fetch('${site.url}' + path, {
      credentials: 'include',
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error('The site answered ' + response.status)
    return response.json()
  }
  globalThis.news = []
  globalThis.overrides = { siweConfig: {
    ...${JSON.stringify(options)},
    getMessageParams: async () => ({ domain: location.host, uri: location.origin, statement: 'Sign in to the shop.' }),
    getNonce: async () => (await ask('/nonce')).nonce,
    createMessage: ({ domain, address, statement, uri, version, chainId, nonce, iat }) => [
      domain + ' wants you to sign in with your Ethereum account:', address, '', statement, '', 'URI: ' + uri,
      'Version: ' + version, 'Chain ID: ' + chainId, 'Nonce: ' + nonce, 'Issued At: ' + iat ].join('\\n'),
    verifyMessage: (signed) => ask('/verify', signed).then(() => true, () => false),
    getSession: () => ask('/me'),
    signOut: () => ask('/sign-out', {}).then(() => true, () => false),
    onSignIn: (session) => news.push(['in', session]),
    onSignOut: () => news.push(['out']),
  } }`

const asks = async (visit: Visited) => {
  await visit.title.filter({ hasText: 'Sign In' }).waitFor()
  await visit.page.locator('[data-walletkit] .card[data-view=ConnectingSiwe]').waitFor()
}
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
const toast = ({ modal }: Visited, text: string) => modal.locator('.toast', { hasText: text }).waitFor()
const news = ({ page }: Visited) => page.evaluate(() => (globalThis as unknown as { news: unknown[] }).news)
const signOuts = () => site.asked.filter((path) => path === 'POST /sign-out').length
/** Checks that no modal is open after 600 ms. */
const quiet = async (visit: Visited) => {
  await visit.page.waitForTimeout(600)
  expect(await visit.modal.count()).toBe(0)
}

async function begin(options: SiweOptions = {}): Promise<Visited> {
  const visit = await flow.visit({ siwx: true, config: { siweConfig: {} }, script: script(options) })
  await visit.open()
  await visit.button(/Test wallet/).click()
  await asks(visit)
  return visit
}
async function signed(options?: SiweOptions): Promise<Visited> {
  const visit = await begin(options)
  await visit.button('Sign').click()
  await gone(visit)
  return visit
}

describe('signing', () => {
  it('asks with ConnectingSiwe, and the site’s own server signs in; a reload does not ask again [S2.view.07]', async () => {
    const visit = await begin()
    expect(await visit.asked('personal_sign')).toEqual([])
    await visit.button('Sign').click()
    await gone(visit)
    const session = { address: flow.sandbox().accounts[0]?.address, chainId: flow.sandbox().chains[0]?.id }
    expect(site.sessions()).toEqual([session])
    expect(await news(visit)).toEqual([['in', session]])
    const [request] = await visit.asked('personal_sign')
    const [hex] = request?.params as string[]
    expect(Buffer.from(hex?.slice(2) ?? '', 'hex').toString()).toContain('Sign in to the shop.')
    expect(await visit.page.evaluate(() => localStorage.getItem('@appkit/siwx'))).toBeNull()

    await visit.page.reload()
    await visit.status('connected')
    await quiet(visit)
    expect(await visit.asked('personal_sign')).toEqual([])
  })

  it('reports a rejection by the visitor or the site, and asks again', async () => {
    const visit = await begin()
    await visit.wallet('set', { answer: 'reject' })
    await visit.button('Sign').click()
    await toast(visit, 'Signature declined')
    await asks(visit)
    expect(site.sessions()).toEqual([])
    await visit.wallet('set', { answer: 'approve' })
    // The nonce expires while the wallet's prompt is open.
    await visit.wallet('set', { answer: 'hold' })
    await visit.button('Sign').click()
    await visit.modal.getByText('Confirm in Test wallet').waitFor()
    site.forget()
    await visit.wallet('settle', 'approve')
    await toast(visit, 'The signature is not valid')
    await visit.wallet('set', { answer: 'approve' })
    await visit.button('Sign').click()
    await gone(visit)
    expect(site.sessions()).toHaveLength(1)
  })

  it('asks again when the site’s session has expired at a reload', async () => {
    const visit = await signed()
    site.forget()
    await visit.page.reload()
    await visit.status('connected')
    await asks(visit)
  })
})

describe('leaving', () => {
  it('disconnects a visitor who cancels, closes if sign-in is optional, and ends no session that does not exist', async () => {
    const visit = await begin()
    await visit.button('Cancel').click()
    await visit.status('disconnected')
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    const optional = await begin({ required: false })
    await optional.button('Cancel').click()
    await gone(optional)
    await optional.status('connected')
    expect(signOuts()).toBe(0)
  })

  it('keeps the modal open until the message is signed', async () => {
    const visit = await begin()
    await visit.page.keyboard.press('Escape')
    await visit.page.locator('[data-walletkit] .card[data-shake]').waitFor()
    await visit.page.evaluate(() => kit.open({ view: 'Account' }))
    await asks(visit)
  })

  it('signs out when the wallet disconnects, unless the config says otherwise', async () => {
    const visit = await signed()
    await visit.page.evaluate(() => kit.disconnect())
    await expect.poll(site.sessions).toEqual([])
    await expect.poll(async () => (await news(visit)).at(-1)).toEqual(['out'])
    const staying = await signed({ signOutOnDisconnect: false })
    await staying.page.evaluate(() => kit.disconnect())
    await staying.status('disconnected')
    await quiet(staying)
    expect(site.sessions()).toHaveLength(1)
    await staying.connect()
  })
})

describe('changing the account or network', () => {
  it('signs the old account out and asks the new one, unless the config says otherwise', async () => {
    const [first, second] = flow.sandbox().accounts.map(({ address }) => address)
    const visit = await signed()
    await visit.wallet('changeAccount', 1)
    await asks(visit)
    expect(site.sessions()).toEqual([])
    await visit.button('Sign').click()
    await gone(visit)
    expect(site.sessions().map(({ address }) => address)).toEqual([second])
    await visit.page.evaluate(() => kit.disconnect())
    await expect.poll(site.sessions).toEqual([])

    const staying = await signed({ signOutOnAccountChange: false })
    await staying.wallet('changeAccount', 1)
    await staying.page.waitForFunction((address) => kit.getAddress() === address, second)
    await quiet(staying)
    expect(site.sessions().map(({ address }) => address)).toEqual([first])
  })

  it('signs out on the old network and asks on the new one, unless the config says otherwise', async () => {
    const [one, other] = flow.sandbox().chains.map(({ id }) => id)
    const visit = await signed()
    await visit.page.evaluate((id) => kit.switchNetwork(id), `eip155:${other}` as const)
    await asks(visit)
    expect(signOuts()).toBe(1)
    await visit.button('Sign').click()
    await gone(visit)
    expect(site.sessions().map(({ chainId }) => chainId)).toEqual([other])
    await visit.page.evaluate(() => kit.disconnect())
    await expect.poll(site.sessions).toEqual([])

    const staying = await signed({ signOutOnNetworkChange: false })
    await staying.page.evaluate((id) => kit.switchNetwork(id), `eip155:${other}` as const)
    await quiet(staying)
    expect(site.sessions().map(({ chainId }) => chainId)).toEqual([one])
  })
})
