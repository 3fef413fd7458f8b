/**
 * Changes the account's email address: the visitor confirms it in the login service's iframe, then the service sends a
 * code to the old address (it may skip this step) and, once that was entered, one to the new address.
 */
import { cooldown, type PluginKit } from 'walletkit/plugin'
import { isEmail, type Steps } from './steps.ts'

/** ms between two emails; the login uses the same limit. */
const REST = 30_000

export type Change = { email: string; newEmail: string }

export function createChange(kit: PluginKit, { state, step, confirm, refuseEmail }: Steps) {
  const rest = cooldown(REST)
  const ask = (newEmail: string) =>
    step('EMAIL_FAILED', async (login) => {
      const action = await confirm((onApproval) => login.updateEmail(newEmail, onApproval))
      rest.start()
      return action
    })

  return {
    /** Whole seconds until the visitor may request another email. */
    changeWait: () => Math.ceil(rest.left() / 1000),

    async changeEmail(typed: string, email: string) {
      const newEmail = typed.trim()
      if (state.busy) return
      if (!isEmail(newEmail)) return refuseEmail()
      kit.track('EMAIL_EDIT')
      const started = await ask(newEmail)
      if (!started) return
      const view = started.value === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp'
      kit.push(view, { email, newEmail })
    },

    /** Requests another code for the current address. */
    async resendChange({ newEmail }: Change) {
      const sent = await ask(newEmail)
      if (sent) state.sent++
      return sent !== undefined
    },

    async enterPrimaryCode(otp: string, change: Change) {
      const right = await step('EMAIL_CODE', (login) => login.updateEmailPrimaryOtp(otp))
      if (right) kit.replace('UpdateEmailSecondaryOtp', change)
    },

    /** Completes the change and returns to the account. */
    async enterSecondaryCode(otp: string, done: string) {
      const right = await step('EMAIL_CODE', (login) => login.updateEmailSecondaryOtp(otp))
      if (!right) return
      rest.clear()
      kit.reset('Account')
      kit.toast.success(done)
    },

    /** Restarts at the address field; the button is for a visitor who mistyped the address or gets no code. */
    changeAnew: () => {
      kit.reset('Account')
      kit.push('UpdateEmailWallet')
    },
  }
}
