/** Signs in with the wallet, without the modal's screen; the hooks of every framework use it. */
import { subscribe } from 'valtio/vanilla'
import type { ActionState } from '../contracts/headless.ts'
import type { SignInState } from '../contracts/siwx.ts'
import type { WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createValue, errorOf, loadActions } from './store.ts'

/**
 * `off`: no account is connected, or the site does not list its network. `checking`: the session is looked up.
 * `needed`: ask the visitor, then call `signIn`. `signing`: the wallet asks the visitor. `declined`: the visitor
 * refused. `signed`: the account is signed in. `error`: sign-in could not start, for example because the build has
 * none.
 */
export type SignInHookStatus = SignInState['status'] | 'error'
export type SignInHookState = ActionState<SignInHookStatus, NonNullable<SignInState['subject']>>
export type SignInActions = {
  /** Asks the wallet to sign. Does not retry after a failure. */
  signIn: () => Promise<void>
  /** Call it when the visitor does not want to sign in. If the config requires sign-in, it disconnects the wallet. */
  cancel: () => Promise<void>
}

const OFF: SignInHookState = { status: 'off', error: undefined, data: undefined }

export function createSignIn(instance: WalletKit): Controller<SignInHookState, SignInActions> {
  const kit = kitOf(instance)
  const value = createValue(OFF)
  const actions = () => loadActions(kit)
  let following: (() => void) | undefined
  let listeners = 0

  const fail = async (error: unknown) => {
    value.set({ ...OFF, status: 'error', error: await errorOf(kit, error, 'SIWX_INIT_FAILED', true) })
  }
  const part = async () => (await actions()).signInOf(kit)
  /**
   * Starts to follow the state of sign-in once an account is connected, so that a visitor who connects no wallet does
   * not download the code of sign-in.
   */
  async function follow() {
    if (following || !listeners || !instance.getIsConnectedState()) return
    const started = () => undefined
    following = started
    try {
      const state = (await part()).state(kit)
      // While the code loaded, the last listener may have left. Then follow nothing here: if another listener has come
      // since, it has called `follow` itself.
      if (following !== started) return
      const show = () => {
        const { status, subject: data } = state
        const { error } = value.get()
        // Keep the error of a failed signature until the visitor tries again.
        value.set({ status, error: ['needed', 'declined'].includes(status) ? error : undefined, data })
      }
      following = subscribe(state, show, true)
      show()
    } catch (error) {
      if (following === started) following = undefined
      await fail(error)
    }
  }

  return {
    get: value.get,
    subscribe: (notify) => {
      listeners++
      const stops = [value.subscribe(notify), subscribe(kit.state.accounts, () => void follow())]
      void follow()
      return () => {
        stops.forEach((stop) => stop())
        if (--listeners) return
        following?.()
        following = undefined
      }
    },
    actions: {
      signIn: async () => {
        try {
          const [{ reportedIn }, own] = await Promise.all([actions(), part()])
          const told = await reportedIn(kit, () => own.sign(kit))
          if (!told || own.state(kit).status === 'signed') return
          const error = { ...(await errorOf(kit, told.cause, told.code, true)), message: told.message }
          value.set({ ...value.get(), error })
        } catch (error) {
          await fail(error)
        }
      },
      cancel: async () => {
        try {
          await (await part()).cancel(kit)
        } catch (error) {
          await fail(error)
        }
      },
    },
  }
}
