/** The email login: its state and the actions of its screens. Each action reports its own failure. */
import type { PluginKit } from 'walletkit/plugin'
import { createChange } from './change.ts'
import { createDeviceWait } from './device.ts'
import { createSteps, isEmail, type Login } from './steps.ts'

export type EmailController = ReturnType<typeof createEmailController>
type Action = Awaited<ReturnType<Login['connectEmail']>>

/** Number of digits in a code. */
export const CODE_LENGTH = 6

/** Opens the screen for the login's next step; `undefined` if the email was enough, so that no screen is needed. */
function openStep(kit: PluginKit, action: Action, email: string): true | undefined {
  if (action === 'CONNECT') return undefined
  kit.push(action === 'VERIFY_OTP' ? 'EmailVerifyOtp' : 'EmailVerifyDevice', { email })
  return true
}

export default function createEmailController({ kit }: { kit: PluginKit }) {
  const steps = createSteps(kit)
  const { state, step, refuseEmail, leave } = steps
  /**
   * The last email and the next step that it requires. While no other email may be sent, a visitor who went back and
   * enters the same address continues with that step.
   */
  let mail: { email: string; action: Action } | undefined
  const device = createDeviceWait(kit, steps, (email) => (mail = { email, action: 'VERIFY_OTP' }))

  /**
   * `true` once the login service needs no code, or no further one. A code is valid once, so a retry then repeats only
   * the rest of the login.
   */
  let proven = false
  /** The login, which `wait` asks for the remaining time; `undefined` until `login` or `send` has loaded it. */
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
    proven = true
    await step('EMAIL_UNFINISHED', async (login) => {
      await login.finish()
      mail = undefined
      state.email = ''
    })
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
    await (openStep(kit, action, email) ?? finish())
  }

  /**
   * Requests another email for the same address, at most one per 30 s. The response may require another next step.
   * Returns whether an email is on its way.
   */
  async function resend(email: string) {
    const before = mail?.action
    const sent = await step('EMAIL_FAILED', (login) => login.connectEmail(email))
    if (!sent) return false
    const action = sent.value
    mail = { email, action }
    state.sent++
    proven = false
    if (action !== 'CONNECT') device.renew()
    if (action === 'VERIFY_OTP') kit.track('EMAIL_VERIFICATION_CODE_SENT')
    if (action === 'CONNECT') await finish()
    else if (before && action !== before)
      kit.replace(action === 'VERIFY_OTP' ? 'EmailVerifyOtp' : 'EmailVerifyDevice', { email })
    return action !== 'CONNECT'
  }

  async function enterCode(otp: string) {
    const right = await step('EMAIL_CODE', (login) => login.connectOtp(otp))
    if (!right) return
    kit.track('EMAIL_VERIFICATION_CODE_PASS')
    await finish()
  }

  return {
    state,
    submit,
    resend,
    enterCode,
    /** Retries what failed: loading the account if the code was accepted already, else the check of the code. */
    retryCode: (otp: string) => (proven ? finish() : enterCode(otp)),
    /** Loads the account again, after that failed on a screen without a code. */
    finish: () => void finish(),
    awaitDevice: device.awaitDevice,
    ...createChange(kit, steps),
    type: (email: string) => Object.assign(state, { email, emailNote: '', codeNote: '' }),
    /** Clears the error beside the field, because it concerns the previous text. */
    typeAnew: () => (state.emailNote = ''),
    /** Whole seconds until the visitor may request another email. */
    wait: () => known?.emailWait() ?? 0,
    leave: () => {
      proven = false
      leave()
    },
    /** Call when the visitor focuses the email field: the login loads while they type. */
    begin: () => {
      kit.track('EMAIL_LOGIN_SELECTED')
      login().catch(() => undefined)
    },
    login,
  }
}
