/** The open Connect view while a wallet connects otherwise than by a click in the view. */
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

describe('Connect, once an account is connected', () => {
  /** A script that stores a session. At the next load the wallet answers only after `release`. */
  const HELD = `(() => {
    globalThis.release = undefined
    const wait = new Promise((resolve) => (globalThis.release = resolve))
    addEventListener('eip6963:announceProvider', ({ detail: { provider } }) => {
      if (!sessionStorage.hold || provider.held) return
      const ask = provider.request.bind(provider)
      provider.held = true
      provider.request = async (asked) => (asked.method === 'eth_accounts' ? (await wait, ask(asked)) : ask(asked))
    }, true)
  })()`
  const held = async (visit: Visited) => {
    await visit.page.evaluate(() => (sessionStorage['hold'] = '1'))
    await visit.page.reload()
    expect(await visit.page.evaluate(() => kit.getAccount().status)).toBe('connecting')
  }
  const release = async (visit: Visited) => {
    await visit.page.evaluate(() => (globalThis as unknown as { release: () => void }).release())
    await visit.status('connected')
  }

  it('goes to Account when it was opened while a stored session was being restored', async () => {
    const visit = await flow.visit({ script: HELD })
    await visit.connectInModal()
    await held(visit)
    await visit.open()
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    await release(visit)
    await visit.button('Disconnect').waitFor()
  })

  it('does not affect a visitor who has moved to another view', async () => {
    const visit = await flow.visit({ script: HELD })
    await visit.connectInModal()
    await held(visit)
    await visit.open()
    await visit.button('What is a wallet?').click()
    await visit.title.filter({ hasText: 'What is a wallet?' }).waitFor()
    await release(visit)
    await visit.page.waitForTimeout(300)
    expect(await visit.title.innerText()).toBe('What is a wallet?')
  })

  it('goes to Account in an embedded panel, at every load', async () => {
    const visit = await flow.visit({ config: { embedded: true }, mount: true })
    await visit.button(/Test wallet/).click()
    await visit.button('Disconnect').waitFor()
    for (let load = 0; load < 2; load++) {
      await visit.page.reload()
      await visit.status('connected')
      await visit.button('Disconnect').waitFor()
    }
  })

  it('leaves the focus of the page where it is when an embedded panel changes by itself', async () => {
    const visit = await flow.visit({ config: { embedded: true }, mount: true, script: HELD })
    await visit.button(/Test wallet/).click()
    await visit.button('Disconnect').waitFor()
    await held(visit)
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    await visit.page.evaluate(() => {
      const field = document.body.appendChild(document.createElement('input'))
      field.id = 'search'
      field.focus()
    })
    await visit.page.keyboard.type('wal')
    await release(visit)
    await visit.button('Disconnect').waitFor()
    await visit.page.keyboard.type('let')
    expect(await visit.page.locator('#search').inputValue()).toBe('wallet')
  })

  it('moves the focus to the new title in an embedded panel that the visitor uses', async () => {
    const visit = await flow.visit({ config: { embedded: true }, mount: true })
    const focused = () =>
      visit.page.evaluate(() => document.querySelector('[data-walletkit]')?.shadowRoot?.activeElement?.id)
    for (const name of ['Get started', 'Back']) {
      await visit.button(name).press('Enter')
      await expect.poll(focused).toBe('wk-title')
    }
    // Safari does not focus a button that is clicked, and the page may open a view from a button of its own.
    await visit.page.evaluate(() => document.querySelector<HTMLElement>('[data-walletkit]')?.blur())
    await visit.button('Get started').evaluate((button: HTMLElement) => button.click())
    await expect.poll(focused).toBe('wk-title')
    await visit.page.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'))
      button.focus()
      void kit.open({ view: 'AllWallets' })
    })
    await visit.title.filter({ hasText: 'All Wallets' }).waitFor()
    await expect.poll(focused).toBe('wk-title')
  })

  it('goes to Account in a panel that is added to the page later', async () => {
    const visit = await flow.visit({ config: { embedded: true } })
    await visit.page.evaluate(() => kit.connect('org.walletkit.test'))
    await visit.page.evaluate(() => kit.mount(document.querySelector('#place') as Element))
    await visit.button('Disconnect').waitFor()
  })

  it('goes to Account when the page itself connects', async () => {
    const visit = await flow.visit()
    await visit.open()
    await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
    await visit.page.evaluate(() => kit.connect('org.walletkit.test'))
    await visit.button('Disconnect').waitFor()
  })
})
