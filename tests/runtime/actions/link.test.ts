/** Opening a wallet by its link: the URL, the target, and the state after it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { heedReturn, openUri, openWallet, prepareLinks } from '../../../runtime/actions/link.ts'
import type { Wallet } from '../../../runtime/contracts/config.ts'
import type { Remote } from '../../../runtime/contracts/remote.ts'
import { makeKit, solana } from '../../support/kit.ts'

const AGENTS = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
const URI = 'wc:7f6e504b@2?relay-protocol=irn&symKey=587d'
const ONCE = encodeURIComponent(URI)
const WALLET: Wallet = {
  id: 'one',
  name: 'One',
  mobile_link: 'one:',
  desktop_link: 'one-desktop://',
  webapp_link: 'https://app.one.example',
}

/** The URLs that were opened, with their targets. */
let opened: [href: string, target: string][] = []
let page: EventTarget & { visibilityState?: string }

const visit = (agent: keyof typeof AGENTS, { telegram = false, frame = false } = {}) => {
  const window: Record<string, unknown> = {
    open: (href: string, target: string) => void opened.push([href, target]),
    ...(telegram ? { TelegramWebviewProxy: { postEvent: () => {} } } : {}),
  }
  vi.stubGlobal('window', Object.assign(window, { self: window, top: frame ? {} : window }))
  vi.stubGlobal('navigator', { userAgent: AGENTS[agent] })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: 'https://app.example/swap?a=1' })
}
const invited = (expiry = Date.now() + 240_000) => {
  const kit = makeKit()
  Object.assign(kit.state.connection, { wcUri: URI, wcPairingExpiry: expiry })
  return kit
}

