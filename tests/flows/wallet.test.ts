/** The kit's reactions to a wallet: statuses, rejections, missing and invalid answers, reloads and disconnects. */
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import { makeStubbornKit } from '../support/stubborn.ts'

const flow = useFlow()

const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122'] as const
const CONNECTOR_KEY = '@appkit/eip155:connected_connector_id'
const stored = ({ page }: Visited) => page.evaluate((): Record<string, string> => ({ ...localStorage }))
const status = ({ page }: Visited) => page.evaluate(() => kit.getAccount().status)
const failures = ({ page }: Visited) => page.evaluate(() => errors.map(({ code }) => code))
const choose = async (visit: Visited) => {
  await visit.open()
  await visit.button(/Test wallet/).click()
}

describe('status', () => {
  it('starts disconnected, and is connected only once there is an address [S4.status.03] [S4.status.04]', async () => {
    const visit = await flow.visit({ wallets: [{ switches: { delay: 100 } }] })
    expect(await visit.page.evaluate(() => began)).toBe('disconnected')
    await visit.page.evaluate(() => {
      const seen: unknown[] = []
      Object.assign(globalThis, { seen })
      kit.subscribeAccount(({ status, address }) => seen.push([status, address !== undefined]))
    })
    await visit.connect()
    const seen = await visit.page.evaluate(() => (globalThis as unknown as { seen: [string, boolean][] }).seen)
    expect(seen[0]).toEqual(['connecting', false])
    expect(seen.at(-1)).toEqual(['connected', true])
    expect(seen.filter(([state, address]) => state === 'connected' && !address)).toEqual([])
  })

  it('is kept after a reload, without a prompt [S4.status.02] [S3.persist.07] [S3.persist.10]', async () => {
    const visit = await flow.visit()
    const own = async () => Object.keys(await stored(visit)).filter((key) => !key.startsWith('walletkit.test/'))
    await visit.connect()
    await visit.open()
    await visit.modal.getByText('10,000 ETH').waitFor()
    expect((await own()).length).toBeGreaterThan(4)
    expect((await own()).filter((key) => !key.startsWith('@appkit'))).toEqual([])
    expect(await stored(visit)).toMatchObject({
      '@appkit/connection_status': 'connected',
      '@appkit/connected_namespaces': 'eip155',
      [CONNECTOR_KEY]: 'org.walletkit.test',
    })
    await visit.page.reload()
    expect(await visit.page.evaluate(() => began)).toBe('connecting')
    await visit.status('connected')
    const [first] = flow.sandbox().accounts
    expect(await visit.page.evaluate(() => kit.getAddress())).toBe(first?.address)
    expect(await visit.asked('eth_requestAccounts')).toEqual([])
    await visit.open()
    await visit.button(/^Copy address/).waitFor()
  })

  it('ends disconnected when the wallet no longer authorizes the page [S4.status.05]', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.page.evaluate(() => localStorage.removeItem('walletkit.test/org.walletkit.test'))
    await visit.page.reload()
    expect(await visit.page.evaluate(() => began)).toBe('connecting')
    await visit.status('disconnected')
    expect(await visit.page.evaluate(() => kit.getAddress())).toBeUndefined()
    expect(await stored(visit)).toMatchObject({ '@appkit/connection_status': 'disconnected' })
    expect(await visit.asked('eth_requestAccounts')).toEqual([])
  })

  it('waits at a reload for a wallet that announces itself late', async () => {
    const visit = await flow.visit({ wallets: [{ late: 1500 }] })
    await visit.open()
    await visit.button(/Test wallet/).click()
    await visit.status('connected')
    await visit.page.reload()
    expect(await visit.page.evaluate(() => began)).toBe('connecting')
    await visit.status('connected')
  })
})

