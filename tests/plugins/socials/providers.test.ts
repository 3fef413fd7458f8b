import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../../plugins/socials/layout.ts'
import { type Provider, PROVIDERS, readProviders } from '../../../plugins/socials/providers.ts'
import { filterProviders, isPhone, readAgent } from '../../../plugins/socials/telegram.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

describe('the providers of a config', () => {
  const all = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
  it.each([
    ['nothing', undefined, all],
    ['true, as the host hands it on', {}, all],
    ['a list', ['github', 'x'], ['github', 'x']],
    ['a list, as the host spreads it', { ...['github', 'x'] }, ['github', 'x']],
    ['an empty list', [], []],
    ['what is none of them, and one named twice', ['x', 'linkedin', 7, 'toString', 'x'], ['x']],
  ])('are, for %s, its own in its order', (_, options, expected) => {
    expect(readProviders(options)).toEqual(expected)
  })
})

describe('in Telegram', () => {
  const left = (userAgent: string, page: object = { Telegram: {} }) =>
    filterProviders(PROVIDERS, readAgent(page, userAgent))
  const without = (...gone: Provider[]) => PROVIDERS.filter((each) => !gone.includes(each))

  it('google is left out on iOS, and only that [S5.telegram.01]', () => {
    expect(left(IPHONE)).toEqual(without('google'))
  })
  it('x is left out on a Mac, and only that [S5.telegram.02]', () => {
    expect(left(MAC)).toEqual(without('x'))
  })
  it('facebook and x are left out on Android, and only those [S5.telegram.03]', () => {
    expect(left(ANDROID)).toEqual(without('facebook', 'x'))
  })
  it('all are offered elsewhere', () => {
    expect(left(LINUX)).toEqual(PROVIDERS)
    for (const agent of [IPHONE, MAC, ANDROID]) expect(left(agent, {})).toEqual(PROVIDERS)
  })
  it.each(['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'])('is known by %s', (name) => {
    expect(readAgent({ [name]: {} }, '').telegram).toBe(true)
  })
})

it('knows a phone', () => {
  const [phones, others] = [
    [IPHONE, ANDROID],
    [MAC, LINUX],
  ].map((agents) => agents.map((userAgent) => isPhone({ userAgent, telegram: false })))
  expect([phones, others]).toEqual([
    [true, true],
    [false, false],
  ])
})

describe('the layout', () => {
  const of = (count: number) => layoutOf(PROVIDERS.slice(0, count))
  it('has the first in full width for one, and for three to six', () => {
    expect(of(1)).toEqual({ wide: 'google', tiles: [], more: false })
    expect(of(3)).toEqual({ wide: 'google', tiles: ['x', 'discord'], more: false })
    expect(of(6)).toEqual({ wide: 'google', tiles: PROVIDERS.slice(1, 6), more: false })
  })
  it('has two side by side', () => {
    expect(of(2)).toEqual({ wide: undefined, tiles: ['google', 'x'], more: false })
  })
  it('shows five of more than six, and the way to the rest', () => {
    expect(of(7)).toEqual({ wide: 'google', tiles: PROVIDERS.slice(1, 5), more: true })
  })
  it('has nothing for nobody', () => {
    expect(of(0)).toEqual({ wide: undefined, tiles: [], more: false })
  })
})
