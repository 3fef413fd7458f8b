/** Sign-in by a wallet's signature: the visitor is asked once, and can always leave. */
import { describe, expect, it } from 'vitest'
import { parseSiweMessage } from 'viem/siwe'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'

const flow = useFlow()

const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const asks = (visit: Visited) => titled(visit, 'Sign In')
const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
const toast = ({ modal }: Visited, text: string) => modal.locator('.toast', { hasText: text }).waitFor()
const status = ({ page }: Visited) => page.evaluate(() => kit.getAccount().status)
type Stored = { data: { accountAddress: string; chainId: string; nonce: string }; message: string; signature: string }
const stored = ({ page }: Visited) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]') as Stored[])

/** Connects the wallet. After that the sign-in view is shown. */
async function begin(siwx: NonNullable<Visit['config']>['siwx'] = true, more: Visit = {}): Promise<Visited> {
  const visit = await flow.visit({ siwx: true, ...more, config: { ...more.config, siwx } })
  await visit.open()
  await visit.button(/Test wallet/).click()
  await asks(visit)
  return visit
}
async function signed(siwx?: NonNullable<Visit['config']>['siwx'], more?: Visit): Promise<Visited> {
  const visit = await begin(siwx, more)
  await visit.button('Sign').click()
  await gone(visit)
  return visit
}
const reloaded = async (visit: Visited) => {
  await visit.page.reload()
  await visit.status('connected')
}
/** Checks that no modal is open after 600 ms. */
const quiet = async (visit: Visited) => {
  await visit.page.waitForTimeout(600)
  expect(await visit.modal.count()).toBe(0)
}

describe('signing', () => {
  it('asks after connecting, stores the signature and closes [S2.view.09] [S4.siwx.01] [S4.siwx.02] [S7.rpc.01]', async () => {
    const visit = await begin({ statement: 'Welcome back.', expiration: 3_600_000 })
    await visit.modal.getByText(new URL(flow.origin).host).waitFor()
    await visit.button('Cancel').waitFor()
    expect(await visit.asked('personal_sign')).toEqual([])
    await visit.button('Sign').click()
    await gone(visit)
    const [session, ...others] = await stored(visit)
    const address = flow.sandbox().accounts[0]?.address
    expect(others).toEqual([])
    expect(session).toMatchObject({
      data: { accountAddress: address, chainId: `eip155:${flow.sandbox().chains[0]?.id}` },
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) as string,
    })
    const said = parseSiweMessage(session?.message ?? '')
    expect(said).toMatchObject({ address, domain: new URL(flow.origin).host, statement: 'Welcome back.' })
    const [request] = await visit.asked('personal_sign')
    const hex = [...new TextEncoder().encode(session?.message)].map((byte) => byte.toString(16).padStart(2, '0'))
    expect(request?.params).toEqual([`0x${hex.join('')}`, address])
    expect(await status(visit)).toBe('connected')
  })

  it('does not ask again at a reload when there is a session [S4.siwx.01]', async () => {
    const visit = await signed()
    await reloaded(visit)
    await quiet(visit)
    expect(await visit.asked('personal_sign')).toEqual([])
    expect(await stored(visit)).toHaveLength(1)
  })

  it('asks again at a reload without a session, and accepts no unsigned one', async () => {
    const visit = await signed()
    const [session] = await stored(visit)
    await visit.page.evaluate(
      (text) => localStorage.setItem('@appkit/siwx', text),
      JSON.stringify([{ ...session, signature: `0x${'11'.repeat(65)}` }]),
    )
    await reloaded(visit)
    await asks(visit)
    expect(await stored(visit)).toEqual([])
  })

  it('shows that it authenticates while the wallet is slow [S4.siwx.09]', async () => {
    const visit = await begin()
    await visit.wallet('set', { answer: 'hold' })
    await visit.button('Sign').click()
    await toast(visit, 'Authenticating...')
    await visit.modal.getByText('Confirm in Test wallet').waitFor()
    await visit.wallet('settle', 'approve')
    await gone(visit)
    expect(await stored(visit)).toHaveLength(1)
  })

  it('reports a rejection and shows the view again [S4.siwx.03] [S4.siwx.04]', async () => {
    const visit = await begin()
    await visit.wallet('set', { answer: 'reject' })
    await visit.button('Sign').click()
    await toast(visit, 'Signature declined')
    await asks(visit)
    expect(await stored(visit)).toEqual([])
    await visit.wallet('set', { answer: 'approve' })
    await visit.button('Sign').click()
    await gone(visit)
    expect(await stored(visit)).toHaveLength(1)
  })

  it('asks again when the session has expired', async () => {
    const visit = await signed({ expiration: 2500 })
    await asks(visit)
    expect(await stored(visit)).toEqual([])
  })

  it('signs in with a Solana account', async () => {
    const { networks = [] } = await import('../support/flow.ts').then(({ defaultConfig }) =>
      defaultConfig(flow.sandbox()),
    )
    const visit = await flow.visit({ siwx: true, namespaces: ['solana'], config: { siwx: true, networks } })
    await visit.page.evaluate(() => kit.open({ namespace: 'solana' }))
    await visit.button(/Test wallet/).click()
    await asks(visit)
    await visit.button('Sign').click()
    await gone(visit)
    const [session] = await stored(visit)
    expect(session?.data.chainId).toMatch(/^solana:/)
    expect(session?.message).toContain('wants you to sign in with your Solana account:')
    await reloaded(visit)
    await quiet(visit)
  })
})

