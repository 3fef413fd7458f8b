import { describe, expect, it } from 'vitest'
import { cookieOf } from '../../../server/signIn/cookie.ts'

const LOGIN = 'https://login.example.com'
const LAX = { secure: true, sameSite: 'Lax', partitioned: false }
const APART = { secure: true, sameSite: 'None', partitioned: true }

describe('the cookie of a site', () => {
  it.each([
    ['https://example.com', LOGIN],
    ['https://login.example.com', LOGIN],
    ['https://app.login.example.com:8443', LOGIN],
  ])('is Lax and of the server’s host only, where page and server surely are one site: %s', (site, url) => {
    const cookie = cookieOf(site, url)
    expect(cookie).toMatchObject(LAX)
    expect(cookie.name).toMatch(/^__Host-walletkit-siwx-[a-z.]+(_8443)?$/)
    expect(cookie).not.toHaveProperty('domain')
  })

  it.each([
    ['two sites', 'https://example.org', LOGIN],
    ['hosts below one parent, which may be a public one', 'https://a.github.io', 'https://b.github.io'],
    ['a host whose end is the other by chance', 'https://notexample.com', 'https://example.com'],
    ['a top-level name', 'https://com', 'https://example.com'],
    ['http and https, which are two sites', 'http://example.com', LOGIN],
    ['two names of this machine', 'http://localhost:5173', 'http://127.0.0.1:4750'],
    ['two numbers', 'http://0.0.0.1', 'http://127.0.0.1:4750'],
  ])('is None, Secure and Partitioned for %s', (_what, site, url) => {
    expect(cookieOf(site, url)).toMatchObject(APART)
  })

  it('needs no https on this machine, and has no prefix there', () => {
    expect(cookieOf('http://127.0.0.1:5173', 'http://127.0.0.1:4750')).toEqual({
      ...{ name: 'walletkit-siwx-127.0.0.1_5173', secure: false, sameSite: 'Lax', partitioned: false },
    })
  })

  it('is for the hosts of the config’s domain, if it covers the page', () => {
    expect(cookieOf('https://app.example.com', LOGIN, 'example.com')).toEqual({
      ...{ name: '__Secure-walletkit-siwx-app.example.com', domain: 'example.com', ...LAX },
    })
    const other = cookieOf('https://shop.example.org', LOGIN, 'example.com')
    expect(other).toMatchObject({ name: '__Host-walletkit-siwx-shop.example.org', ...APART })
    expect(other).not.toHaveProperty('domain')
  })
})
