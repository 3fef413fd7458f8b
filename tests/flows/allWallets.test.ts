/** The list of all wallets, and the view to get one: search, pages, failures, and use by keyboard. */
import { describe, expect, it } from 'vitest'
import type { Wallet } from '../../runtime/contracts/config.ts'
import { useDirectory } from '../support/directory.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'

const CHAIN = 'eip155:31337'
const FLOWERS = ['Aster', 'Begonia', 'Clover', 'Dahlia', 'Erica', 'Fuchsia', 'Gentian', 'Heather', 'Iris', 'Jasmine']
const wallet = (at: number): Wallet => {
  const name = `${FLOWERS[at % 10]} ${String(at).padStart(3, '0')}`
  return {
    id: `w${at}`,
    name,
    chains: [CHAIN],
    badge_type: at % 3 === 0 ? 'certified' : 'none',
    homepage: `https://w${at}.example`,
    ...(at % 5 === 4 ? { chrome_store: `https://extensions.example/w${at}` } : { mobile_link: `w${at}://` }),
    ...(at === 2 ? { rdns: 'org.walletkit.test' } : at === 6 ? { rdns: 'example.six' } : {}),
  }
}
const WALLETS = Array.from({ length: 150 }, (_, at) => wallet(at))

const directory = useDirectory(WALLETS)
const flow = useFlow({ hosts: () => [directory.url] })

const visitList = async ({ config, ...more }: Visit = {}) => {
  const visit = await flow.visit({
    remote: true,
    wallets: [],
    config: { features: {}, services: { wallets: directory.url }, ...config },
    ...more,
  })
  await visit.page.evaluate(() => void kit.open({ view: 'AllWallets' }))
  await visit.modal.waitFor()
  return visit
}
const grid = ({ modal }: Visited) => modal.getByRole('list', { name: 'Wallets' })
/** The first cell needs two sequential requests to the directory, so a busy machine may take longer. */
const names = (visit: Visited) => grid(visit).locator('bdi').allInnerTexts()
const search = ({ modal }: Visited) => modal.getByRole('searchbox', { name: 'Search wallets' })
const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const told = ({ page }: Visited, name: string) =>
  page.evaluate(
    (wanted) => events.filter(({ event }) => event === wanted).map(({ properties }) => properties ?? null),
    name,
  )
const pageQueries = () => directory.asked.filter(({ entries }) => entries === '40')