describe('disconnect', () => {
  it('clears account and connector, also after a reload [S4.status.06] [S4.disc.02] [S4.disc.06]', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.open()
    await visit.button(/^Copy address: noah/).waitFor()
    await visit.modal.getByText('10,000 ETH').waitFor()
    await visit.button('Disconnect').click()
    await visit.status('disconnected')
    await visit.modal.waitFor({ state: 'hidden' })
    const left = await visit.page.evaluate(
      (all) =>
        all.map((namespace) => {
          const { caipAddress, address, balance, profileName, profileImage } = kit.getAccount(namespace)
          return [caipAddress, address, balance, profileName, profileImage].every((field) => field === undefined)
        }),
      NAMESPACES,
    )
    expect(left).toEqual([true, true, true, true])
    expect(Object.keys(await stored(visit))).not.toContain(CONNECTOR_KEY)
    expect((await visit.asked('wallet_revokePermissions')).length).toBe(1)
    await visit.page.reload()
    expect(await visit.page.evaluate(() => began)).toBe('disconnected')
    await visit.open()
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    expect(await status(visit)).toBe('disconnected')
  })

  it('reports when a connector cannot disconnect, and ends the session anyway [S4.disc.10]', async () => {
    const visit = await flow.visit()
    await visit.page.evaluate(makeStubbornKit)
    await visit.open()
    await visit.button(/Stubborn wallet/).click()
    await visit.status('connected')
    await visit.modal.waitFor({ state: 'hidden' })
    await visit.open()
    await visit.button('Disconnect').click()
    await visit.modal.getByRole('alert').getByText('Failed to disconnect').waitFor()
    expect(await status(visit)).toBe('disconnected')
    expect(await failures(visit)).toEqual(['DISCONNECT_FAILED'])
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
  })

  it.each(['fail', 'failAndRevoke', 'hold'] as const)(
    'also succeeds when the wallet answers a revocation with: %s',
    async (revoke) => {
      const visit = await flow.visit({ wallets: [{ switches: { revoke } }] })
      await visit.connect()
      await visit.page.evaluate(() => kit.disconnect())
      expect(await status(visit)).toBe('disconnected')
      expect(await failures(visit)).toEqual([])
      await visit.page.reload()
      expect(await visit.page.evaluate(() => began)).toBe('disconnected')
    },
  )

  it('follows a wallet that revokes, locks, or changes its account', async () => {
    const visit = await flow.visit()
    const accounts = flow.sandbox().accounts
    const address = () => visit.page.evaluate(() => kit.getAddress())
    await visit.connect()
    await visit.open()
    await visit.button(/^Copy address: noah/).waitFor()
    await visit.wallet('changeAccount', 1)
    await visit.button(/^Copy address: olivia/).waitFor()
    expect(await address()).toBe(accounts[1]?.address)
    await visit.wallet('lock')
    await visit.status('disconnected')
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    await visit.wallet('unlock')
    await visit.button(/Test wallet/).click()
    await visit.status('connected')
    await visit.wallet('disconnect')
    await visit.status('disconnected')
    expect(await address()).toBeUndefined()
  })
})

