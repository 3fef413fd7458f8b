/** The frame estimates the calls with which the service gives and takes back a permission, byte for byte. */
import { describe, expect, it } from 'vitest'
import { grantCall, revokeCall } from '../../../../sandbox/login/page/sessionCalls.ts'
import { grantCall as sentGrant, revokeCall as sentRevoke } from '../../../../sandbox/smartAccounts/sessions.ts'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [TOKEN, OTHER] = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', `0x${'11'.repeat(20)}`] as const

describe('the call that is estimated', () => {
  it.each([
    ['one contract and every function', [TOKEN], []],
    ['one contract and plain payments', [TOKEN], ['0x00000000']],
    ['several contracts and functions', [TOKEN, OTHER], ['0xa9059cbb', '0x095ea7b3', '0x70a08231']],
  ] as const)('gives a permission for %s as the service does', (_, targets, selectors) => {
    const granted = { key: KEY, expiry: 1_800_000_000, maxValue: 10n ** 18n, maxFees: 5n * 10n ** 16n } as const
    const lists = { targets: [...targets], selectors: [...selectors] }
    const call = grantCall(ACCOUNT, { ...granted, ...lists })
    expect(call).toMatchObject({ to: ACCOUNT, data: sentGrant({ ...granted, ...lists }), value: 0n })
  })

  it('takes one back as the service does', () => {
    expect(revokeCall(ACCOUNT, KEY)).toEqual({ to: ACCOUNT, data: sentRevoke(KEY), value: 0n })
  })
})