beforeEach(() => {
  opened = []
  page = new EventTarget()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('opening a wallet', () => {
  it.each([
    ['mobile', 'iphone', {}, `one://wc?uri=${ONCE}`, '_self'],
    ['mobile', 'android', {}, `one://wc?uri=${ONCE}`, '_self'],
    ['mobile', 'android', { frame: true }, `one://wc?uri=${ONCE}`, '_top'],
    ['mobile', 'iphone', { telegram: true }, `one://wc?uri=${ONCE}`, '_blank'],
    ['mobile', 'android', { telegram: true }, `one://wc?uri=${encodeURIComponent(ONCE)}`, '_blank'],
    ['mobile', 'android', { telegram: true, frame: true }, `one://wc?uri=${encodeURIComponent(ONCE)}`, '_blank'],
    ['desktop', 'desktop', {}, `one-desktop://wc?uri=${ONCE}`, '_self'],
    ['desktop', 'desktop', { frame: true }, `one-desktop://wc?uri=${ONCE}`, '_top'],
    ['web', 'desktop', {}, `https://app.one.example/wc?uri=${ONCE}`, '_blank'],
    ['web', 'iphone', {}, `https://app.one.example/wc?uri=${ONCE}`, '_blank'],
    ['web', 'android', { telegram: true }, `https://app.one.example/wc?uri=${ONCE}`, '_blank'],
  ] as const)('uses %s on %s %j', (platform, agent, where, href, target) => {
    visit(agent, where)
    expect(openWallet(invited(), WALLET, platform)).toBe('opened')
    expect(opened).toEqual([[href, target]])
  })

  it('writes the app to wcLinking without the pairing URI [S3.conn.03]', () => {
    visit('iphone')
    const kit = invited()
    expect(kit.state.connection.wcLinking).toBeUndefined()
    openWallet(kit, WALLET, 'mobile')
    expect(kit.state.connection.wcLinking).toEqual({ href: 'one://', name: 'One' })
  })
})

describe('a link is not opened', () => {
  it.each([
    ['without a pairing', () => makeKit(), WALLET, 'expired'],
    ['with one that ends in ten seconds', () => invited(Date.now() + 10_000), WALLET, 'expired'],
    ['by a script', () => invited(), { ...WALLET, mobile_link: 'javascript:alert(1)' }, 'refused'],
    ['by no link', () => invited(), { ...WALLET, mobile_link: null }, 'refused'],
  ] as const)('%s', (_name, make, wallet, result) => {
    visit('iphone')
    const kit = make()
    expect(openWallet(kit, wallet, 'mobile')).toBe(result)
    expect(opened).toEqual([])
    expect(kit.state.connection.wcLinking).toBeUndefined()
  })

  it.each([undefined, '', 'javascript:alert(1)', 'https://wc.example'])(
    'when the pairing URI is invalid: %s',
    (uri) => {
      visit('desktop')
      openUri(uri)
      expect(opened).toEqual([])
      openUri(URI)
      expect(opened).toEqual([[URI, '_self']])
    },
  )
})

describe('on Solana', () => {
  const PHANTOM = {
    id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    name: 'Phantom',
    mobile_link: 'phantom://',
  }
  const kitOn = (namespace: 'solana' | 'eip155') => {
    const kit = makeKit({ networks: [solana()] })
    kit.state.modal.namespace = namespace
    Object.assign(kit.state.connection, { wcUri: URI, wcPairingExpiry: Date.now() + 240_000 })
    return kit
  }

  it("a phone opens the page inside the wallet's browser", () => {
    visit('android')
    openWallet(kitOn('solana'), PHANTOM, 'mobile')
    const page = encodeURIComponent('https://app.example/swap?a=1')
    expect(opened).toEqual([[`https://phantom.app/ul/browse/${page}?ref=https%3A%2F%2Fapp.example`, '_self']])
  })

  it.each([
    ['another namespace', 'eip155', 'android', false],
    ['a desktop', 'solana', 'desktop', false],
    ['the wallet is here', 'solana', 'android', true],
  ] as const)('a phone uses the pairing URI with %s', (_name, namespace, agent, here) => {
    visit(agent)
    if (here) Object.assign(window, { phantom: {} })
    openWallet(kitOn(namespace), PHANTOM, 'mobile')
    expect(opened).toEqual([[`phantom://wc?uri=${ONCE}`, '_self']])
  })
})

describe('before a tap', () => {
  const remoteKit = () => {
    const kit = makeKit({ services: { relay: 'ws://127.0.0.1:9/relay' } })
    let pairings = 0
    const pair: Remote['pair'] = async () => {
      pairings++
      return { uri: URI, expiry: Date.now() + 240_000, approval: new Promise(() => {}) }
    }
    const remote = { pair } as Remote
    Object.assign(kit.parts, { remote: async () => ({ default: remote }) })
    return { kit, pairings: () => pairings }
  }

  it.each([
    ['iphone', {}, 1],
    ['android', { telegram: true }, 1],
    ['android', {}, 0],
    ['desktop', {}, 0],
  ] as const)('%s %j makes %d pairing', async (agent, where, count) => {
    visit(agent, where)
    const { kit, pairings } = remoteKit()
    prepareLinks(kit)
    prepareLinks(kit)
    // A part that is loaded already creates the pairing within one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    expect(pairings()).toBe(count)
    expect(kit.state.connection.wcUri).toBe(count ? URI : undefined)
  })

  it('no pairing is made when the config has no relay', () => {
    visit('iphone')
    const kit = makeKit()
    prepareLinks(kit)
    expect(kit.state.connection.wcError).toBe(false)
  })
})

describe('returning from the wallet', () => {
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const gone = (agent: keyof typeof AGENTS) => {
    vi.useFakeTimers()
    visit(agent)
    const kit = invited()
    const stop = heedReturn(kit)
    return { kit, stop, connection: kit.state.connection }
  }

  it('waits five seconds for the answer on iOS', () => {
    const { kit, connection } = gone('iphone')
    show('visible')
    expect(connection.buffering).toBe(false)
    openWallet(kit, WALLET, 'mobile')
    show('hidden')
    expect(connection.buffering).toBe(false)
    show('visible')
    expect(connection.buffering).toBe(true)
    vi.advanceTimersByTime(4_999)
    expect(connection.buffering).toBe(true)
    vi.advanceTimersByTime(1)
    expect(connection.buffering).toBe(false)
  })

  it('restarts the wait on each return, and does not wait after a failure or after the screen closed', () => {
    const { kit, connection, stop } = gone('iphone')
    openWallet(kit, WALLET, 'mobile')
    show('visible')
    vi.advanceTimersByTime(4_000)
    show('visible')
    vi.advanceTimersByTime(4_000)
    expect(connection.buffering).toBe(true)
    stop()
    expect(connection.buffering).toBe(false)
    show('visible')
    expect(connection.buffering).toBe(false)
    heedReturn(kit)
    connection.wcError = true
    show('visible')
    expect(connection.buffering).toBe(false)
  })

  it('does not wait on other platforms', () => {
    const { kit, connection } = gone('android')
    openWallet(kit, WALLET, 'mobile')
    show('visible')
    expect(connection.buffering).toBe(false)
  })
})
