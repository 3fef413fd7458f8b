/** One request at a time, whose failure is told where it belongs; the end of an abandoned one moves nothing. */
import { type PluginKit, proxy } from 'walletkit/plugin'
import { EMAIL_ERRORS, type EmailErrorCode, hasCode, isUnasked, isUnreachable, rowsSaying, saying } from './errors.ts'

export type Login = Awaited<ReturnType<PluginKit['login']>>
export type Steps = ReturnType<typeof createSteps>

/** What an address has at least; the service has the last word (spec section 5). */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
export const isEmail = (text: string) => EMAIL.test(text.trim())

export function createSteps(kit: PluginKit) {
  const state = proxy({
    email: '',
    /** A request is under way. */
    busy: false,
    /** Beside the field. */
    emailNote: '',
    codeNote: '',
    /** The code is neither right nor wrong yet, or right without an account: the same step may be taken again. */
    again: false,
    /** Counts wrong codes, for the shake. */
    wrong: 0,
    /** Counts mails: a new one makes what was typed of the code before it worthless. */
    sent: 0,
    /** Why the wait for an approval ended. */
    deviceNote: '',
  })
  /** Counts tries. */
  let attempt = 0

  const clear = () => Object.assign(state, { emailNote: '', codeNote: '', again: false })

  /** Runs one step; `undefined` where it failed, was told, or was left behind. */
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

  /** Inline where it is about what was typed, else as a toast (reference 2). */
  function fail(code: EmailErrorCode, error: unknown) {
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

  /** Back from a screen of the login: what it waits for is given up. */
  function leave() {
    attempt++
    clear()
    state.busy = false
  }

  return { state, step, refuseEmail, leave }
}
