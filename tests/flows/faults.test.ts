/**
 * Services that are slow, silent or broken, or return wrong data, and hostile storage: the modal never goes blank,
 * hangs, or shows wrong data.
 */
import { describe, expect, inject, it } from 'vitest'
import type { FaultInput } from '../../sandbox/index.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { sandboxOptions } from '../plugins/swaps/kit.ts'

const flow = useFlow()

const ENDPOINTS = [
  '/v1/supported-chains',
  '/v1/account',
  '/v1/identity',
  '/getWallets',
  '/public',
  '/getWalletImage',
  '/rpc',
]
const JSON_TYPE = { 'content-type': 'application/json' }
const KINDS: Record<string, Omit<FaultInput, 'path'>> = {
  delay: { kind: 'delay', ms: 2000 },
  hang: { kind: 'hang' },
  'status 500': { kind: 'status', status: 500 },
  'status 403': { kind: 'status', status: 403 },
  drop: { kind: 'drop' },
  garbage: { kind: 'garbage' },
  'JSON of another shape': {
    kind: 'garbage',
    body: '{"data":{"__proto__":1},"balances":"no","name":7}',
    headers: JSON_TYPE,
  },
}
/** The account has 10,000 ether, so its balance must never show as zero or empty. */
const LIES = /Total balance\s+\W*0(\.0+)?( ETH)?$|No tokens yet/m

const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
/** The Account view as it must look whatever the services do. */
const expectAccount = async (visit: Visited) => {
  await visit.button(/^Copy address: (noah|0xf39F)/).waitFor()
  await visit.modal.getByRole('tab', { name: 'Tokens' }).waitFor()
  await visit.button('Disconnect').waitFor()
  expect(await visit.modal.innerText()).not.toMatch(LIES)
}

describe.each(Object.entries(KINDS))('every service with: %s', (name, fault) => {
  it('connects, shows Account and the wallets, and disconnects', async () => {
    flow.sandbox().faults.set({ path: '/', ...fault })
    const visit = await flow.visit()
    await visit.connectInModal()
    await visit.open()
    await expectAccount(visit)
    await visit.button(/^Choose network/).click()
    await visit.button('Sandbox Two').waitFor()
    await visit.button('Back').click()
    await expectAccount(visit)
    await visit.button('Disconnect').click()
    await visit.status('disconnected')
    await visit.open()
    await visit.button(/All Wallets/).click()
    await titled(visit, 'All Wallets')
    await visit.button(/Test wallet/).waitFor()
    await visit.button('Back').click()
    await visit.button(/Test wallet/).waitFor()
  })

  it('works with one faulty service at a time', async () => {
    const visit = await flow.visit()
    await visit.connect()
    const nth = Object.keys(KINDS).indexOf(name)
    for (const path of ENDPOINTS.filter((_, at) => inject('whole') || (at + nth) % 3 === 0)) {
      flow.sandbox().faults.set({ path, ...fault })
      // Clear the previous round's caches and locks.
      await visit.page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.endsWith('_cache')) localStorage.removeItem(key)
      })
      await visit.page.reload()
      await visit.status('connected')
      await visit.open()
      await expectAccount(visit)
      if (path !== '/v1/account' && path !== '/v1/supported-chains' && fault.kind !== 'delay')
        await visit.modal.getByText('1,800.75 USDT').waitFor()
      flow.sandbox().faults.clear()
    }
  })
})

it('shows the wallets at once when every service hangs, because opening waits for none', async () => {
  flow.sandbox().faults.set({ path: '/', kind: 'hang' })
  const visit = await flow.visit()
  const ended: string[] = []
  visit.page.on('requestfinished', (request) => ended.push(request.url()))
  visit.page.on('requestfailed', (request) => ended.push(request.url()))
  await visit.open()
  await visit.button(/Test wallet/).waitFor()
  const { url } = flow.sandbox()
  await expect.poll(() => visit.requests.filter((each) => each.startsWith(url)).length).toBeGreaterThan(0)
  expect(ended.filter((each) => each.startsWith(url))).toEqual([])
})

