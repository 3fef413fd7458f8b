/** A session key gets what its permission names and nothing more: the account's contract has one list of functions. */
import { describe, expect, it } from 'vitest'
import { readGrant } from '../../../../sandbox/login/rpc/permissions.ts'

const [TOKEN, OTHER] = [`0x${'aA'.repeat(20)}`, `0x${'cC'.repeat(20)}`]
const NOW = 1_800_000_000_000
const [BALANCE, TRANSFER] = [{ selector: '0x70a08231' }, { selector: '0xa9059cbb' }]
const call = (address: string, ...functions: object[]) => ({ type: 'contract-call', data: { address, functions } })
const ether = (address?: string) => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x1', period: '1d', ...(address && { address }) },
})
const read = (...permissions: object[]) =>
  readGrant([{ expiry: NOW / 1000 + 3600, permissions, signer: { type: 'account', data: { id: OTHER } } }], NOW)

describe('a permission', () => {
  it('is refused with a function that has a name and no selector, which would allow every function', () => {
    expect(() => read(call(TOKEN, { functionName: 'claim' }))).toThrow('A function is named by 4 bytes')
    expect(() => read(call(TOKEN, BALANCE, { functionName: 'claim' }))).toThrow('A function is named by 4 bytes')
  })
  it('is refused for contracts with different functions: the key could call each on each', () => {
    expect(() => read(call(TOKEN, BALANCE), call(OTHER, TRANSFER))).toThrow('different functions')
    expect(() => read(call(TOKEN, BALANCE), call(OTHER))).toThrow('different functions')
    expect(() => read(call(TOKEN, BALANCE), call(TOKEN, TRANSFER))).toThrow('the same contract')
    expect(read(call(TOKEN, BALANCE, TRANSFER), call(OTHER, TRANSFER, BALANCE)).targets).toHaveLength(2)
  })
  it('to send ether lets the key send it, and call nothing', () => {
    const { targets, selectors, maxValue } = read(ether(TOKEN))
    expect({ targets: targets.map((each) => each.toLowerCase()), selectors, maxValue }).toEqual({
      targets: [TOKEN.toLowerCase()],
      selectors: ['0x00000000'],
      maxValue: 1n,
    })
    expect(() => read(ether(TOKEN), call(OTHER, TRANSFER))).toThrow('different functions')
    expect(read(ether(), call(OTHER, TRANSFER)).selectors).toEqual(['0xa9059cbb'])
    expect(read(ether(OTHER), call(OTHER, TRANSFER)).selectors).toEqual(['0xa9059cbb'])
  })
  it.each([0.5, -1, 2 ** 53, '1.5', '', ' 1', null])(
    'is refused with an amount that is no number of wei: %j',
    (value) => {
      const allowance = { type: 'native-token-recurring-allowance', data: { allowance: value, address: TOKEN } }
      expect(() => read(allowance)).toThrow('An amount in wei is expected')
    },
  )
})