describe('the wallet list requests', () => {
  it('four recommended wallets, the featured ones, and pages of forty without those and the excluded ones', async () => {
    const visit = await visitList({
      config: { services: { wallets: directory.url }, wallets: { featured: ['w8', 'w5'], exclude: ['w1'] } },
    })
    await expect.poll(() => pageQueries().length).toBeGreaterThan(0)
    const [recommended] = directory.asked.filter(({ entries }) => entries === '4')
    const [featured] = directory.asked.filter(({ include }) => include === 'w8,w5')
    const [named] = directory.asked.filter(({ include }) => include === 'w1')
    expect(recommended).toMatchObject({ page: '1', exclude: 'w1,w8,w5', chains: 'eip155:31337,eip155:31338' })
    expect(recommended).toMatchObject({ projectId: 'flows', st: 'walletkit' })
    expect(featured).toMatchObject({ page: '1', entries: '2', exclude: 'w1' })
    // The request for certain wallets by id must not filter by exclusion or network.
    expect(named).not.toHaveProperty('exclude')
    expect(named).not.toHaveProperty('chains')
    expect(pageQueries()[0]).toMatchObject({ page: '1', exclude: 'w1,w8,w5,w0,w2,w3,w4' })
    await expect
      .poll(async () => (await names(visit)).slice(0, 7))
      .toEqual(['Iris 008', 'Fuchsia 005', 'Aster 000', 'Clover 002', 'Dahlia 003', 'Erica 004', 'Gentian 006'])
  })

  it('each next page once as the visitor scrolls, until it has every wallet', async () => {
    const visit = await visitList()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()
    const scroller = visit.modal.locator('.all-scroll')
    const met = new Set<string>()
    await expect
      .poll(
        async () => {
          for (const name of await names(visit)) met.add(name)
          await scroller.evaluate((element) => element.scrollBy(0, 300))
          return met.size
        },
        { interval: 30, timeout: 20_000 },
      )
      .toBe(150)
    expect(pageQueries().map(({ page }) => page)).toEqual(['1', '2', '3', '4'])
    expect(await grid(visit).locator('*').count()).toBeLessThanOrEqual(400)
    const last = grid(visit).getByRole('listitem').last()
    expect([await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')]).toEqual(['150', '150'])
  })

  it('only wallets of the namespace that the modal was opened for', async () => {
    const visit = await flow.visit({ remote: true, config: { features: {}, services: { wallets: directory.url } } })
    await visit.page.evaluate(() => void kit.open({ view: 'AllWallets', namespace: 'solana' }))
    await visit.modal.getByText('No wallet found').waitFor()
    expect(pageQueries()).toEqual([])
    await visit.page.evaluate(() => kit.close())
    await visit.page.evaluate(() => void kit.open({ view: 'AllWallets', namespace: 'eip155' }))
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()
  })
})

describe('a search', () => {
  it('starts after two letters and a pause, and announces how many wallets it found', async () => {
    const visit = await visitList()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()
    const searches = () => directory.asked.flatMap((query) => query['search'] ?? [])
    await search(visit).pressSequentially('d')
    await visit.page.waitForTimeout(500)
    expect(searches()).toEqual([])
    expect((await names(visit)).length).toBeGreaterThan(8)
    await search(visit).pressSequentially('ahli', { delay: 40 })
    await expect.poll(searches).toEqual(['dahli'])
    await visit.modal.getByRole('status').getByText('15 wallets').waitFor()
    expect(await names(visit)).toHaveLength(15)
    expect(directory.asked.at(-1)).toMatchObject({ entries: '100', page: '1' })
    expect(directory.asked.at(-1)).not.toHaveProperty('exclude')
    expect(await told(visit, 'SEARCH_WALLET')).toEqual([{ search: 'dahli' }])
  })

  it('ignores a response that a newer search has overtaken', async () => {
    const visit = await visitList()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()
    const asked = (text: string) =>
      expect.poll(() => directory.asked.some((query) => query['search'] === text)).toBe(true)
    directory.hold()
    await search(visit).fill('begonia')
    await asked('begonia')
    await search(visit).fill('jasmine')
    await asked('jasmine')
    directory.release({ newestFirst: true })
    await grid(visit).getByRole('button', { name: 'Jasmine 009' }).waitFor()
    await visit.page.waitForTimeout(200)
    expect((await names(visit)).every((name) => name.startsWith('Jasmine'))).toBe(true)
  })

  it('says when there is no match, and can be cleared with one click', async () => {
    const visit = await visitList()
    await search(visit).fill('zinnia')
    await visit.modal.getByText('No wallets found').waitFor()
    await visit.modal.getByText('Nothing matches “zinnia”').waitFor()
    await visit.modal.getByRole('status').getByText('0 wallets').waitFor()
    await visit.button('Clear search').last().click()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()
    expect(await search(visit).inputValue()).toBe('')
  })

  it('requests certified wallets from the service, and marks them', async () => {
    const visit = await visitList()
    await visit.modal.getByRole('switch', { name: 'Certified only' }).click()
    await expect.poll(async () => (await names(visit)).slice(0, 3)).toEqual(['Aster 000', 'Dahlia 003', 'Gentian 006'])
    expect(directory.asked.at(-1)).toMatchObject({ badge_type: 'certified', page: '1' })
    expect(
      await grid(visit)
        .getByRole('button', { name: /Certified/ })
        .count(),
    ).toBe((await names(visit)).length)
    await visit.modal.getByRole('status').getByText('50 wallets').waitFor()
    expect(await told(visit, 'SEARCH_WALLET')).toEqual([{ badge: 'certified', search: '' }])
  })
})

describe('wallets of this browser', () => {
  it('come first, once, with the directory’s data', async () => {
    const visit = await visitList({ wallets: [{ rdns: 'example.six', name: 'Six' }, {}] })
    await expect.poll(async () => (await names(visit)).slice(0, 3)).toEqual(['Six', 'Test wallet', 'Aster 000'])
    // The directory's entries of these two are the same wallets, so they must not be listed again.
    expect(await names(visit)).not.toContain('Clover 002')
    expect(await names(visit)).not.toContain('Gentian 006')
    await grid(visit).getByRole('button', { name: 'Six, Installed, Certified' }).waitFor()
    await visit.modal.getByRole('switch').click()
    await expect.poll(async () => (await names(visit)).slice(0, 2)).toEqual(['Six', 'Aster 000'])
  })

  it('respect the exclude list by id and by rdns, as all others do', async () => {
    const visit = await visitList({
      wallets: [{ rdns: 'example.six', name: 'Six' }, {}],
      config: { services: { wallets: directory.url }, wallets: { exclude: ['w6', 'org.walletkit.test', 'w0'] } },
    })
    await expect.poll(async () => (await names(visit)).slice(0, 3)).toEqual(['Begonia 001', 'Dahlia 003', 'Erica 004'])
    for (const name of ['Six', 'Test wallet', 'Clover 002', 'Aster 000']) {
      await search(visit).fill(name)
      await visit.modal.getByText('No wallets found').waitFor()
    }
  })
})

describe('choosing a wallet', () => {
  it('opens the installed wallet, else its app, else the way to get it [S2.pick.02]', async () => {
    const visit = await flow.visit({
      remote: true,
      wallets: [{ switches: { answer: 'hold' } }],
      config: { features: {}, services: { wallets: directory.url } },
    })
    const choose = async (name: string) => {
      await visit.page.evaluate(() => void kit.open())
      await visit.button(/All Wallets/).click()
      await grid(visit).getByRole('button', { name }).click()
    }
    await choose('Begonia 001')
    await titled(visit, 'Begonia 001')
    await visit.modal.getByText(/Scan/).first().waitFor()
    await choose('Erica 004')
    await titled(visit, 'Get Erica 004')
    expect(await visit.modal.getByRole('link', { name: /Chrome extension/ }).getAttribute('href')).toBe(
      'https://extensions.example/w4',
    )
    await choose('Test wallet')
    await visit.modal.getByText('Continue in Test wallet').waitFor()
    expect(await told(visit, 'CLICK_ALL_WALLETS')).toEqual([null, null, null])
    expect(await told(visit, 'SELECT_WALLET')).toEqual([
      { name: 'Begonia 001', platform: 'qrcode' },
      { name: 'Erica 004', platform: 'unsupported' },
      { name: 'Test wallet', platform: 'browser' },
    ])
  })

  it('always opens the way to get the wallet when there is no relay', async () => {
    const visit = await visitList({ remote: false })
    await grid(visit).getByRole('button', { name: 'Begonia 001' }).click()
    await titled(visit, 'Get Begonia 001')
  })

  it('requires consent first if the site asks for it', async () => {
    const visit = await visitList({
      config: {
        services: { wallets: directory.url },
        features: { legalCheckbox: true },
        termsConditionsUrl: 'https://site.example/terms',
      },
    })
    const cell = grid(visit).getByRole('button', { name: 'Begonia 001' })
    await cell.waitFor()
    expect(await cell.isDisabled()).toBe(true)
    await visit.modal.getByRole('checkbox').check()
    await cell.click()
    await titled(visit, 'Begonia 001')
  })

  it('also works with the arrow keys', async () => {
    const visit = await visitList()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).focus()
    const focused = () =>
      visit.page.evaluate(
        () => document.querySelector('[data-walletkit]')?.shadowRoot?.activeElement?.querySelector('bdi')?.textContent,
      )
    const press = async (key: string) => {
      await visit.page.keyboard.press(key)
      return focused()
    }
    expect(await press('ArrowRight')).toBe('Begonia 001')
    expect(await press('ArrowDown')).toBe('Fuchsia 005')
    expect(await press('ArrowLeft')).toBe('Erica 004')
    expect(await press('ArrowUp')).toBe('Aster 000')
    expect(await press('ArrowUp')).toBe('Aster 000')
    for (let row = 1; row <= 12; row++) {
      await press('ArrowDown')
      // The next rows are rendered one frame after the scroll.
      await visit.page.waitForTimeout(100)
    }
    expect(await focused()).toBe('Iris 048')
    await visit.page.keyboard.press('Enter')
    await titled(visit, 'Iris 048')
  })
})

describe('the list for one namespace', () => {
  it('has the wallets of that namespace from the first page on, also when it was open for another one', async () => {
    const visit = await visitList({ namespaces: ['solana'] })
    const queries = () => pageQueries().map(({ page, chains = '' }) => [page, chains.replace(/:[^,]*/g, '')])
    await expect.poll(queries).toEqual([['1', 'eip155,eip155,solana']])
    await visit.page.evaluate(() => kit.close())
    await visit.modal.waitFor({ state: 'hidden' })
    await visit.page.evaluate(() => void kit.open({ view: 'AllWallets', namespace: 'solana' }))
    await expect.poll(queries).toHaveLength(2)
    expect(queries()[1]).toEqual(['1', 'solana'])
    await visit.page.evaluate(() => kit.close())
    await visit.modal.waitFor({ state: 'hidden' })
    expect(queries()).toHaveLength(2)
    await visit.page.evaluate(() => void kit.open({ view: 'AllWallets', namespace: 'eip155' }))
    await grid(visit).getByRole('button', { name: 'Begonia 001' }).waitFor()
    expect(queries().slice(2)).toEqual([['1', 'eip155,eip155']])
  })
})

describe('a failing directory', () => {
  it('is asked again after Retry, in this list and in the view to get a wallet', async () => {
    directory.fail(true)
    const visit = await visitList({ wallets: [{}] })
    await visit.modal.getByText('The list could not be loaded').waitFor()
    expect(await names(visit)).toEqual(['Test wallet'])
    const before = directory.asked.length
    await visit.page.waitForTimeout(300)
    expect(directory.asked).toHaveLength(before)
    directory.fail(false)
    await visit.button('Retry').click()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()

    directory.fail(true)
    await visit.page.evaluate(() => void kit.open({ view: 'Downloads' }))
    await titled(visit, 'Get a wallet')
    await visit.modal.getByText('The list could not be loaded').waitFor()
    directory.fail(false)
    await visit.button('Retry').click()
    await visit.modal.getByRole('link', { name: /Aster 000/ }).waitFor()
  })

  it('is not reported as failing when the browser is offline', async () => {
    const visit = await visitList()
    await grid(visit).getByRole('button', { name: 'Aster 000' }).waitFor()
    await visit.page.evaluate(() => void kit.open({ view: 'GetWallet' }))
    await visit.modal.getByRole('link', { name: /Aster 000/ }).waitFor()
    await visit.page.evaluate(() => kit.close())
    await setOffline(visit, true)
    for (const view of ['AllWallets', 'GetWallet'] as const) {
      await visit.page.evaluate((name) => void kit.open({ view: name }), view)
      await visit.modal.getByText('You’re offline').waitFor()
    }
    await setOffline(visit, false)
    await visit.button('Retry').click()
    await visit.modal.getByRole('link', { name: /Aster 000/ }).waitFor()
  })

  it('still leaves a way to get a wallet', async () => {
    const visit = await flow.visit({ wallets: [], config: { features: {}, services: {} } })
    await visit.page.evaluate(() => void kit.open({ view: 'AllWallets' }))
    await visit.modal.getByText('No wallet found').waitFor()
    await visit.button('Get a wallet').click()
    await visit.modal.getByText('Pick a wallet you trust').waitFor()
    expect(await told(visit, 'CLICK_GET_WALLET')).toEqual([null])
  })
})
