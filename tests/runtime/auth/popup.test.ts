/** The popup of a login: a fake window, on a page that gets the events of a browser. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { awaitPopup } from '../../../runtime/auth/popup.ts'
import { takeReturn, withReturn } from '../../../runtime/auth/redirect.ts'
import { makeKit } from '../../support/kit.ts'
import { SECURE_SITE } from '../../support/embedded.ts'

const RESULT = `${SECURE_SITE}/social/result?id=1`

function open(uri: Promise<string> = Promise.resolve(`${SECURE_SITE}/social/start?state=1`)) {
  const kit = makeKit({ services: { secureSite: SECURE_SITE } })
  const page = new EventTarget()
  const popup = {
    closed: false,
    location: { href: '' },
    close: vi.fn(() => {
      popup.closed = true
    }),
  }
  const said = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin: SECURE_SITE, source: popup, ...from }))
  const ended = awaitPopup(kit, { popup, uri, origin: SECURE_SITE, page: page })
  ended.catch(() => undefined)
  return { kit, popup, said, ended }
}

/** Neither the poll nor the time limit still runs: both would close the popup again, and the limit warns. */
async function hasEnded(kit: Kit, popup: { closed: boolean; close: unknown }) {
  popup.closed = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(popup.close).toHaveBeenCalledOnce()
  expect(kit.state.alert).toEqual(makeKit().state.alert)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a popup', () => {
  it("opens the service's address, and its final address is the answer", async () => {
    const { kit, popup, said, ended } = open()
    await vi.advanceTimersByTimeAsync(1)
    expect(popup.location.href).toBe(`${SECURE_SITE}/social/start?state=1`)
    said({ resultUri: RESULT })
    expect(await ended).toBe(RESULT)
    await hasEnded(kit, popup)
  })

  it('accepts only its own messages, not those of other windows', async () => {
    const { said, ended } = open()
    for (const source of [null, {}, undefined]) said({ resultUri: RESULT }, { source })
    for (const data of [null, 'x', {}, { resultUri: 7 }]) said(data)
    said({ resultUri: `${SECURE_SITE}/mine` })
    expect(await ended).toBe(`${SECURE_SITE}/mine`)
  })

  it(`at another origin fails with 'Untrusted Origin', as sender or as target`, async () => {
    const foreign = open()
    foreign.said({ resultUri: RESULT }, { origin: 'https://evil.example' })
    await expect(foreign.ended).rejects.toMatchObject({ code: 'SOCIAL_ORIGIN', message: 'Untrusted Origin' })
    const pointing = open()
    pointing.said({ resultUri: 'https://evil.example/' })
    await expect(pointing.ended).rejects.toMatchObject({ code: 'SOCIAL_ORIGIN' })
    const sent = open(Promise.resolve('https://evil.example/'))
    await expect(sent.ended).rejects.toMatchObject({ code: 'SOCIAL_ORIGIN' })
    expect(sent.popup.location.href).toBe('')
  })

  it('that the visitor closes rejects within a second', async () => {
    const { kit, popup, ended } = open()
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1000)
    await expect(ended).rejects.toMatchObject({ code: 'SOCIAL_CLOSED' })
    await hasEnded(kit, popup)
  })

  it('that sends nothing for 45 s rejects, and warns the developer', async () => {
    const { kit, popup, ended } = open()
    await vi.advanceTimersByTimeAsync(44_999)
    expect(popup.close).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(ended).rejects.toMatchObject({ code: 'SOCIAL_TIMEOUT' })
    expect(JSON.stringify(kit.state.alert)).toContain('Social Login Timed Out')
    expect(popup.close).toHaveBeenCalled()
  })

  it('whose address cannot be loaded rejects with the reason', async () => {
    const { popup, ended } = open(Promise.reject(new Error('No such provider')))
    await expect(ended).rejects.toThrow('No such provider')
    expect(popup.close).toHaveBeenCalled()
  })
})

describe('a page redirect', () => {
  const at = (href: string) => {
    const page = { href }
    vi.stubGlobal('location', page)
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_state: unknown, _title: string, next: string) => (page.href = next),
    })
    return page
  }
  afterEach(() => void vi.unstubAllGlobals())

  it("passes the page's own address on after the service's state", () => {
    const uri = withReturn(
      `${SECURE_SITE}/social/start?provider=google&state=abc`,
      'https://site.example/?a=1',
      SECURE_SITE,
    )
    expect(new URL(uri).searchParams.get('state')).toBe('abc--https://site.example/?a=1')
  })

  it.each(['https://evil.example/social/start', 'javascript:alert(1)', 'data:text/html,x'])(
    'never leads to %s',
    (uri) => {
      expect(() => withReturn(uri, 'https://site.example/', SECURE_SITE)).toThrow('Untrusted Origin')
    },
  )

  it('reads the result once, and removes it from the address', () => {
    const page = at(`https://site.example/?a=1&result_uri=${encodeURIComponent(RESULT)}#there`)
    expect(takeReturn(SECURE_SITE)).toBe(RESULT)
    expect(page.href).toBe('https://site.example/?a=1#there')
    expect(takeReturn(SECURE_SITE)).toBeUndefined()
  })

  it('ignores a result of another origin', () => {
    for (const result of ['https://evil.example/', 'javascript:alert(1)', '', 'x']) {
      const page = at(`https://site.example/?result_uri=${encodeURIComponent(result)}`)
      expect(takeReturn(SECURE_SITE)).toBeUndefined()
      expect(page.href).toBe('https://site.example/')
    }
  })
})
