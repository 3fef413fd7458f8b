/** The ways to reach a wallet, in the order of its tabs. */
import { describe, expect, it } from 'vitest'
import type { Wallet } from '../../../runtime/contracts/config.ts'
import { isInjected, type Platform, platformsOf, type Surroundings } from '../../../runtime/wallets/platforms.ts'

const HERE: Surroundings = { mobile: false, adapters: true, remote: true, installed: false, opensPage: false }
const PHONE = { ...HERE, mobile: true }
const wallet = (links: Partial<Wallet>): Wallet => ({ id: 'one', name: 'One', ...links })
const ALL = wallet({
  mobile_link: 'one://',
  webapp_link: 'https://app.one.example',
  desktop_link: 'one-desktop://',
  rdns: 'example.one',
})

const CASES: [string, Wallet, Surroundings, Platform[]][] = [
  ['a desktop, installed', ALL, { ...HERE, installed: true }, ['browser', 'qrcode', 'web', 'desktop']],
  ['a desktop, not installed', ALL, HERE, ['qrcode', 'web', 'desktop', 'unsupported']],
  ['a phone, installed', ALL, { ...PHONE, installed: true }, ['browser', 'mobile', 'web']],
  ['a phone, not installed', ALL, PHONE, ['mobile', 'web']],
  ['no adapters', ALL, { ...HERE, adapters: false, installed: true }, ['qrcode', 'web', 'desktop']],
  ['no adapters on a phone', ALL, { ...PHONE, adapters: false }, ['mobile', 'web']],
  ['no relay, installed', ALL, { ...HERE, remote: false, installed: true }, ['browser']],
  ['no relay', ALL, { ...HERE, remote: false }, ['unsupported']],
  ['no relay, on a phone', ALL, { ...PHONE, remote: false }, ['unsupported']],
  ['a mobile link on a desktop', wallet({ mobile_link: 'one://' }), HERE, ['qrcode']],
  ['a mobile link on a phone', wallet({ mobile_link: 'one://' }), PHONE, ['mobile']],
  ['a web app', wallet({ webapp_link: 'https://one.example' }), HERE, ['web']],
  ['a desktop app', wallet({ desktop_link: 'one://' }), HERE, ['desktop']],
  ['a desktop app, on a phone', wallet({ desktop_link: 'one://' }), PHONE, ['unsupported']],
  ['an extension alone', wallet({ rdns: 'example.one' }), HERE, ['unsupported']],
  ['an extension alone, installed', wallet({ rdns: 'example.one' }), { ...HERE, installed: true }, ['browser']],
  [
    'a mark alone, installed',
    wallet({ injected: [{ injected_id: 'isOne' }] }),
    { ...HERE, installed: true },
    ['browser'],
  ],
  ['nothing', wallet({}), HERE, ['unsupported']],
  [
    'nulls',
    wallet({ mobile_link: null, webapp_link: null, desktop_link: null, rdns: null, injected: null }),
    HERE,
    ['unsupported'],
  ],
  ['a link that may not be opened', wallet({ mobile_link: 'javascript:alert(1)' }), PHONE, ['unsupported']],
  ['a web app that is no web address', wallet({ webapp_link: 'one://' }), HERE, ['unsupported']],
  ['a web app that is a script', wallet({ webapp_link: 'javascript://x' }), HERE, ['unsupported']],
  ['an app that opens the page', wallet({}), { ...PHONE, opensPage: true }, ['mobile']],
  ['an app that opens the page, without a relay', ALL, { ...PHONE, opensPage: true, remote: false }, ['mobile']],
]

describe('the ways to a wallet', () => {
  it.each(CASES)('%s', (_name, one, surroundings, platforms) => {
    expect(platformsOf(one, surroundings)).toEqual(platforms)
  })
})

describe('the mark of a wallet on window.ethereum', () => {
  const marked = wallet({ injected: [{ namespace: 'eip155', injected_id: 'isOne' }] })

  it.each([
    [marked, { isOne: true }, true],
    [marked, { isOther: true }, false],
    [marked, { isOne: false }, false],
    [marked, undefined, false],
    [marked, 'isOne', false],
    [wallet({ injected: [{}] }), { undefined: true }, false],
    [wallet({}), { isOne: true }, false],
  ])('%j on %j: %s', (one, ethereum, here) => {
    expect(isInjected(one, ethereum)).toBe(here)
  })

  it('is absent where reading it throws', () => {
    const jealous = new Proxy(
      {},
      {
        get: () => {
          throw new Error('mine')
        },
      },
    )
    expect(isInjected(marked, jealous)).toBe(false)
  })
})
