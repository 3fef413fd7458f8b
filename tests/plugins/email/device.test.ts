import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emailRules } from '../../../runtime/auth/wallet.ts'
import { EMAIL, openLogin } from './kit.ts'

const DEVICE = { CONNECT_EMAIL: { action: 'VERIFY_DEVICE' } } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens the view that waits for the approval of this device. */
async function waiting(replies = {}) {
  const own = await openLogin({ replies: { ...DEVICE, ...replies } })
  await own.submit()
  own.tracked.length = 0
  const life = new AbortController()
  const wait = own.controller.awaitDevice(EMAIL, life.signal)
  await vi.advanceTimersByTimeAsync(0)
  return { ...own, life, wait, asked: () => own.frame.asked('CONNECT_DEVICE').length }
}

describe('the wait for an approval', () => {
  it('asks again after each 30 s, until it is there', async () => {
    const own = await waiting()
    expect(own.asked()).toBe(1)
    for (const times of [2, 3]) {
      await vi.advanceTimersByTimeAsync(29_999)
      expect(own.asked()).toBe(times - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(own.asked()).toBe(times)
    }
    expect([own.view(), own.state.deviceNote, own.errors.length]).toEqual(['EmailVerifyDevice', '', 0])
    own.frame.answer('CONNECT_DEVICE')
    await own.wait
    expect(own.view()).toBe('EmailVerifyOtp')
    expect(own.kit.state.router.params).toEqual({ email: EMAIL })
    expect(own.tracked.map(({ event }) => event)).toEqual([
      'DEVICE_REGISTERED_FOR_EMAIL',
      'EMAIL_VERIFICATION_CODE_SENT',
    ])
  })

  it('ends with its screen: what comes then moves nothing, and nothing is asked again', async () => {
    const own = await waiting()
    own.life.abort()
    own.kit.state.router.view = 'Connect'
    await vi.advanceTimersByTimeAsync(30_000)
    await own.wait
    expect([own.asked(), own.view(), own.errors.length, own.tracked.length]).toEqual([1, 'Connect', 0, 0])
  })

  it('that ends on the service’s word says so, and asks no more', async () => {
    const own = await waiting({ CONNECT_DEVICE: new Error('This took too long. Start again.') })
    await own.wait
    expect(own.state.deviceNote).toBe('This took too long. Start again.')
    expect(own.errors).toEqual(['EMAIL_DEVICE: This took too long. Start again.'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([own.asked(), own.toast()]).toEqual([1, ''])
  })

  it('does not ask without end where the service fails at once', async () => {
    const own = await waiting({ CONNECT_DEVICE: new Error('Something went wrong') })
    await own.wait
    expect([own.asked(), own.state.deviceNote]).toEqual([1, 'Something went wrong'])
  })

  it('goes over to the newest link', async () => {
    const own = await waiting()
    await own.controller.resend(EMAIL)
    await vi.advanceTimersByTimeAsync(0)
    expect(own.asked()).toBe(2)
    own.frame.answer('CONNECT_DEVICE')
    await own.wait
    expect(own.view()).toBe('EmailVerifyOtp')
  })

  it('that was left, and then approved, leads to the code', async () => {
    const own = await waiting()
    own.life.abort()
    own.kit.state.router.view = 'Connect'
    own.frame.answer('CONNECT_DEVICE')
    await own.wait
    expect(own.view()).toBe('Connect')
    own.kit.state.router.history = [{ view: 'Connect', params: undefined }]
    emailRules(own.kit).rule = () => 20
    await own.submit()
    expect(own.view()).toBe('EmailVerifyOtp')
    expect(own.frame.asked('CONNECT_EMAIL')).toHaveLength(1)
  })
})
