/** The modal in other languages than English: the texts, the direction, and that nothing stays English. */
import { expect, it } from 'vitest'
import { pseudoText } from '../../cli/stages/pseudo.ts'
import { useFlow } from '../support/flow.ts'
import { english, everyFeature, fitsPhone, texts, walkViews } from '../support/walkViews.ts'

const flow = useFlow()
const pseudo = await texts('en-XA')

it('shows every text of the pseudo-locale, from the button of the page to the last screen', async () => {
  const visit = await flow.visit(everyFeature({ 'en-XA': pseudo }))
  expect(await visit.page.locator('walletkit-button').first().innerText()).toBe(pseudoText('Connect Wallet'))
  expect(await walkViews(visit, english)).toEqual({})
})

// The longest texts, right to left, and the longest words. tests/proof tests the other languages.
it.each(['en-XA', 'ar', 'ru'])('fits the smallest phone in %s', (tag) => fitsPhone(flow, tag))

it('speaks the first of the visitor’s languages that the site has, from right to left in Arabic', async () => {
  const arabic = { 'button.connect': 'ربط المحفظة', 'title.Connect': 'ربط المحفظة', 'shell.close': 'إغلاق' }
  const languages = { en: {}, de: { 'button.connect': 'Wallet verbinden' }, ar: arabic }
  const { page, title, button, open } = await flow.visit({ languages, context: { locale: 'ar-EG' } })
  expect(await page.locator('walletkit-button').first().innerText()).toBe('ربط المحفظة')
  await open()
  expect(await title.innerText()).toBe('ربط المحفظة')
  const host = page.locator('[data-walletkit]')
  expect(await host.evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual(['ar', 'rtl'])
  // The close button is at the line's end, which is on the left here.
  const [close, head] = await Promise.all([button('إغلاق').boundingBox(), title.boundingBox()])
  expect(close?.x).toBeLessThan(head?.x ?? 0)

  const german = await flow.visit({ languages, config: { locale: 'de-CH' } })
  await german.open()
  expect(await german.page.locator('walletkit-button').first().innerText()).toBe('Wallet verbinden')
  expect(await german.title.innerText()).toBe('Connect Wallet')
  expect(await german.page.locator('[data-walletkit]').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual([
    'de',
    'ltr',
  ])
})

it('cuts a long name at its own end, also where the line reads the other way', async () => {
  const name = 'Northern Lights Wallet for Collectors of Very Old Coins'
  const languages = { en: {}, ar: { 'button.connect': 'ربط المحفظة' } }
  for (const locale of ['en-GB', 'ar-EG']) {
    const { modal, open } = await flow.visit({ languages, context: { locale }, wallets: [{ name }] })
    await open()
    const seen = await modal.locator('.row-name bdi', { hasText: name }).evaluate((bdi) => {
      const { left, right } = bdi.closest('.clip')?.getBoundingClientRect() ?? bdi.getBoundingClientRect()
      const letter = (at: number) => {
        const range = document.createRange()
        range.setStart(bdi.firstChild ?? bdi, at)
        range.setEnd(bdi.firstChild ?? bdi, at + 1)
        const box = range.getBoundingClientRect()
        return box.left >= left - 1 && box.right <= right + 1
      }
      return { first: letter(0), last: letter(bdi.textContent.length - 1) }
    })
    expect(seen, locale).toEqual({ first: true, last: false })
  }
})

it('offers the English original of a screen that approves money, until the visitor leaves it', async () => {
  const german = await texts('de')
  const visit = await flow.visit({ languages: { de: german }, config: { features: { send: {} } } })
  const { page, modal, title, button } = visit
  const [, to] = flow.sandbox().accounts
  await visit.connect()
  await page.evaluate(
    (receiver) => kit.open({ view: 'WalletSend', params: { token: 'ETH', amount: '0.01', to: receiver } }),
    to?.address ?? '',
  )
  await button(german['send.label.previewSend'] ?? '').click()
  await title.filter({ hasText: 'prüfen' }).waitFor()
  const english = button('Englisches Original')
  expect(await english.getAttribute('aria-pressed')).toBe('false')
  await english.click()
  await title.filter({ hasText: 'Review send' }).waitFor()
  const host = page.locator('[data-walletkit]')
  expect(await host.getAttribute('lang')).toBe('en')
  expect(await modal.innerText()).toContain('Network cost')
  // After going back, the visitor reads German again.
  await modal.getByRole('button', { name: 'Back' }).first().click()
  await title.filter({ hasText: 'Senden' }).waitFor()
  expect(await host.getAttribute('lang')).toBe('de')
  expect(await modal.getByText('EN', { exact: true }).count()).toBe(0)
  // A screen that takes the place of Account, which has buttons of its own there.
  await page.evaluate(() => kit.open({ view: 'Account' }))
  await button(german['common.disconnect'] ?? '').waitFor()
  await page.evaluate(() => kit.redirect('PluginReview'))
  await english.waitFor()
})