describe('leaving', () => {
  it('disconnects a visitor who cancels a required sign-in [S4.siwx.05]', async () => {
    const visit = await begin()
    await visit.button('Cancel').click()
    await visit.status('disconnected')
    await titled(visit, 'Connect Wallet')
  })

  it('closes and stays connected when sign-in is not required [S4.siwx.06]', async () => {
    const visit = await begin({ required: false })
    await visit.button('Cancel').click()
    await gone(visit)
    expect(await status(visit)).toBe('connected')
  })

  it('succeeds within a second even if the wallet never answers', async () => {
    const visit = await begin()
    await visit.wallet('set', { answer: 'hold', revoke: 'hold' })
    await visit.button('Sign').click()
    await visit.modal.getByText('Confirm in Test wallet').waitFor()
    const took = await visit.page.evaluate(async () => {
      const shadow = document.querySelector('[data-walletkit]')?.shadowRoot
      const began = performance.now()
      shadow?.querySelector<HTMLElement>('[data-id=cancel]')?.click()
      const isOut = () => kit.getAccount().status === 'disconnected' && shadow?.querySelector('[data-view=Connect]')
      while (!isOut()) await new Promise((resolve) => setTimeout(resolve, 10))
      return performance.now() - began
    })
    expect(took).toBeLessThan(1000)
  })

  it('is refused with a shake while a required sign-in is pending [S4.siwx.07] [S4.modal.06]', async () => {
    const visit = await begin()
    const shaken = async (attempt: () => Promise<unknown>) => {
      await attempt()
      await visit.page.locator('[data-walletkit] .card[data-shake]').waitFor()
      await visit.page.locator('[data-walletkit] .card:not([data-shake])').waitFor()
      expect(await visit.modal.isVisible()).toBe(true)
    }
    await shaken(() => visit.page.mouse.click(5, 5))
    await shaken(() => visit.page.keyboard.press('Escape'))
    await shaken(() => visit.button('Close').click())
    await asks(visit)
    // Another view cannot replace it.
    await visit.page.evaluate(() => kit.open({ view: 'Account' }))
    await asks(visit)
  })

  it('closes at once when sign-in is optional', async () => {
    const visit = await begin({ required: false })
    await visit.page.keyboard.press('Escape')
    await gone(visit)
    expect(await status(visit)).toBe('connected')
  })

  it('signs out when the wallet disconnects', async () => {
    const visit = await signed()
    await visit.page.evaluate(() => kit.disconnect())
    await visit.page.waitForFunction(() => localStorage.getItem('@appkit/siwx') === null)
  })
})

