/** The modal itself with any view: opening, closing, navigation and focus. */
import { devices } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

const IPHONE = { ...devices['iPhone 14'] }
const shown = ({ page }: Visited) => page.evaluate(() => kit.isOpen())
const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const account = ({ button }: Visited) => button(/^Copy address/).waitFor()
/** The accessible text of the focused element, also inside a shadow root. */
const focused = ({ page }: Visited) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? element?.tagName
  })

describe('opening', () => {
  it('shows Connect to a disconnected visitor, and Account to a connected one [S2.open.03] [S2.open.04]', async () => {
    const visit = await flow.visit()
    await visit.open()
    await titled(visit, 'Connect Wallet')
    await visit.page.evaluate(() => kit.close())
    await visit.connect()
    await visit.open()
    await account(visit)
    expect(await visit.title.innerText()).not.toContain('Connect Wallet')
  })

  it('goes to the requested view [S2.open.02]', async () => {
    const visit = await flow.visit()
    await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
    await titled(visit, 'All Wallets')
    await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
    await titled(visit, 'Choose Network')
  })

  it('shows AllWallets on a phone without adapters [S2.open.05]', async () => {
    const visit = await flow.visit({ chains: 'none', context: IPHONE })
    await visit.open()
    await titled(visit, 'All Wallets')
    await visit.modal.getByRole('list', { name: 'Wallets' }).getByRole('button').first().waitFor()
  })

  it('shows a loading state until the right view is ready, whatever the services do [S3.modal.01] [S4.modal.01]', async () => {
    const visit = await flow.visit()
    await visit.connect()
    // After the reload the modal's code is not loaded.
    await visit.page.reload()
    await visit.page.waitForFunction(() => kit.getAccount().status === 'connected')
    flow.sandbox().faults.set({ path: '/', kind: 'delay', ms: 1000 })
    const seen = await visit.page.evaluate(async () => {
      const states: [boolean, boolean][] = []
      const note = () => states.push([kit.getState().loading, kit.getState().open])
      note()
      const opening = kit.open()
      note()
      await opening
      note()
      return states
    })
    expect(seen).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ])
    await account(visit)
  })

  it('goes directly, without a spinner, to a view that was preloaded while the pointer was on its button', async () => {
    const visit = await flow.visit()
    await visit.open()
    const [code] = await Promise.all([
      visit.page.waitForResponse(/AllWalletsView/),
      visit.button(/All wallets/i).hover(),
    ])
    await code.finished()
    await visit.page.waitForTimeout(300)
    const spinners = await visit.page.evaluateHandle(() => {
      const seen: string[] = []
      const root = document.querySelector('[data-walletkit]')?.shadowRoot
      const look = () => seen.push(...[...(root?.querySelectorAll('.waiting') ?? [])].map(({ className }) => className))
      if (root) new MutationObserver(look).observe(root, { childList: true, subtree: true })
      return seen
    })
    await visit.button(/All wallets/i).click()
    await titled(visit, 'All Wallets')
    await visit.modal.locator('.all-scroll').waitFor()
    expect(await spinners.jsonValue()).toEqual([])
  })

  it('reports a view that the build does not contain, and stays usable', async () => {
    const visit = await flow.visit()
    await visit.page.evaluate(() => kit.open({ view: 'NoSuchView' }))
    await visit.modal.getByText('Not available here').waitFor()
    await visit.button('Close').click()
    expect(await shown(visit)).toBe(false)
  })

  it('isolates a view that throws, shows an error, and leads back', async () => {
    const visit = await flow.visit({ probe: true })
    await visit.page.evaluate(() => {
      globalThis.probeFails = true
      return kit.open({ view: 'Probe' })
    })
    await visit.modal.getByText('This screen failed').waitFor()
    await expect.poll(() => visit.page.evaluate(() => errors.map(({ code }) => code))).toEqual(['VIEW_FAILED'])
    await visit.button('Go back').click()
    await visit.button(/Test wallet/).waitFor()
    await visit.page.evaluate(() => {
      globalThis.probeFails = false
      return kit.open({ view: 'Probe' })
    })
    await visit.modal.getByText('The probe is here').waitFor()
  })
})

