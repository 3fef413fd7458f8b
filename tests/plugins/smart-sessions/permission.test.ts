import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUnlimited, isWildcard, parsePermission } from '../../../plugins/smart-sessions/permission.ts'
import { readRequest } from '../../../plugins/smart-sessions/grant.ts'
import { sessionMessages } from '../../../plugins/smart-sessions/messages.ts'
import { parseSessions } from '../../../plugins/smart-sessions/session.ts'
import { parseCreated } from '../../../plugins/smart-sessions/api.ts'
import { wordsOf } from '../../../plugins/smart-sessions/words.ts'
import { fill } from '../../../runtime/lib/text.ts'

const TOKEN = `0x${'ab'.repeat(20)}`
const t = (key: keyof typeof sessionMessages, values?: Record<string, string | number>) =>
  fill(sessionMessages[key], values)
const native = { symbol: 'ETH', decimals: 18 }
const say = (type: string, data: unknown, token?: { symbol: string; decimals: number }) => {
  const permission = parsePermission({ type, data })
  return permission && wordsOf(permission, { t, native, token, locale: 'en' })
}

describe('a permission in words', () => {
  it('names the functions, the contract and the most that is sent along', () => {
    const functions = [{ functionName: 'mint' }, { selector: '0xa9059cbb' }, { name: 'burn' }]
    expect(say('contract-call', { address: TOKEN, functions, valueLimit: '0xde0b6b3a7640000' })).toEqual({
      text: 'Call mint, 0xa9059cbb, burn on',
      address: TOKEN,
      note: 'Sending up to 1 ETH along',
    })
    expect(say('contract-call', { address: TOKEN })).toEqual({ text: 'Call any function of', address: TOKEN })
  })

  it('says the most that one of its functions may send along', () => {
    const functions = [
      { functionName: 'burn', valueLimit: '0x0' },
      { functionName: 'buy', valueLimit: '0xde0b6b3a7640000', operation: 'Call' },
    ]
    expect(say('contract-call', { address: TOKEN, functions })).toMatchObject({
      text: 'Call burn, buy on',
      note: 'Sending up to 1 ETH along',
    })
    const calls = [{ functionName: 'buy', valueLimit: '0x1bc16d674ec80000' }]
    const data = { address: TOKEN, functions, calls, valueLimit: '0x1' }
    expect(say('contract-call', data)?.note).toBe('Sending up to 2 ETH along')
  })

  it('shows the selector that a wallet allows, whatever name a site gives it', () => {
    const functions = [{ functionName: 'claim', selector: '0xa9059cbb' }]
    expect(say('contract-call', { address: TOKEN, functions })?.text).toBe('Call claim (0xa9059cbb) on')
  })

  it('leaves out no function that stands in another list', () => {
    const data = { address: TOKEN, functions: [{ functionName: 'mint' }], calls: [{ selector: '0xa9059cbb' }] }
    expect(say('contract-call', data)?.text).toBe('Call mint, 0xa9059cbb on')
    expect(say('contract-call', { ...data, functions: [] })?.text).toBe('Call any function of')
  })

  it('leaves out no function, however the site writes it', () => {
    const functions = [{ functionName: 'mint' }, { functionName: 'transfer(address,uint256)' }, { selector: 7 }, null]
    expect(say('contract-call', { address: TOKEN, functions })?.text).toBe(
      'Call mint, "transfer(address,uint256)", ?, ? on',
    )
    const dressed = [{ functionName: 'mint (0x40c10f19)\n\u202e', selector: '0xa9059cbb' }]
    expect(say('contract-call', { address: TOKEN, functions: dressed })?.text).toBe(
      'Call "mint (0x40c10f19)" (0xa9059cbb) on',
    )
  })

  it.each([
    ['1d', 'every day'],
    ['1w', 'every week'],
    ['1m', 'every month'],
    ['1s', 'every second'],
    [259_200, 'every 3 days'],
    ['0x15180', 'every day'],
    ['2h', 'every 7200 seconds'],
    [90, 'every 90 seconds'],
    [undefined, 'in all'],
    ['0d', 'in all'],
  ])('says an allowance of ether for %s as "%s"', (period, words) => {
    const data = { allowance: '1500000000000000000', period }
    expect(say('native-token-recurring-allowance', data)?.text).toBe(`Spend up to 1.5 ETH ${words}`)
  })

  it('says the amount of the types of another draft too', () => {
    expect(say('native-token-transfer', { allowance: '1500000000000000000' })?.text).toBe('Spend up to 1.5 ETH in all')
    const wide = parsePermission({ type: 'erc20-token-transfer', data: { address: TOKEN, allowance: 2 ** 50 } })
    expect(wide).toEqual({ kind: 'token', token: TOKEN, allowance: 2n ** 50n, period: undefined })
  })

  it('says a token’s allowance in its own units once they are known', () => {
    const data = { address: TOKEN, allowance: 2_500_000, period: '1d' }
    const known = { symbol: 'USDC', decimals: 6 }
    expect(say('erc20-recurring-allowance', data, known)).toEqual({
      text: 'Spend up to 2.5 USDC every day',
      address: TOKEN,
    })
    expect(say('erc20-recurring-allowance', data)?.text).toBe('Spend up to 2500000 of the token every day')
  })

  it('says that there is no limit, and names what it does not know', () => {
    const data = { allowance: `0x${'f'.repeat(64)}` }
    expect(say('native-token-recurring-allowance', data)?.text).toBe('Spend up to any amount in all')
    const wide = parsePermission({ type: 'native-token-recurring-allowance', data })
    expect(wide && isUnlimited(wide)).toBe(true)
    expect(say('rate-limit', {})?.text).toBe('Use the permission rate-limit')
  })

  it('says so of a call that may send any amount along', () => {
    const to = `0x${'5'.repeat(40)}`
    const call = (valueLimit: string) => ({ address: to, functions: [{ functionName: 'buy', valueLimit }] })
    expect(say('contract-call', call(`0x${'f'.repeat(64)}`))?.note).toContain('any amount')
    const known = (limit: string) => parsePermission({ type: 'contract-call', data: call(limit) })
    expect([`0x${'f'.repeat(64)}`, '0x1'].map(known).map((each) => each && isUnlimited(each))).toEqual([true, false])
  })
})