describe('changing the account or network', () => {
  it('asks another account, and does not ask the first one again', async () => {
    const visit = await signed()
    const [first, second] = flow.sandbox().accounts.map(({ address }) => address)
    await visit.wallet('changeAccount', 1)
    await asks(visit)
    await visit.button('Sign').click()
    await gone(visit)
    expect((await stored(visit)).map(({ data }) => data.accountAddress)).toEqual([first, second])
    await visit.wallet('changeAccount', 0)
    await visit.page.waitForFunction((address) => kit.getAddress() === address, first)
    await quiet(visit)
  })

  it('asks on another network, but not on one that the site does not list', async () => {
    const visit = await signed()
    const [, other] = flow.sandbox().chains
    await visit.page.evaluate((id) => kit.switchNetwork(id), `eip155:${other?.id}` as const)
    await asks(visit)
    await visit.button('Sign').click()
    await gone(visit)
    expect((await stored(visit)).map(({ data }) => data.chainId)).toContain(`eip155:${other?.id}`)
  })

  it('changes nothing when the wallet declines to switch', async () => {
    const [one, other] = flow.sandbox().chains
    const visit = await begin()
    const declined = () =>
      visit.page.evaluate(
        (id) =>
          kit.switchNetwork(id as `eip155:${string}`).then(
            () => 'moved',
            () => 'declined',
          ),
        other?.caipNetworkId ?? '',
      )
    const network = () => visit.page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)
    const move = async () => {
      await visit.wallet('set', { answer: 'reject' })
      expect(await declined()).toBe('declined')
      await visit.wallet('set', { answer: 'approve' })
      expect([await status(visit), await network()]).toEqual(['connected', one?.caipNetworkId])
    }
    // The sign-in view stays, with the same request.
    await move()
    await asks(visit)
    await visit.button('Sign').click()
    await gone(visit)
    expect((await stored(visit)).map(({ data }) => data.chainId)).toEqual([one?.caipNetworkId])
    await move()
    await quiet(visit)
  })

  it('returns to the sign-in view from a network that the site does not list', async () => {
    const visit = await begin()
    await visit.wallet('changeChain', 999)
    await titled(visit, 'Switch Network')
    const back = () =>
      visit.page.evaluate(() =>
        kit.switchNetwork('eip155:31337').then(
          () => 'moved',
          () => 'declined',
        ),
      )
    await visit.wallet('set', { answer: 'reject' })
    expect(await back()).toBe('declined')
    await titled(visit, 'Switch Network')
    expect(await status(visit)).toBe('connected')
    await visit.wallet('set', { answer: 'approve' })
    expect(await back()).toBe('moved')
    await asks(visit)
    await visit.button('Sign').click()
    await gone(visit)
    expect(await stored(visit)).toHaveLength(1)
  })

  it('uses a sign-in from another page of the site', async () => {
    const visit = await begin()
    const beside = await flow.visit({ siwx: true, config: { siwx: true }, beside: visit })
    await asks(beside)
    await beside.button('Sign').click()
    await gone(beside)
    await gone(visit)
    expect(await status(visit)).toBe('connected')
  })
})

describe('a site’s own implementation', () => {
  const failing = `globalThis.overrides = { siwx: {
    getSessions: () => Promise.reject(new Error('out of order')),
    createMessage: () => Promise.reject(new Error()), addSession: async () => {}, revokeSession: async () => {},
    setSessions: async () => {},
  } }`

  it('disconnects and returns to Connect when it fails to start [S4.siwx.10] [S4.siwx.11] [S8.user.05]', async () => {
    const visit = await flow.visit({ siwx: true, script: failing })
    await visit.open()
    await visit.button(/Test wallet/).click()
    await toast(visit, 'A problem occurred while trying initialize authentication')
    await visit.status('disconnected')
    await titled(visit, 'Connect Wallet')
  })

  it('is used instead of the default one', async () => {
    const script = `globalThis.calls = []; globalThis.overrides = { siwx: {
      createMessage: async (input) => { calls.push(['create', input]); return { ...input, domain: 'own.example', uri: 'https://own.example', version: '1', nonce: '12345678', toString: () => 'Own words' } },
      addSession: async (session) => { calls.push(['add', session]); sessions.push(session) },
      getSessions: async () => sessions, setSessions: async () => {}, revokeSession: async () => {}, getRequired: () => false,
    } }; globalThis.sessions = []`
    const visit = await flow.visit({ siwx: true, script })
    await visit.open()
    await visit.button(/Test wallet/).click()
    await asks(visit)
    await visit.button('Sign').click()
    await gone(visit)
    const calls = await visit.page.evaluate(() => (globalThis as unknown as { calls: [string, Stored][] }).calls)
    expect(calls.map(([name]) => name)).toEqual(['create', 'add'])
    expect(calls[1]?.[1]).toMatchObject({ message: 'Own words', data: { domain: 'own.example' } })
    expect(calls[1]?.[1].signature).toMatch(/^0x/)
    expect(await stored(visit)).toEqual([])
  })
})