describe('closing and going back', () => {
  it('closes by the button, by Escape, and by a click outside the card [S2.open.07]', async () => {
    const visit = await flow.visit()
    const { page, modal, button } = visit
    const ways = [
      () => button('Close').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(20, 20),
    ] as const
    for (const way of ways) {
      await visit.open()
      expect(await shown(visit)).toBe(true)
      await way()
      await modal.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => kit.getState().open)).toBe(false)
    }
    await visit.open()
    await modal.click({ position: { x: 180, y: 5 } })
    expect(await shown(visit)).toBe(true)
  })

  it('stays open when text is selected from a field to beyond the card, and after a double click on its button', async () => {
    const visit = await flow.visit()
    const { page, modal } = visit
    await page.evaluate(() => kit.open({ view: 'AllWallets' }))
    const field = modal.getByRole('searchbox')
    await field.fill('some wallet')
    await field.hover()
    await page.mouse.down()
    await page.mouse.move(20, 20, { steps: 5 })
    await page.mouse.up()
    expect(await shown(visit)).toBe(true)
    expect(await field.inputValue()).toBe('some wallet')
    await page.mouse.click(20, 20)
    await modal.waitFor({ state: 'hidden' })
    await page.locator('walletkit-button button').dblclick()
    await titled(visit, 'Connect Wallet')
    expect(await shown(visit)).toBe(true)
  })

  it('gives the page back the inline overflow that it had', async () => {
    const visit = await flow.visit()
    const style = () => visit.page.evaluate(() => document.documentElement.style.cssText)
    for (const own of [
      '',
      'overflow: auto;',
      'overflow-y: scroll !important;',
      'scrollbar-gutter: stable both-edges;',
    ]) {
      await visit.page.evaluate((css) => (document.documentElement.style.cssText = css), own)
      await visit.open()
      expect(await style()).toContain('overflow: hidden')
      await visit.button('Close').click()
      await visit.modal.waitFor({ state: 'hidden' })
      expect(await style()).toBe(own)
    }
  })

  it('stays open when it is opened again at the moment it closes', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.open()
    const shaken = await visit.page.evaluate(async () => {
      const root = document.querySelector('[data-walletkit]')?.shadowRoot
      const [dialog, card] = [root?.querySelector('dialog'), root?.querySelector('.card')]
      if (!dialog || !card) throw new Error('There is a dialog')
      let shakes = 0
      new MutationObserver(() => shakes++).observe(card, { attributes: true, attributeFilter: ['data-shake'] })
      // When the dialog has closed, and its event is still to come, the wallet switches to a network that opens the
      // modal.
      const observer = new MutationObserver(() => {
        observer.disconnect()
        __walletkitTest?.['org.walletkit.test']?.changeChain(1)
      })
      observer.observe(dialog, { attributes: true, attributeFilter: ['open'] })
      const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
      await kit.close()
      await closed
      return new Promise<number>((resolve) => requestAnimationFrame(() => resolve(shakes)))
    })
    await titled(visit, 'Switch Network')
    expect(shaken).toBe(0)
    expect(await shown(visit)).toBe(true)
  })

  it('stays open when it was closed and opened several times within one frame', async () => {
    const visit = await flow.visit()
    await visit.open()
    await visit.page.evaluate(async () => {
      const dialog = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog')
      let events = 0
      dialog?.addEventListener('close', () => events++)
      for (let times = 0; times < 3; times++) {
        await kit.close()
        await kit.open()
      }
      while (events < 3) await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    expect(await shown(visit)).toBe(true)
    expect(await visit.modal.isVisible()).toBe(true)
  })

  it('goes back through the visited views, and leaves URL and history unchanged [S2.open.09] [S2.route.01]', async () => {
    const visit = await flow.visit()
    const { page, button } = visit
    const place = () => page.evaluate(() => [location.href, history.length, JSON.stringify(history.state)])
    const before = await place()
    await visit.open()
    await button(/All Wallets/).click()
    await titled(visit, 'All Wallets')
    await button('Back').click()
    await titled(visit, 'Connect Wallet')
    await button('What is a wallet?').click()
    await titled(visit, 'What is a wallet?')
    await button('Get a wallet').click()
    await titled(visit, 'Get a wallet')
    await button('Back').click()
    await titled(visit, 'What is a wallet?')
    await button('Back').click()
    await titled(visit, 'Connect Wallet')
    expect(await place()).toEqual(before)
    await button('Close').click()
    expect(await place()).toEqual(before)
  })

  it('keeps UnsupportedChain open and shakes on every Escape, even without focus', async () => {
    const visit = await flow.visit()
    const { page, modal, button } = visit
    await visit.connect()
    await visit.wallet('changeChain', 1)
    await titled(visit, 'Switch Network')
    await button('Sandbox One').focus()
    await page.evaluate(() => {
      const root = document.querySelector('[data-walletkit]')?.shadowRoot
      root?.activeElement?.remove()
    })
    for (let press = 0; press < 4; press++) {
      await page.keyboard.press('Escape')
      await modal.and(page.locator('[data-shake]')).waitFor()
    }
    await page.mouse.click(20, 20)
    await button('Close').click()
    expect(await shown(visit)).toBe(true)
    expect(await modal.isVisible()).toBe(true)
    expect(
      await page.evaluate(() =>
        document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog')?.matches(':modal'),
      ),
    ).toBe(true)
    await modal.and(page.locator(':not([data-shake])')).waitFor()
    await button('Disconnect').click()
    await visit.status('disconnected')
    await modal.waitFor({ state: 'hidden' })
  })

  it('asks plugins’ guards before it closes, and shakes when one refuses', async () => {
    const visit = await flow.visit({ probe: true })
    await visit.open()
    await visit.page.evaluate(() => (globalThis.probeLocks = true))
    await visit.page.keyboard.press('Escape')
    await visit.modal.and(visit.page.locator('[data-shake]')).waitFor()
    expect(await shown(visit)).toBe(true)
    await visit.page.evaluate(() => (globalThis.probeLocks = false))
    await visit.page.keyboard.press('Escape')
    await visit.modal.waitFor({ state: 'hidden' })
  })
})