describe('a wallet that does not approve', () => {
  it.each(['error', 'plain', 'internal'] as const)(
    'and declines (%s) shows a message and a button to try again [S2.view.05]',
    async (refusal) => {
      const visit = await flow.visit({ wallets: [{ switches: { answer: 'reject', refusal } }] })
      await choose(visit)
      await visit.title.filter({ hasText: 'Test wallet' }).waitFor()
      await visit.modal.getByText('Connection declined').waitFor()
      expect(await status(visit)).toBe('disconnected')
      expect(await visit.modal.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0)
      await visit.wallet('set', { answer: 'hold' })
      await visit.button('Try again').click()
      await visit.modal.getByText('Continue in Test wallet').waitFor()
      await visit.wallet('settle', 'approve')
      await visit.status('connected')
      await visit.modal.waitFor({ state: 'hidden' })
    },
  )

  it('and never answers: the view says after 10 s where to look, and Cancel stops waiting for good', async () => {
    const visit = await flow.visit({ wallets: [{ switches: { answer: 'hold' } }] })
    await visit.page.clock.install()
    await choose(visit)
    await visit.modal.getByText('Continue in Test wallet').waitFor()
    await visit.page.clock.runFor(11_000)
    await visit.modal.getByText(/No answer yet/).waitFor()
    await visit.button('Cancel').click()
    await visit.page.clock.runFor(500)
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    expect(await status(visit)).toBe('disconnected')
    await visit.wallet('settle', 'approve')
    await visit.page.clock.runFor(2_000)
    expect(await status(visit)).toBe('disconnected')
    expect(await failures(visit)).toEqual([])
  })

  it('because a request is already open: the view says to answer that one', async () => {
    const visit = await flow.visit({ wallets: [{ switches: { answer: 'hold' } }] })
    // Another page of the site sends this request, so this page's attempt does not know of it.
    await visit.page.evaluate(() => {
      const { provider } = __walletkitTest?.['org.walletkit.test'] ?? {}
      void provider?.request({ method: 'eth_requestAccounts' })
    })
    await choose(visit)
    await visit.modal.getByText(/A request is already waiting/).waitFor()
    await visit.wallet('settle', 'approve')
    await visit.button('Try again').click()
    await visit.status('connected')
  })

  it.each(['pending', 'internal'] as const)(
    'yet, and is chosen again while its window is open: the view waits for that window (%s)',
    async (again) => {
      const visit = await flow.visit({ wallets: [{ switches: { answer: 'hold', again } }] })
      await choose(visit)
      await visit.modal.getByText('Continue in Test wallet').waitFor()
      await visit.button('Back').click()
      await visit.button(/Test wallet/).click()
      await visit.page.waitForFunction(() => __walletkitTest?.['org.walletkit.test']?.requests.length === 2)
      await visit.modal.getByText('Continue in Test wallet').waitFor()
      await visit.wallet('settle', 'approve')
      await visit.status('connected')
      await visit.modal.waitFor({ state: 'hidden' })
    },
  )

  it('because it is locked: the page waits until it is unlocked', async () => {
    const visit = await flow.visit()
    await visit.wallet('lock')
    await choose(visit)
    await visit.modal.getByText('Continue in Test wallet').waitFor()
    expect(await status(visit)).toBe('connecting')
    await visit.wallet('unlock')
    await visit.status('connected')
  })
})

describe('a wallet that violates the standard', () => {
  it('by answering twice: the first answer counts', async () => {
    const visit = await flow.visit({ wallets: [{ switches: { twice: true } }] })
    await visit.connect()
    const [first] = flow.sandbox().accounts
    expect(await visit.page.evaluate(() => kit.getAddress())).toBe(first?.address)
    expect(await visit.page.evaluate(() => events.filter(({ event }) => event === 'CONNECT_SUCCESS').length)).toBe(1)
    await visit.wallet('changeChain', 31338)
    await expect.poll(() => visit.page.evaluate(() => kit.getChainId())).toBe(31338)
  })

  it('by emitting invalid events: the last valid state stays', async () => {
    const visit = await flow.visit()
    await visit.connect()
    for (const [event, payload] of [
      ['accountsChanged', 'nobody'],
      ['accountsChanged', [42]],
      ['accountsChanged', null],
      ['chainChanged', {}],
      ['chainChanged', '0xzz'],
      ['disconnect', { code: 1013 }],
    ] as const)
      await visit.wallet('emit', event, payload)
    await visit.open()
    await visit.button(/^Copy address: noah/).waitFor()
    expect(await visit.page.evaluate(() => [kit.getAccount().status, kit.getChainId()])).toEqual(['connected', 31337])
  })

  it('or is on an unlisted network: UnsupportedChain shows right after it connects', async () => {
    const visit = await flow.visit({ wallets: [{ chainId: 1 }] })
    await choose(visit)
    await visit.status('connected')
    await visit.title.filter({ hasText: 'Switch Network' }).waitFor()
    await visit.button('Sandbox Two').click()
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await visit.page.evaluate(() => kit.getChainId())).toBe(31338)
  })
})
