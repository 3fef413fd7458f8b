/** Another address for the same account: a code to the old one, then a code to the new one. */
import { cooldown, type PluginKit } from 'walletkit/plugin'
import { isEmail, type Steps } from './steps.ts'

/** As for the mails of the login (spec section 5). */
const REST = 30_000

export type Change = { email: string; newEmail: string }

export function createChange(kit: PluginKit, { state, step, refuseEmail }: Steps) {
  const rest = cooldown(REST)
  const ask = (newEmail: string) =>
    step('EMAIL_FAILED', async (login) => {
      const action = await login.updateEmail(newEmail)
      rest.start()
      return action
    })

  return {
    /** Whole seconds until another mail may be asked for. */
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

    /** Another code to the current address. */
    async resendChange({ newEmail }: Change) {
      const sent = await ask(newEmail)
      if (sent) state.sent++
      return sent !== undefined
    },

    async enterPrimaryCode(otp: string, change: Change) {
      const right = await step('EMAIL_CODE', (login) => login.updateEmailPrimaryOtp(otp))
      if (right) kit.replace('UpdateEmailSecondaryOtp', change)
    },

    /** The change is done: back to the account. */
    async enterSecondaryCode(otp: string, done: string) {
      const right = await step('EMAIL_CODE', (login) => login.updateEmailSecondaryOtp(otp))
      if (!right) return
      rest.clear()
      kit.reset('Account')
      kit.toast.success(done)
    },

    /** A code that does not come, an address that was mistyped: from the field again. */
    changeAnew: () => {
      kit.reset('Account')
      kit.push('UpdateEmailWallet')
    },
  }
}