it('requests the wallet list again when the visitor asks for it', async () => {
  flow.sandbox().faults.set({ path: '/getWallets', kind: 'status', status: 500 })
  const visit = await flow.visit()
  await visit.open()
  await visit.button(/All Wallets/).click()
  await visit.modal.getByText('The list could not be loaded').waitFor()
  await visit.button(/Test wallet/).waitFor()
  flow.sandbox().faults.clear()
  await visit.button('Retry').click()
  // A failing service must not be requested repeatedly just because its place in the list is visible.
  expect(visit.requests.filter((url) => url.includes('/getWallets?')).length).toBeLessThan(6)
  await expect
    .poll(() => visit.modal.getByRole('list', { name: 'Wallets' }).getByRole('button').count())
    .toBeGreaterThan(8)
})

it('says when it is offline, and continues when it is online again', async () => {
  const visit = await flow.visit()
  await visit.connect()
  await visit.open()
  await visit.modal.getByText('1,800.75 USDT').waitFor()
  await setOffline(visit, true)
  await visit.modal.getByText(/You’re offline/).waitFor()
  await expectAccount(visit)
  await setOffline(visit, false)
  await visit.modal.getByText(/You’re offline/).waitFor({ state: 'hidden' })
})

describe('a wallet that does not answer background requests', () => {
  const CAPABLE = { '0x7a69': { assetDiscovery: { supported: true } } }
  const metadata = { name: 'Own', symbol: 'OWN', decimals: 6, price: 2, iconUrl: '' }
  const ASSETS = { '0x7a69': [{ address: `0x${'1'.repeat(40)}`, balance: '0xf4240', type: 'ERC20', metadata }] }
  /** A connected visit in which the wallet's capabilities arrive `ms` later, or never. */
  const slow = async (ms: number | null) => {
    const wallets = [{ capabilities: CAPABLE, assets: ASSETS }]
    const visit = await flow.visit({ wallets, config: { features: { send: {}, swaps: sandboxOptions } } })
    await visit.connect()
    await visit.page.evaluate((wait) => {
      const provider = kit.getWalletProvider() as { request: (asked: { method: string }) => Promise<unknown> }
      const ask = provider.request.bind(provider)
      provider.request = async (asked) => {
        if (asked.method === 'wallet_getCapabilities')
          await new Promise((resolve) => wait !== null && setTimeout(resolve, wait))
        return ask(asked)
      }
    }, ms)
    return visit
  }

  it('does not block the account, Send and Swap', async () => {
    const visit = await slow(null)
    await visit.open()
    await visit.modal.getByText('1,800.75 USDT').waitFor()
    await visit.page.evaluate(() => kit.open({ view: 'WalletSendSelectToken' }))
    await visit.button(/USDT/).waitFor()
    await visit.page.evaluate(() => kit.open({ view: 'Swap' }))
    await visit.button(/now ETH$/).waitFor()
    expect(await visit.page.evaluate(() => errors)).toEqual([])
  })

  it('is still used when it answers later', async () => {
    const visit = await slow(6000)
    await visit.open()
    await visit.modal.getByText('1,800.75 USDT').waitFor()
    await visit.modal.getByText('1 OWN').waitFor()
    expect(await visit.modal.getByText('1,800.75 USDT').count()).toBe(0)
  })
})

const UNFETCHED = 'This part could not be loaded'
const codes = ({ page }: Visited) => page.evaluate(() => errors.map(({ code }) => code))
/** Makes a file of the page fail to load, `times` times. */
const lose = ({ page }: Visited, file: string, times?: number) =>
  page.route(`**/assets/${file}-*.js`, (route) => route.abort(), times === undefined ? {} : { times })

