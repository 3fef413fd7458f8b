/** The currency of values: prices stay in US dollars, and a currency's sign is shown only with values in it. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { currencyIn } from '../../../runtime/data/currencies.ts'
import { fiat, loadRate, parseRate } from '../../../runtime/data/currency.ts'
import type { Config } from '../../../runtime/contracts/config.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())

const kitIn = (config: Partial<Config>) => makeKit({ ...sandboxConfig(sandbox()), ...config })
const asked = () =>
  sandbox()
    .requests()
    .filter(({ path }) => path === '/v1/fungible/price').length
const TEN = { value: 1001n, decimals: 2 }

describe('a value', () => {
  it.each([
    ['EUR', 'de', '9,20 €'],
    ['JPY', 'ja', '￥1,514'],
    ['GBP', 'en', '£7.90'],
  ])('is in %s by the rate that the service names', async (currency, locale, text) => {
    const kit = kitIn({ currency, locale })
    await loadRate(kit)
    expect(fiat(kit, TEN).replace('\u00a0', ' ')).toBe(text)
  })

  it('is rounded up where it is a cost, after it is converted', async () => {
    const kit = kitIn({ currency: 'EUR', locale: 'en' })
    await loadRate(kit)
    expect(fiat(kit, { value: 1n, decimals: 9 }, { up: true })).toBe('€0.01')
    expect(fiat(kit, TEN, { up: true })).toBe('€9.21')
    expect(fiat(kit, { value: 0n, decimals: 9 }, { up: true })).toBe('€0.00')
  })

  it('is in US dollars, said as such, while no rate is known, and where the service names none', async () => {
    const kit = kitIn({ currency: 'EUR', locale: 'de' })
    expect(fiat(kit, TEN)).toContain('10,01\u00a0$')
    sandbox().faults.set({ path: '/v1/fungible/price', kind: 'status', status: 500 })
    await loadRate(kit)
    expect(fiat(kit, TEN)).toContain('10,01\u00a0$')
    const rare = kitIn({ currency: 'XAU', locale: 'en' })
    await loadRate(rare)
    expect(fiat(rare, TEN)).toBe('$10.01')
  })

  it('stays in the visitor’s currency when a later rate cannot be read', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const kit = kitIn({ currency: 'EUR', locale: 'en' })
    await loadRate(kit)
    const shown = fiat(kit, TEN)
    expect(shown).toContain('€')
    vi.setSystemTime(Date.now() + 600_000)
    sandbox().faults.set({ path: '/v1/fungible/price', kind: 'status', status: 500 })
    await loadRate(kit)
    expect(fiat(kit, TEN)).toBe(shown)
  })

  it('asks for no rate where the config says nothing, and once where it does', async () => {
    const before = asked()
    await loadRate(kitIn({ locale: 'de' }))
    await loadRate(kitIn({ locale: 'en-US', currency: 'auto' }))
    expect(asked()).toBe(before)
    const kit = kitIn({ locale: 'de-AT', currency: 'auto' })
    await Promise.all([loadRate(kit), loadRate(kit)])
    await loadRate(kit)
    expect(asked()).toBe(before + 1)
    expect(fiat(kit, TEN)).toContain('€')
  })
})

it.each([
  ['de-CH', 'CHF'],
  ['de', 'EUR'],
  ['en', undefined],
  ['pt-BR', 'BRL'],
  ['pt-PT', 'EUR'],
  ['hi', 'INR'],
  ['ar', 'EGP'],
  ['en-ZZ', undefined],
])('the currency of %s is %s', (locale, currency) => {
  expect(currencyIn(locale)).toBe(currency)
})

it.each([
  undefined,
  {},
  { rates: { EUR: -1 } },
  { rates: { EUR: '0' } },
  { rates: { EUR: 'NaN' } },
  { rates: ['1'] },
  { rates: { eur: 1 } },
])('no rate is read from %j', (reply) => {
  expect(parseRate(reply, 'EUR')).toBeUndefined()
})
