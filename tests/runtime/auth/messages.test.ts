import fc from 'fast-check'
import { NOTES } from '../../../cli/repo/messageTable.ts'
import { describe, expect, it } from 'vitest'
import {
  dappData,
  envelope,
  errorType,
  type MessageName,
  MESSAGES,
  requestType,
  sendCalls,
  SOCIAL_PROVIDERS,
  successType,
  theme,
  user,
} from '../../../runtime/auth/messages.ts'
import { Mismatch, type Shape } from '../../../runtime/auth/shape.ts'

const names = Object.keys(MESSAGES) as MessageName[]
const fits = (shape: Shape<unknown>, value: unknown) => {
  try {
    shape.parse(value)
    return true
  } catch (error) {
    if (error instanceof Mismatch) return false
    throw error
  }
}

describe('the message table', () => {
  it('has distinct request, success and error types for each message [S7.frame.03]', () => {
    const wire = names.map((name) => [requestType(name), successType(name), errorType(name)])
    expect(wire).toEqual(
      names.map((name) => [`@w3m-app/${name}`, `@w3m-frame/${name}_SUCCESS`, `@w3m-frame/${name}_ERROR`]),
    )
    expect(new Set(wire.flat()).size).toBe(66)
    expect([...names].sort()).toEqual([
      'CONNECT_DEVICE',
      'CONNECT_EMAIL',
      'CONNECT_FARCASTER',
      'CONNECT_OTP',
      'CONNECT_SOCIAL',
      'GET_CHAIN_ID',
      'GET_FARCASTER_URI',
      'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
      'GET_SOCIAL_REDIRECT_URI',
      'GET_USER',
      'INIT_SMART_ACCOUNT',
      'IS_CONNECTED',
      'RELOAD',
      'RPC_REQUEST',
      'SET_PREFERRED_ACCOUNT',
      'SIGN_OUT',
      'SWITCH_NETWORK',
      'SYNC_DAPP_DATA',
      'SYNC_THEME',
      'UPDATE_EMAIL',
      'UPDATE_EMAIL_PRIMARY_OTP',
      'UPDATE_EMAIL_SECONDARY_OTP',
    ])
  })

  it('documents the payload of each message', () => {
    expect(Object.keys(NOTES)).toEqual(Object.keys(MESSAGES))
    for (const note of Object.values(NOTES)) expect(note).toMatch(/^[A-Z]/)
    for (const { asks, answers } of Object.values(MESSAGES)) {
      expect(asks.takes.length * answers.takes.length).toBeGreaterThan(0)
    }
    expect(MESSAGES.CONNECT_EMAIL.answers.takes).toBe(`{ action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT' }`)
  })

  it('accepts eoa and smartAccount as account types [S5.enum.03]', () => {
    const { asks } = MESSAGES.SET_PREFERRED_ACCOUNT
    expect(['eoa', 'smartAccount', 'payment', 'EOA', undefined].map((type) => fits(asks, { type }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('accepts six social providers [S5.enum.01]', () => {
    const { asks } = MESSAGES.GET_SOCIAL_REDIRECT_URI
    expect(SOCIAL_PROVIDERS.every((provider) => fits(asks, { provider }))).toBe(true)
    expect(['farcaster', 'myspace', '', 1].some((provider) => fits(asks, { provider }))).toBe(false)
  })

  it('accepts valid emails, and codes that are text [S5.email.01] [S5.email.02]', () => {
    const emails = ['a@b.co', 'first.last+tag@sub.example.org', 'ü@ö.de']
    const others = ['', 'abc', 'a@b', '@b.co', 'a b@c.de', 'a@b.co\n', 7, null, undefined]
    for (const name of ['CONNECT_EMAIL', 'UPDATE_EMAIL'] as const) {
      expect(emails.every((email) => fits(MESSAGES[name].asks, { email }))).toBe(true)
      expect(others.filter((email) => fits(MESSAGES[name].asks, { email }))).toEqual([])
    }
    for (const name of ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'] as const) {
      expect(fits(MESSAGES[name].asks, { otp: '012345' })).toBe(true)
      expect([12345, null, undefined, ['1']].filter((otp) => fits(MESSAGES[name].asks, { otp }))).toEqual([])
    }
  })
})

describe('a user', () => {
  const base = { address: '0xabc', chainId: 1 }
  const taken = (more: object) => fits(user, { ...base, ...more })

  it('has an optional email [S3.user.01]', () => {
    expect([{}, { email: null }, { email: 'a@b.co' }].every(taken)).toBe(true)
    expect([{ email: 'abc' }, { email: 7 }].some(taken)).toBe(false)
  })
  it('has an address and a network [S3.user.02] [S3.user.03]', () => {
    expect(fits(user, { chainId: 1 })).toBe(false)
    expect([{ chainId: 1 }, { chainId: 'solana:abc' }].every(taken)).toBe(true)
    expect([{ chainId: null }, { chainId: undefined }, { chainId: Number.NaN }].some(taken)).toBe(false)
  })
  it('has accounts of an address and a type [S3.user.04]', () => {
    expect(taken({ accounts: [{ address: 'a', type: 'eoa' }] })).toBe(true)
    expect([[{ address: 'a', type: 'foo' }], [{ type: 'eoa' }], {}, 'a'].some((accounts) => taken({ accounts }))).toBe(
      false,
    )
  })
  it('may have a name, a deployed smart account and a preferred type [S3.user.05] [S3.user.06] [S3.user.07]', () => {
    expect([{ userName: null }, { userName: 'alice' }, { smartAccountDeployed: true }].every(taken)).toBe(true)
    expect([{ preferredAccountType: 'eoa' }, { preferredAccountType: 'smartAccount' }].every(taken)).toBe(true)
    expect([{ userName: 1 }, { smartAccountDeployed: 'yes' }, { preferredAccountType: 'payment' }].some(taken)).toBe(
      false,
    )
  })
})

it('accepts light and dark as a theme, and theme variables of text [S3.theme.01]', () => {
  expect(['light', 'dark', 'system', null].map((themeMode) => fits(theme, { themeMode }))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(fits(theme, { themeVariables: { '--a': 'red' }, w3mThemeVariables: {} })).toBe(true)
  expect(fits(theme, { themeVariables: { '--a': 1 } })).toBe(false)
})

it("accepts the site's identity as a whole or not at all", () => {
  const metadata = { name: 'a', description: 'b', url: 'c', icons: ['d'] }
  expect(fits(dappData, { projectId: 'p', metadata, sdkVersion: '1', sdkType: 'x' })).toBe(true)
  expect(fits(dappData, { metadata })).toBe(false)
  expect(fits(dappData, { projectId: 'p', metadata: { ...metadata, icons: 'd' } })).toBe(false)
})

it('accepts calls to 0x… addresses, with 0x… data or none [S5.calls.01] [S5.calls.02]', () => {
  const calls = (...list: unknown[]) => fits(sendCalls, { calls: list })
  expect(calls({ to: '0x1' })).toBe(true)
  expect(calls({ to: 'abc' })).toBe(false)
  expect(calls({ to: '0x1', data: '0x' })).toBe(true)
  expect(calls({ to: '0x1', data: 'zz' })).toBe(false)
  expect(calls({ to: '0x1' }, { to: 'abc' })).toBe(false)
})

it('rejects any invalid input without another effect, and copies what it accepts', () => {
  const shapes = [
    envelope,
    ...Object.values(MESSAGES).flatMap(({ asks, answers }) => [asks, answers] as Shape<unknown>[]),
  ]
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, maxDepth: 4 })
  const shaped = fc.record(
    {
      type: fc.string(),
      id: fc.string(),
      payload: anything,
      address: fc.string(),
      chainId: anything,
      calls: fc.array(anything),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(anything, shaped), fc.constantFrom(...shapes), (value, shape) => {
      fits(shape, value)
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    { numRuns: 3000 },
  )
  const polluting: unknown = JSON.parse('{"address":"a","chainId":1,"__proto__":{"email":"a@b.co"}}')
  expect(user.parse(polluting)).toEqual({ address: 'a', chainId: 1 })
})
