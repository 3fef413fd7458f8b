import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { EMAIL, openLogin } from './kit.ts'
import { ALICE } from '../../support/loginFrame.ts'
import { waitFor } from '../../support/waitFor.ts'

const OTP = { CONNECT_EMAIL: { action: 'VERIFY_OTP' } } as const
/** Waits for a request to the frame, which comes a moment later, because the login loads its code first. */
const until = (check: () => void) => waitFor(check)

describe('an address', () => {
  it.each([
    ['VERIFY_OTP', 'EmailVerifyOtp', ['EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT']],
    ['VERIFY_DEVICE', 'EmailVerifyDevice', ['EMAIL_SUBMITTED']],
  ])('that the service answers with %s leads to %s', async (action, view, events) => {
    const own = await openLogin({ replies: { CONNECT_EMAIL: { action } } })
    own.controller.begin()
    await own.submit(`  ${EMAIL} `)
    expect(own.view()).toBe(view)
    expect(own.kit.state.router.params).toEqual({ email: EMAIL })
    expect(own.frame.asked('CONNECT_EMAIL').map(({ payload }) => payload)).toEqual([{ email: EMAIL }])
    expect(own.tracked.map(({ event }) => event)).toEqual(['EMAIL_LOGIN_SELECTED', ...events])
    expect(own.state.busy).toBe(false)
  })

  it('that the service knows already connects, and the field is empty again', async () => {
    const own = await openLogin({ replies: { CONNECT_EMAIL: { action: 'CONNECT' } } })
    await own.submit()
    expect(own.kit.state.accounts.eip155.status).toBe('connected')
    expect(own.kit.state.modal.open).toBe(false)
    expect(own.state.email).toBe('')
  })

  it.each(['', 'mira', 'mira@example', 'mira @example.com', '@example.com'])(
    'that is none (%j) asks nobody, and is said beside the field',
    async (email) => {
      const own = await openLogin({ replies: OTP })
      await own.submit(email)
      expect(own.state.emailNote).toBe('Invalid email')
      expect(own.errors).toEqual(['EMAIL_INVALID: Invalid email'])
      expect([own.toast(), own.frame.sent.length, own.tracked.length]).toEqual(['', 0, 0])
      own.controller.type('mira@')
      expect(own.state.emailNote).toBe('')
    },
  )

  it('that the service finds invalid is said there too, every other refusal as a toast', async () => {
    const own = await openLogin({ replies: { CONNECT_EMAIL: new Error('Invalid email address') } })
    await own.submit()
    expect([own.state.emailNote, own.toast(), own.view()]).toEqual(['Invalid email', '', 'Connect'])
    own.frame.replies.CONNECT_EMAIL = new Error('Mail is down')
    await own.submit()
    expect([own.state.emailNote, own.toast(), own.view()]).toEqual(['', 'Mail is down', 'Connect'])
    own.frame.replies.CONNECT_EMAIL = new Error('Failed to fetch')
    await own.submit()
    expect(own.errors).toEqual([
      'EMAIL_INVALID: Invalid email',
      'EMAIL_FAILED: Mail is down',
      'EMAIL_UNREACHABLE: The login service cannot be reached',
    ])
    expect(own.state.busy).toBe(false)
  })

  it('too soon after another is refused with the seconds to wait; the same one leads back to its code', async () => {
    const own = await openLogin({ replies: OTP, rest: true })
    await own.submit()
    own.kit.state.router.view = 'Connect'
    await own.submit('other@example.com')
    expect(own.toast()).toMatch(/^Please try again after (29|30) seconds$/)
    expect(own.errors[0]).toMatch(/^EMAIL_COOLDOWN: Please try again after/)
    expect(own.view()).toBe('Connect')
    await own.submit()
    expect(own.view()).toBe('EmailVerifyOtp')
    expect(own.frame.asked('CONNECT_EMAIL')).toHaveLength(1)
    expect(own.tracked.filter(({ event }) => event === 'EMAIL_VERIFICATION_CODE_SENT')).toHaveLength(1)
    expect(own.controller.wait()).toBeGreaterThan(28)
  })

  it('that was left behind moves nothing when its answer comes, and is asked for once', async () => {
    const own = await openLogin()
    const submitted = own.submit()
    void own.submit()
    await until(() => expect(own.frame.asked('CONNECT_EMAIL')).toHaveLength(1))
    expect(own.state.busy).toBe(true)
    own.controller.leave()
    expect(own.state.busy).toBe(false)
    own.frame.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    await submitted
    expect(own.view()).toBe('Connect')
    expect(own.frame.asked('CONNECT_EMAIL')).toHaveLength(1)
  })
})

