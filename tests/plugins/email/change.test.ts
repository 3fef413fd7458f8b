import { describe, expect, it } from 'vitest'
import { EMAIL, openLogin } from './kit.ts'

const NEW = 'new@example.com'
const change = { email: EMAIL, newEmail: NEW }

async function signedIn(replies = {}) {
  const own = await openLogin({ replies: { CONNECT_EMAIL: { action: 'CONNECT' }, ...replies } })
  await own.submit()
  Object.assign(own.kit.state.modal, { open: true })
  own.kit.state.router.history = [{ view: 'Account', params: undefined }]
  own.on('UpdateEmailWallet', undefined)
  own.tracked.length = 0
  return own
}

describe('another address', () => {
  it.each([
    ['VERIFY_PRIMARY_OTP', 'UpdateEmailPrimaryOtp'],
    ['VERIFY_SECONDARY_OTP', 'UpdateEmailSecondaryOtp'],
  ])('that the service answers with %s leads to %s', async (action, view) => {
    const own = await signedIn({ UPDATE_EMAIL: { action } })
    await own.controller.changeEmail(` ${NEW} `, EMAIL)
    expect(own.frame.asked('UPDATE_EMAIL').map(({ payload }) => payload)).toEqual([{ email: NEW }])
    expect([own.view(), own.kit.state.router.params]).toEqual([view, change])
    expect(own.tracked).toEqual([{ event: 'EMAIL_EDIT' }])
    expect(own.controller.changeWait()).toBe(30)
  })

  it('takes both codes, and is the account’s from then on', async () => {
    const own = await signedIn({
      UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
      UPDATE_EMAIL_PRIMARY_OTP: undefined,
      UPDATE_EMAIL_SECONDARY_OTP: { newEmail: NEW },
    })
    await own.controller.changeEmail(NEW, EMAIL)
    await own.controller.enterPrimaryCode('111111', change)
    expect([own.view(), own.kit.state.router.params]).toEqual(['UpdateEmailSecondaryOtp', change])
    await own.controller.enterSecondaryCode('222222', 'Email changed')
    expect([own.view(), own.toast()]).toEqual(['Account', 'Email changed'])
    expect(own.storage.get('@appkit-wallet/EMAIL')).toBe(NEW)
    expect(own.kit.state.accounts.eip155.user?.email).toBe(NEW)
    expect(own.controller.changeWait()).toBe(0)
  })

  it('that is none, or taken, leaves the form as it is', async () => {
    const own = await signedIn({ UPDATE_EMAIL: new Error('This email address belongs to another account') })
    await own.controller.changeEmail('new@example', EMAIL)
    expect([own.state.emailNote, own.frame.asked('UPDATE_EMAIL').length]).toEqual(['Invalid email', 0])
    own.controller.typeAnew()
    await own.controller.changeEmail(NEW, EMAIL)
    expect([own.state.emailNote, own.toast()]).toEqual(['', 'This email address belongs to another account'])
    expect([own.view(), own.controller.changeWait()]).toEqual(['UpdateEmailWallet', 0])
  })

  it('with a wrong code says so on its screen; the address stays', async () => {
    const own = await signedIn({
      UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
      UPDATE_EMAIL_PRIMARY_OTP: new Error('Invalid code. Try again.'),
    })
    await own.controller.changeEmail(NEW, EMAIL)
    await own.controller.enterPrimaryCode('111111', change)
    expect([own.view(), own.state.codeNote, own.state.wrong]).toEqual([
      'UpdateEmailPrimaryOtp',
      'Invalid code. Try again.',
      1,
    ])
    expect(await own.controller.resendChange(change)).toBe(true)
    expect([own.state.sent, own.state.codeNote]).toEqual([1, ''])
    own.controller.changeAnew()
    expect(own.kit.state.router.history.map(({ view }) => view)).toEqual(['Account', 'UpdateEmailWallet'])
  })
})
