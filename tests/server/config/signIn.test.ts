/** The field `signIn` of the config: what it means, and what its errors say. */
import { describe, expect, it } from 'vitest'
import { ConfigError, parseConfig } from '../../../server/config/config.ts'

const SITES = { url: 'https://login.example.com', sites: ['https://example.com'] }
const parse = (signIn: unknown, more: object = SITES) =>
  parseConfig({ ...more, signIn }, { environment: {}, readFile: () => '' }, '/srv').signIn
const issuesOf = (signIn: unknown, more?: object) => {
  try {
    parse(signIn, more)
  } catch (error) {
    if (error instanceof ConfigError) return error.issues
    throw error
  }
  return []
}

describe('the field signIn', () => {
  it('is off unless the config has it', () => {
    expect([parse(undefined), parse(false)]).toEqual([undefined, undefined])
  })

  it('lets sessions last a week, with no statement and a cookie of the server only, unless told', () => {
    const week = { expiration: 604_800, statement: undefined, cookieDomain: undefined }
    expect([parse(true), parse({})]).toEqual([week, week])
    const own = { expiration: 3_600, statement: 'Sign in to Example.', cookieDomain: 'example.com' }
    expect(parse(own)).toEqual(own)
  })

  it.each([
    ['yes', 'signIn', 'Write true, or {'],
    [[], 'signIn', 'Write true, or {'],
    [{ expires: 1 }, 'signIn.expires', 'The fields are expiration, statement, cookieDomain'],
    [{ expiration: 0 }, 'signIn.expiration', 'Write a whole number from 1 to'],
    [{ expiration: '1 day' }, 'signIn.expiration', 'Write a whole number from 1 to'],
    [{ statement: 7 }, 'signIn.statement', 'Write a sentence'],
    [{ statement: 'Two\nlines' }, 'signIn.statement', 'Write a sentence'],
    [{ statement: 'Grüezi' }, 'signIn.statement', 'Write a sentence'],
    [{ statement: 'x'.repeat(1_001) }, 'signIn.statement', 'Write a sentence'],
    [{ cookieDomain: 7 }, 'signIn.cookieDomain', 'as "example.com"'],
    [{ cookieDomain: 'com' }, 'signIn.cookieDomain', 'as "example.com"'],
    [{ cookieDomain: '.example.com' }, 'signIn.cookieDomain', 'as "example.com"'],
    [{ cookieDomain: 'https://example.com' }, 'signIn.cookieDomain', 'as "example.com"'],
    [{ cookieDomain: 'example.com; Path=/x' }, 'signIn.cookieDomain', 'as "example.com"'],
    [{ cookieDomain: 'ample.com' }, 'signIn.cookieDomain', 'as "example.com"'],
    [{ cookieDomain: 'other.example' }, 'signIn.cookieDomain', 'as "example.com"'],
  ])('refuses %j, and says what to write', (signIn, path, fix) => {
    const issues = issuesOf(signIn)
    expect(issues).toMatchObject([{ path }])
    expect(issues[0]?.fix).toContain(fix)
  })

  it('refuses a domain that covers this machine’s number, or none of the sites', () => {
    expect(issuesOf({ cookieDomain: '127.0.0.1' }, {})).toMatchObject([{ problem: 'is not a domain' }])
    const apart = { url: 'https://login.example.com', sites: ['https://shop.example.org'] }
    expect(issuesOf({ cookieDomain: 'example.com' }, apart)).toMatchObject([{ problem: 'covers none of the sites' }])
    const both = { ...apart, sites: [...apart.sites, 'https://example.com'] }
    expect(parse({ cookieDomain: 'example.com' }, both)).toMatchObject({ cookieDomain: 'example.com' })
  })
})