describe('a code', () => {
  const opened = async (replies = {}) => {
    const own = await openLogin({ replies: { ...OTP, ...replies } })
    await own.submit()
    own.tracked.length = 0
    return own
  }

  it('that is right connects', async () => {
    const own = await opened({ CONNECT_OTP: undefined })
    await own.controller.enterCode('012345')
    expect(own.frame.asked('CONNECT_OTP').map(({ payload }) => payload)).toEqual([{ otp: '012345' }])
    expect(own.kit.state.accounts.eip155.status).toBe('connected')
    expect(own.tracked.map(({ event }) => event)).toEqual(['EMAIL_VERIFICATION_CODE_PASS'])
    expect([own.state.wrong, own.state.codeNote, own.errors.length]).toEqual([0, '', 0])
  })

  it('that is refused is said in the service’s words, shakes once, and is no toast', async () => {
    const own = await opened({ CONNECT_OTP: new Error('This code\nhas expired') })
    await own.controller.enterCode('111111')
    expect([own.state.codeNote, own.state.wrong, own.state.again]).toEqual(['This code has expired', 1, false])
    await own.controller.enterCode('222222')
    expect(own.state.wrong).toBe(2)
    expect([own.toast(), own.view()]).toEqual(['', 'EmailVerifyOtp'])
    const properties = { message: 'This code has expired' }
    expect(own.tracked[0]).toEqual({ event: 'EMAIL_VERIFICATION_CODE_FAIL', properties })
    expect(own.kit.state.accounts.eip155.status).not.toBe('connected')
  })

  it.each(['Failed to fetch', ''])('that nobody judged (%j) stays, and may be sent again', async (words) => {
    const own = await opened({ CONNECT_OTP: new Error(words) })
    await own.controller.enterCode('111111')
    expect([own.state.codeNote, own.state.wrong, own.state.again]).toEqual(['The code could not be checked', 0, true])
    own.frame.replies.CONNECT_OTP = undefined
    await own.controller.retryCode('111111')
    expect(own.kit.state.accounts.eip155.status).toBe('connected')
    expect(own.frame.asked('CONNECT_OTP')).toHaveLength(2)
  })

  it('that nobody answered within 30 s stays too', async () => {
    const own = await opened()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const entered = own.controller.enterCode('111111')
    await vi.advanceTimersByTimeAsync(30_000)
    await entered
    expect([own.state.codeNote, own.state.wrong, own.state.again]).toEqual(['The code could not be checked', 0, true])
  })

  it('whose account does not load is not asked for twice', async () => {
    const own = await opened({ CONNECT_OTP: undefined, GET_USER: new Error('Busy') })
    await own.controller.enterCode('111111')
    expect([own.state.codeNote, own.state.again]).toEqual(['Your account could not be loaded', true])
    own.frame.replies.GET_USER = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', chainId: 1, email: EMAIL }
    await own.controller.retryCode('111111')
    expect(own.kit.state.accounts.eip155.status).toBe('connected')
    expect(own.frame.asked('CONNECT_OTP')).toHaveLength(1)
  })

  it('of a screen that was left connects nobody to a closed screen’s words', async () => {
    const own = await opened()
    const entered = own.controller.enterCode('111111')
    await until(() => expect(own.frame.asked('CONNECT_OTP')).toHaveLength(1))
    own.controller.leave()
    own.frame.answer('CONNECT_OTP', new Error('Invalid code'))
    await entered
    expect([own.state.codeNote, own.state.wrong, own.errors.length, own.tracked.length]).toEqual(['', 0, 0, 0])
  })

  it('may be sent anew, which may lead to an approval instead', async () => {
    const own = await opened()
    expect(await own.controller.resend(EMAIL)).toBe(true)
    expect([own.state.sent, own.view()]).toEqual([1, 'EmailVerifyOtp'])
    own.frame.replies.CONNECT_EMAIL = { action: 'VERIFY_DEVICE' }
    expect(await own.controller.resend(EMAIL)).toBe(true)
    expect(own.view()).toBe('EmailVerifyDevice')
    own.frame.replies.CONNECT_EMAIL = new Error('Please try again after 12 seconds')
    expect(await own.controller.resend(EMAIL)).toBe(false)
    expect(own.toast()).toBe('Please try again after 12 seconds')
  })

  it('asked for again by a browser that no longer needs a code connects, and announces no new mail', async () => {
    const own = await opened({ GET_USER: new Error('Busy') })
    own.frame.replies.CONNECT_EMAIL = { action: 'CONNECT' }
    expect(await own.controller.resend(EMAIL)).toBe(false)
    expect([own.state.codeNote, own.state.again]).toEqual(['Your account could not be loaded', true])
    own.frame.replies.GET_USER = ALICE
    await own.controller.retryCode('')
    expect(own.kit.state.accounts.eip155.status).toBe('connected')
    expect(own.frame.asked('CONNECT_OTP')).toEqual([])
  })
})
