/** The email login: its state, and what a visitor can do to it. Each intent reports its own failure. */
import type { PluginKit } from 'walletkit/plugin'
import { createChange } from './change.ts'
import { createDeviceWait } from './device.ts'
import { createSteps, isEmail, type Login } from './steps.ts'

export type EmailController = ReturnType<typeof createEmailController>
type Action = Awaited<ReturnType<Login['connectEmail']>>

/** Digits of a code. */
export const CODE_LENGTH = 6

export default function createEmailController({ kit }: { kit: PluginKit }) {
  const steps = createSteps(kit)
  const { state, step, refuseEmail, leave } = steps
  /** The last mail, and what it leads to: a visitor who went back finds the way on without another one. */
  let mail: { email: string; action: Action } | undefined
  const device = createDeviceWait(kit, steps, (email) => (mail = { email, action: 'VERIFY_OTP' }))

  /** The code was right, and is used up: what is left of the login needs none. */
  let proven = false
  /** Known once somebody was about to type. */
  let known: Login | undefined
  const login = async () => (known = await kit.login())

  const send = (email: string) =>
    step('EMAIL_FAILED', async (login) => {
      known = login
      if (mail?.email === email && login.emailWait() > 0) return { action: mail.action, old: true }
      const action = await login.connectEmail(email)
      mail = { email, action }
      return { action, old: false }
    })

  async function finish() {
    await step('EMAIL_UNFINISHED', async (login) => {
      await login.finish()
      mail = undefined
      state.email = ''
    })
  }

  function follow(action: Action, email: string) {
    if (action === 'VERIFY_OTP') kit.push('EmailVerifyOtp', { email })
    else if (action === 'VERIFY_DEVICE') kit.push('EmailVerifyDevice', { email })
    else return finish()
  }

  async function submit() {
    const email = state.email.trim()
    if (state.busy) return
    if (!isEmail(email)) return refuseEmail()
    kit.track('EMAIL_SUBMITTED')
    const sent = await send(email)
    if (!sent) return
    const { action, old } = sent.value
    if (action === 'VERIFY_OTP' && !old) kit.track('EMAIL_VERIFICATION_CODE_SENT')
    await follow(action, email)
  }

  /** Another mail to the same address; the rule of 30 s holds for it too. The answer may lead elsewhere than the last one. */
  async function resend(email: string) {
    const before = mail?.action
    const sent = await step('EMAIL_FAILED', (login) => login.connectEmail(email))
    if (!sent) return false
    const action = sent.value
    mail = { email, action }
    state.sent++
    device.renew()
    if (action === 'VERIFY_OTP') kit.track('EMAIL_VERIFICATION_CODE_SENT')
    if (action === 'CONNECT') await finish()
    else if (before && action !== before)
      kit.replace(action === 'VERIFY_OTP' ? 'EmailVerifyOtp' : 'EmailVerifyDevice', { email })
    return true
  }

  async function enterCode(otp: string) {
    const right = await step('EMAIL_CODE', (login) => login.connectOtp(otp))
    if (!right) return
    kit.track('EMAIL_VERIFICATION_CODE_PASS')
    proven = true
    await finish()
  }

  return {
    state,
    submit,
    resend,
    enterCode,
    /** The step that could not be taken, once more. */
    retryCode: (otp: string) => (proven ? finish() : enterCode(otp)),
    awaitDevice: device.awaitDevice,
    ...createChange(kit, steps),
    type: (email: string) => Object.assign(state, { email, emailNote: '' }),
    /** What is said beside a field is about what was in it. */
    typeAnew: () => (state.emailNote = ''),
    /** Whole seconds until another mail may be asked for. */
    wait: () => known?.emailWait() ?? 0,
    leave: () => {
      proven = false
      leave()
    },
    /** Somebody is about to type: what the login needs is fetched meanwhile. */
    begin: () => {
      kit.track('EMAIL_LOGIN_SELECTED')
      login().catch(() => undefined)
    },
    login,
  }
}
