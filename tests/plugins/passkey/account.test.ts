import { expect, it } from 'vitest'
import { addPasskeyData, encodeCalls, readOwnChange, setRecoveryData } from '../../../plugins/passkey/account.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const KEY = { x: `0x${'1'.repeat(64)}`, y: `0x${'2'.repeat(64)}`, rpIdHash: `0x${'3'.repeat(64)}` } as const
const call = (data: `0x${string}`, to: `0x${string}` = ACCOUNT, value = 0n) => ({ to, value, data })

it('reads what an account changes about itself', () => {
  expect(readOwnChange(ACCOUNT, call(addPasskeyData(KEY)))).toEqual({ kind: 'addPasskey' })
  expect(readOwnChange(ACCOUNT, call(setRecoveryData(OTHER)))).toEqual({ kind: 'setRecovery', wallet: OTHER })
})

it('has no words for anything else, so that its data is shown', () => {
  expect(readOwnChange(ACCOUNT, call(addPasskeyData(KEY), OTHER))).toBeUndefined()
  expect(readOwnChange(ACCOUNT, call(setRecoveryData(OTHER), ACCOUNT, 1n))).toBeUndefined()
  expect(readOwnChange(ACCOUNT, call(`${setRecoveryData(OTHER)}00`))).toBeUndefined()
  expect(readOwnChange(ACCOUNT, call(encodeCalls([call(addPasskeyData(KEY))])))).toBeUndefined()
  expect(readOwnChange(ACCOUNT, call('0x'))).toBeUndefined()
})