describe('a part of the modal that cannot be loaded', () => {
  it('shows an error, and is loaded by Try again', async () => {
    const visit = await flow.visit()
    await visit.open()
    await lose(visit, 'AllWalletsView', 1)
    await visit.button(/All Wallets/).click()
    await visit.modal.getByText(UNFETCHED).waitFor()
    await visit.modal.getByText(/Check your connection/).waitFor()
    // The panel shows before the error is reported.
    await expect.poll(() => codes(visit)).toEqual(['CHUNK_FAILED'])
    await visit.button('Try again').click()
    await visit.button(/Test wallet/).waitFor()
    await titled(visit, 'All Wallets')
    await visit.button('Back').click()
    await visit.button(/Test wallet/).click()
    await visit.status('connected')
  })

  it('does not leave the page connecting when it is the part that resumes a session, which the next visit does', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await lose(visit, 'reconnect')
    await visit.page.reload()
    await visit.status('disconnected')
    await visit.page.getByRole('button', { name: 'Connect Wallet' }).first().waitFor()
    await visit.page.unrouteAll()
    await visit.page.reload()
    await visit.status('connected')
  })

  it('leaves a wallet connected that the visitor connected before that part failed', async () => {
    const visit = await flow.visit()
    await visit.connect()
    let fail = () => {}
    await visit.page.route('**/assets/reconnect-*.js', async (route) => {
      await new Promise<void>((resolve) => (fail = resolve))
      await route.abort()
    })
    await visit.page.reload()
    await visit.status('connecting')
    await visit.connect()
    fail()
    await expect.poll(() => visit.page.evaluate(() => kit.getState().initialized)).toBe(true)
    await visit.status('connected')
  })

  it('is loaded on the next visit, also for a view that is already shown', async () => {
    const visit = await flow.visit()
    await visit.open()
    await lose(visit, 'AllWalletsView', 2)
    await visit.button(/All Wallets/).click()
    await visit.modal.getByText(UNFETCHED).waitFor()
    await visit.button('Back').click()
    await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
    await visit.modal.getByText(UNFETCHED).waitFor()
    await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
    await visit.button(/Test wallet/).waitFor()
  })

  it('shows an error even when nothing more can be loaded', async () => {
    const visit = await flow.visit()
    await visit.open()
    await lose(visit, '*')
    await visit.button(/All Wallets/).click()
    await visit.modal.getByText(UNFETCHED).waitFor()
    await expect.poll(() => codes(visit)).toEqual(['CHUNK_FAILED'])
    await visit.page.unrouteAll()
    await visit.button('Try again').click()
    await visit.button(/Test wallet/).waitFor()
  })

  it.each(['SlotItem', 'EmailMethod'])('keeps email login available (%s)', async (file) => {
    const visit = await flow.visit({ login: true, config: { features: { email: {} } } })
    const field = visit.modal.getByRole('textbox', { name: /email/i })
    await lose(visit, file, 2)
    await visit.open()
    await visit.modal.getByText(UNFETCHED).waitFor()
    await visit.button(/Test wallet/).waitFor()
    await visit.button('Try again').click()
    await expect.poll(() => codes(visit)).toEqual(['CHUNK_FAILED', 'CHUNK_FAILED'])
    await visit.modal.getByText(UNFETCHED).waitFor()
    expect(await field.count()).toBe(0)
    // The next visit tries again by itself.
    await visit.button('What is a wallet?').click()
    await visit.button('Back').click()
    await field.waitFor()
    expect(await visit.modal.getByText(UNFETCHED).count()).toBe(0)
  })

  it('brings the buttons of Account’s header with it', async () => {
    const visit = await flow.visit({ config: { features: { smartSessions: {} } } })
    await visit.connect()
    // The screen and its header ask for the same file.
    await lose(visit, 'AccountView', 2)
    await visit.open()
    await visit.modal.getByText(UNFETCHED).waitFor()
    await visit.page.unrouteAll()
    await visit.button('Try again').click()
    await visit.button(/^Copy address/).waitFor()
    await visit.button('Smart sessions').waitFor()
  })

  it('is loaded by Try again in the tabs of Account', async () => {
    const visit = await flow.visit({ config: { features: { history: {} } } })
    await visit.connect()
    await visit.open()
    for (const [tab, file] of [
      ['NFTs', 'Nfts'],
      ['Activity', 'ActivityTab'],
    ] as const) {
      await lose(visit, file, 1)
      await visit.modal.getByRole('tab', { name: tab }).click()
      await visit.modal.getByText(UNFETCHED).waitFor()
      await visit.button('Try again').click()
      await visit.modal.getByText(UNFETCHED).waitFor({ state: 'hidden' })
      await visit.modal.getByRole('tabpanel', { name: tab }).locator('li, .state, button').first().waitFor()
    }
    expect(await codes(visit)).toEqual(['CHUNK_FAILED', 'CHUNK_FAILED'])
  })
})

