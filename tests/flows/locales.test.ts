/** Amounts, dates and sign-in are correct for all languages that a browser may report, in three time zones. */
import { expect, inject, it } from 'vitest'
import { asks as asksForSession, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow, type Visit, type Visited } from '../support/flow.ts'
import { LOCALES, ZONES } from '../support/locales.ts'
import { approve } from '../support/login.ts'
import { press } from '../support/press.ts'

const flow = useFlow()
const { signedIn } = useEmbedded(flow)

/** The number 0.01 as each locale writes it, in the order of {@link LOCALES}. */
const WRITTEN = ['0.01', '.01', '0.01', '0,01', '0.01', '٠٫٠١', '۰٫۰۱', '0.01', '0,01']
const all = LOCALES.map((locale, at) => [locale, ZONES[at % ZONES.length] ?? 'UTC', WRITTEN[at] ?? '0.01'] as const)
/** One for each zone and each kind of digits; the proof tries all. */
const cases = all.filter(([locale]) => inject('whole') || ['C', 'de-DE', 'ar-EG', 'fa-IR'].includes(locale))

/** A visit with a browser that reports this language and time zone. */
const spoken = (locale: string, zone: string): Visit => ({
  context: { timezoneId: zone },
  script: `for (const [name, value] of [['language', ${JSON.stringify(locale)}], ['languages', ${JSON.stringify([locale])}]])
    Object.defineProperty(Navigator.prototype, name, { get: () => value })`,
})

const ether = async (address: string) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] })
  const reply = await fetch(flow.sandbox().chains[0]?.rpcUrl ?? '', { method: 'POST', body })
  return BigInt(((await reply.json()) as { result: string }).result)
}
/** Matches errors of formatting, and the year 1970. */
const LOST = /\b(NaN|Infinity|undefined|null|Invalid|RangeError|1970)\b|\[object/
const textOf = async ({ modal }: Visited) => {
  const text = await modal.innerText()
  expect(text).not.toMatch(LOST)
  return text
}

it.each(cases)('signs in, sends 0.01 and lists it: %j in %s, written %s', async (locale, zone, written) => {
  const receiver = flow.sandbox().accounts[2]?.address ?? ''
  const visit = await flow.visit({
    ...spoken(locale, zone),
    siwx: true,
    config: { siwx: { expiration: 3_600_000 }, features: { send: {}, history: {} } },
  })
  const { page, modal, title, button } = visit
  const titled = (text: string | RegExp) => title.filter({ hasText: text }).waitFor()
  expect(await page.evaluate(() => [navigator.language, new Date(0).getTimezoneOffset() !== 0])).toEqual([locale, true])

  await visit.open()
  await button(/Test wallet/).click()
  await titled('Sign In')
  await button('Sign').click()
  await modal.waitFor({ state: 'hidden' })
  // The signed message is the same in all languages: its times are ISO 8601 in UTC.
  const signed = await page.evaluate(() => localStorage.getItem('@appkit/siwx') ?? '')
  expect(signed).toMatch(/Issued At: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)

  await visit.open()
  await textOf(visit)
  await button('Send').click()
  await modal.getByRole('textbox', { name: 'Amount' }).fill(written)
  await button('Choose a token').click()
  await titled('Select Token')
  await textOf(visit)
  await modal
    .getByRole('button')
    .filter({ has: page.getByText('Ether', { exact: true }) })
    .click()
  await titled(/^Send$/)
  await modal.getByRole('textbox', { name: 'Recipient' }).fill(receiver)
  await button('Preview Send').click()
  await titled('Review send')
  await textOf(visit)
  const before = await ether(receiver)
  await press(visit, /^Send .* ETH\u2069?$/, 'Review send')
  await expect.poll(() => ether(receiver)).toBe(before + 10n ** 16n)

  await modal.getByRole('tab', { name: 'Activity' }).click()
  await modal.locator('.history-list .history-row').filter({ hasText: 'Sent' }).first().waitFor()
  await textOf(visit)
})

it.each(all.slice(0, inject('whole') ? ZONES.length : 1))(
  'grants a smart session until a time: %j in %s',
  async (locale, zone) => {
    const visit = await signedIn({ ...spoken(locale, zone), config: { features: { email: {}, smartSessions: {} } } })
    // Noon in UTC is already the 2nd in Apia, and still the 1st in New York and Kolkata.
    const at = Date.UTC(new Date().getUTCFullYear() + 1, 5, 1, 12)
    const token = flow.sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address
    const functions = [{ selector: '0xa9059cbb' }]
    await visit.page.evaluate((request) => void kit.open({ view: 'SmartSessionRequest', params: { request } }), {
      expiry: at / 1000,
      permissions: [{ type: 'contract-call', data: { address: token, functions, valueLimit: '0x0' } }],
    })
    await visit.modal.getByText('wants to act for you').waitFor()
    const written = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    }).format(at)
    expect(await textOf(visit)).toContain(written)
    await press(visit, 'Allow', 'Smart session')
    await asksForSession(visit)
    await approve(visit)
    await visit.modal.getByText('Session created').waitFor()
  },
)

it('takes an amount that an input method composes in full-width digits once', async () => {
  const { page, modal, open, button } = await flow.visit({ config: { features: { send: {} } } })
  await open()
  await button(/Test wallet/).click()
  await modal.waitFor({ state: 'hidden' })
  await open()
  await button('Send').click()
  const field = modal.getByRole('textbox', { name: 'Amount' })
  await field.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['１', '１２', '１２．', '１２．５'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  expect(await field.inputValue()).toBe('１２．５')
  await keyboard.send('Input.insertText', { text: '１２．５' })
  await expect.poll(() => field.inputValue()).toBe('12.5')
})
