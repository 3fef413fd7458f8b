/**
 * Runs the login's requests and shows their failures. Ignores the result of a request if the visitor has left the
 * screen or a later request has started.
 */
import { isUserRejection, type PluginKit, proxy } from 'walletkit/plugin'
import { EMAIL_ERRORS, type EmailErrorCode, hasCode, isUnasked, isUnreachable, rowsSaying, saying } from './errors.ts'

export type Login = Awaited<ReturnType<PluginKit['login']>>
export type Steps = ReturnType<typeof createSteps>

/** A minimal check of an address, so that a typo needs no request. The login service validates it in full. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const isEmail = (text: string) => EMAIL.test(text.trim())

export function createSteps(kit: PluginKit) {
  const state = proxy({
    email: '',
    /** A request is pending. */
    busy: false,
    /** The error beside the email field. */
    emailNote: '',
    codeNote: '',
    /**
     * The visitor may retry the same step: the code was not checked, or it was accepted but the account did not load.
     */
    again: false,
    /** Counts wrong codes: each increase plays the shake animation. */
    wrong: 0,
    /** Counts repeated emails: each one clears the typed code, because a new email makes the previous code invalid. */
    sent: 0,
    /** Why the wait for the approval of this browser ended. */
    deviceNote: '',
  })
  /** Number of the latest request; a result with a lower number is ignored. */
  let attempt = 0

  /**
   * `true` while the approval screen replaces the screen that asked. The `leave` of the replaced screen must then not
   * drop the request.
   */
  let confirming = false

  const clear = () => Object.assign(state, { emailNote: '', codeNote: '', again: false })

  /**
   * Runs one request of the login. Resolves with its result as `value`; with `undefined` if it failed, which is then
   * shown, if a later request replaced it, or if the visitor left the screen.
   */
  async function step<T>(code: EmailErrorCode, run: (login: Login) => Promise<T>): Promise<{ value: T } | undefined> {
    const mine = ++attempt
    clear()
    state.busy = true
    try {
      const value = await run(await kit.login())
      return mine === attempt ? { value } : undefined
    } catch (error) {
      if (mine === attempt) fail(code, error)
      return undefined
    } finally {
      if (mine === attempt) state.busy = false
    }
  }

  /**
   * Runs a request that may open a screen for the visitor's approval. The screen does not open if the visitor has left
   * before.
   */
  async function confirm<T>(run: (onApproval: () => boolean) => Promise<T>): Promise<T> {
    const mine = attempt
    try {
      return await run(() => (confirming = mine === attempt))
    } finally {
      confirming = false
    }
  }

  /** Shows the failure inline if it concerns the typed text or the loading of the account, else as a toast. */
  function fail(code: EmailErrorCode, error: unknown) {
    // Report nothing: the visitor has declined in the service's frame, or left it.
    if (isUserRejection(error)) return
    if (code === 'EMAIL_CODE') failCode(error)
    else if (code === 'EMAIL_UNFINISHED') {
      state.codeNote = kit.report(error, code, EMAIL_ERRORS).message
      state.again = true
    } else if (/invalid email/i.test(saying(error))) refuseEmail()
    else if (isUnreachable(error)) kit.report(error, 'EMAIL_UNREACHABLE', EMAIL_ERRORS)
    else {
      const own = hasCode(error, 'EMAIL_COOLDOWN') ? 'EMAIL_COOLDOWN' : code
      kit.report(error, own, rowsSaying(own, error))
    }
  }

  function failCode(error: unknown) {
    if (isUnasked(error)) {
      state.codeNote = kit.report(error, 'EMAIL_UNCHECKED', EMAIL_ERRORS).message
      state.again = true
      return
    }
    state.codeNote = kit.report(error, 'EMAIL_CODE', rowsSaying('EMAIL_CODE', error)).message
    state.wrong++
    kit.track('EMAIL_VERIFICATION_CODE_FAIL', { message: saying(error) })
  }

  function refuseEmail() {
    state.emailNote = kit.report(new Error('Invalid email'), 'EMAIL_INVALID', EMAIL_ERRORS).message
  }

  /** Call when a login screen closes: the result of its pending request is ignored. */
  function leave() {
    if (confirming) return
    attempt++
    clear()
    state.busy = false
  }

  return { state, step, confirm, refuseEmail, leave }
}