describe('the modal works with storage', () => {
  const connects = async (script: string) => {
    const visit = await flow.visit({ script })
    await visit.connect()
    await visit.open()
    await visit.button(/^Copy address: noah/).waitFor()
    await visit.modal.getByText('1,800.75 USDT').waitFor()
    await visit.page.evaluate(() => kit.disconnect())
    await visit.status('disconnected')
    await titled(visit, 'Connect Wallet')
    return visit
  }

  it('that is not accessible', async () => {
    const refuse = `get: () => { throw new DOMException('The operation is insecure.', 'SecurityError') }`
    await connects(`Object.defineProperty(window, 'localStorage', { ${refuse} })`)
  })

  it('that throws on every call', async () => {
    const calls = ['getItem', 'setItem', 'removeItem', 'key'].map((name) => `Storage.prototype.${name} = refuse`)
    await connects(`const refuse = () => { throw new Error('Storage fails') }; ${calls.join(';')}`)
  })

  it('that is full', async () => {
    await connects(`Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }`)
  })

  it('that keeps nothing', async () => {
    await connects(`Storage.prototype.setItem = () => undefined`)
  })

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a prototype', '{"__proto__":{"polluted":1}}'],
    ['half a text', '"\\u0000'],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['a long number', '9'.repeat(100_000)],
  ])('that contains %s', async (_name, value) => {
    const keys = ['connection_status', 'connected_namespaces', 'active_caip_network_id', 'active_namespace']
    const more = [
      'recent_wallets',
      'portfolio_cache',
      'native_balance_cache',
      'identity_cache',
      'ens_cache',
      'sent_transactions',
    ]
    const fill = [...keys, ...more, 'eip155:connected_connector_id']
      .map((key) => `localStorage.setItem('@appkit/${key}', ${JSON.stringify(value)})`)
      .join(';')
    const visit = await connects(`if (!sessionStorage.filled) { sessionStorage.filled = 1; ${fill} }`)
    expect(await visit.page.evaluate(() => 'polluted' in {})).toBe(false)
    expect(await visit.page.evaluate(() => errors)).toEqual([])
  })

  it('that claims a session of an unknown wallet: the visitor can connect at once', async () => {
    const claim = { connection_status: 'connected', connected_namespaces: 'eip155,__proto__,solana' }
    const keys = { ...claim, active_caip_network_id: 'eip155:999', 'eip155:connected_connector_id': 'gone.wallet' }
    const fill = Object.entries(keys).map(([key, value]) => `localStorage.setItem('@appkit/${key}', '${value}')`)
    const visit = await flow.visit({ script: `if (!localStorage.length) { ${fill.join(';')} }` })
    expect(await visit.page.evaluate(() => began)).toBe('connecting')
    await visit.connect()
    await visit.page.waitForFunction(() => kit.getState().initialized)
    const now = () => visit.page.evaluate(() => [kit.getAccount().status, kit.getCaipNetwork()?.name])
    expect(await now()).toEqual(['connected', 'Sandbox One'])
  })
})