describe('what an app asks for', () => {
  const now = 1_700_000_000_000
  const permissions = [{ type: 'contract-call', data: { address: TOKEN } }]
  const asked = { expiry: now / 1000 + 60, permissions }

  it('is read with its end in ms', () => {
    expect(readRequest(asked, now)).toMatchObject({ request: asked, expiry: now + 60_000 })
  })

  it.each([
    ['no end', { permissions }, 'A smart session needs an end, later than now'],
    ['an end that is over', { ...asked, expiry: now / 1000 }, 'A smart session needs an end, later than now'],
    [
      'an end later than every date, as good as none',
      { ...asked, expiry: Number.MAX_SAFE_INTEGER },
      'A smart session needs an end, later than now',
    ],
    ['no permission', { ...asked, permissions: [] }, 'A smart session must say what it may do'],
    [
      'what is no permission',
      { ...asked, permissions: [...permissions, 7] },
      'A smart session must say what it may do',
    ],
    [
      'any contract',
      { ...asked, permissions: [{ type: 'contract-call', data: {} }] },
      'A smart session must name the contracts that it may call',
    ],
    [
      'the zero address',
      { ...asked, permissions: [{ type: 'contract-call', data: { address: `0x${'0'.repeat(40)}` } }] },
      'A smart session must name the contracts that it may call',
    ],
  ])('is refused with %s', (_, request, message) => {
    expect(() => readRequest(request, now)).toThrow(message)
  })

  it.each([
    ['native-token-recurring-allowance', { allowance: ` ${2n ** 256n - 1n}` }],
    ['native-token-recurring-allowance', { allowance: '5', period: 'hourly' }],
    ['native-token-recurring-allowance', { allowance: '5', period: 0.5 }],
    ['erc20-recurring-allowance', { address: TOKEN, allowance: '1e30' }],
    ['erc20-recurring-allowance', { address: TOKEN, token: `0x${'cd'.repeat(20)}`, allowance: '5' }],
    ['contract-call', { address: TOKEN, valueLimit: ' 5' }],
    ['contract-call', { address: TOKEN, functions: [{ functionName: 'buy', valueLimit: '1e18' }] }],
    ['contract-call', { address: TOKEN, functions: [{ functionName: 'buy', operation: 'DelegateCall' }] }],
    ['contract-call', { address: TOKEN, calls: [{ functionName: 'buy', operation: 1 }] }],
  ])('is refused where the screen could not show what a wallet may read: %s with %o', (type, data) => {
    expect(() => readRequest({ ...asked, permissions: [{ type, data }] }, now)).toThrow(
      'A smart session must say what it may do',
    )
  })

  it('is read without harm, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          const { permissions: read, expiry } = readRequest(value, now)
          expect(expiry).toBeGreaterThan(now)
          expect(read.some(isWildcard)).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect((error as Error).message).toMatch(/^A smart session/)
        }
      }),
    )
  })
})

describe('what the service answers', () => {
  const entry = {
    project: { id: 'p', name: 'Lumen', url: 'https://lumen.example', iconUrl: 'https://lumen.example/icon.svg' },
    pci: 'pci-1',
    expiry: 1_800_000_000,
    createdAt: 1_700_000_000,
    permissions: [{ type: 'contract-call', data: { address: TOKEN } }, 'nothing'],
    policies: [],
    context: '0x',
  }

  it('is a list of sessions; fields that nobody described are left alone [S7.api.21]', () => {
    const [session] = parseSessions({ pcis: [{ ...entry, colour: 'red' }], page: 1 })
    expect(session?.app).toEqual({
      name: 'Lumen',
      url: 'https://lumen.example',
      iconUrl: 'https://lumen.example/icon.svg',
    })
    expect(session).toMatchObject({ pci: 'pci-1', expiry: 1_800_000_000_000, createdAt: 1_700_000_000_000 })
    expect(session?.permissions).toHaveLength(1)
    expect(parseSessions({ pcis: [entry, { ...entry, pci: 'pci-2', revokedAt: 1_700_000_001 }] })).toHaveLength(1)
    expect(parseSessions({ pcis: [{ ...entry, project: { iconUrl: 'javascript:1' } }] })[0]?.app.iconUrl).toBe('')
  })

  it('is read without harm, whatever it is', () => {
    const parsers = [parseSessions, parseCreated]
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const parse of parsers)
          for (const reply of [value, { pcis: value }, { pcis: [value] }, { pci: 'p', key: value }])
            try {
              parse(reply)
            } catch (error) {
              expect((error as Error).message).toMatch(/^The service/)
            }
      }),
    )
  })
})