describe('focus', () => {
  it('enters, loops and returns to the opener', async () => {
    const visit = await flow.visit()
    const { page, modal, button } = visit
    const opener = page.locator('walletkit-button button')
    await opener.focus()
    await page.keyboard.press('Enter')
    await modal.waitFor()
    expect(await focused(visit)).toBe('Connect Wallet')
    const stops = new Set<unknown>()
    await page.keyboard.press('Tab')
    const first = await focused(visit)
    for (let press = 0; press < 12; press++) {
      stops.add(await focused(visit))
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-walletkit'))).toBe(true)
    }
    expect(stops.size).toBeGreaterThan(3)
    await button(first as string).focus()
    await page.keyboard.press('Shift+Tab')
    const last = await focused(visit)
    expect(last).not.toBe(first)
    await page.keyboard.press('Tab')
    expect(await focused(visit)).toBe(first)
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('follows every change of view', async () => {
    const visit = await flow.visit()
    await visit.open()
    await visit.button('What is a wallet?').click()
    await titled(visit, 'What is a wallet?')
    await expect.poll(() => focused(visit)).toBe('What is a wallet?')
    await visit.button('Back').click()
    await expect.poll(() => focused(visit)).toBe('Connect Wallet')
  })
})

describe('the place of the modal', () => {
  const parents = ({ page }: Visited) =>
    page.evaluate(() => [...document.querySelectorAll('[data-walletkit]')].map((each) => each.parentElement?.tagName))

  it('is the body [S2.attach.01]', async () => {
    const visit = await flow.visit()
    await visit.open()
    expect(await parents(visit)).toEqual(['BODY'])
    await visit.page.evaluate(() => kit.destroy())
    expect(await parents(visit)).toEqual([])
  })

  it('is chosen by the page when appending is disabled [S2.attach.02]', async () => {
    const visit = await flow.visit({ config: { disableAppend: true } })
    await visit.page.evaluate(() => kit.open())
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(true)
    expect(await parents(visit)).toEqual([])
    await visit.page.evaluate(() => document.querySelector('#place')?.append(document.createElement('walletkit-modal')))
    await visit.modal.waitFor()
    expect(await parents(visit)).toEqual(['WALLETKIT-MODAL'])
    await titled(visit, 'Connect Wallet')
  })

  it('is closed, and the page scrolls again, when that place leaves the page', async () => {
    const visit = await flow.visit({ config: { disableAppend: true } })
    const overflow = () => visit.page.evaluate(() => document.documentElement.style.overflow)
    await visit.page.evaluate(() => document.querySelector('#place')?.append(document.createElement('walletkit-modal')))
    await visit.page.evaluate(() => kit.open())
    await visit.modal.waitFor()
    await expect.poll(overflow).toBe('hidden')
    await visit.page.evaluate(() => document.querySelector('walletkit-modal')?.remove())
    await expect.poll(() => shown(visit)).toBe(false)
    await expect.poll(overflow).toBe('')
  })

  it('is the newest one, also when an older one leaves the page later', async () => {
    const visit = await flow.visit({ config: { embedded: true } })
    await visit.page.evaluate(async () => {
      const [first, second] = ['section', 'article'].map((tag) =>
        document.body.appendChild(document.createElement(tag)),
      )
      if (!first || !second) return
      const leave = await kit.mount(first)
      await kit.mount(second)
      leave()
    })
    expect(await parents(visit)).toEqual(['ARTICLE'])
    await titled(visit, 'Connect Wallet')
  })

  it('stays the same when embedded: closing goes to Connect, or to Account [S2.attach.03] [S2.embedmode.01] [S2.embedmode.02]', async () => {
    const visit = await flow.visit({ config: { embedded: true }, mount: true })
    const { modal, button } = visit
    await modal.waitFor()
    expect(await parents(visit)).toEqual(['DIV'])
    await titled(visit, 'Connect Wallet')
    await button(/All Wallets/).click()
    await titled(visit, 'All Wallets')
    await button('Close').click()
    await titled(visit, 'Connect Wallet')
    expect(await modal.isVisible()).toBe(true)
    await button(/Test wallet/).click()
    await visit.status('connected')
    await account(visit)
    await button(/Choose network/).click()
    await titled(visit, 'Choose Network')
    await button('Close').click()
    await account(visit)
    expect(await modal.isVisible()).toBe(true)
    expect(await visit.page.locator('#place [data-walletkit]').count()).toBe(1)
  })
})
