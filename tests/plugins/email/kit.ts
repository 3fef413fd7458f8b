/** The email login for unit tests: the runtime's own kit and messages, over a scripted frame. */
import { onTestFinished } from 'vitest'
import createEmailController from '../../../plugins/email/controller.ts'
import manifest from '../../../plugins/email/index.ts'
import { push, reset } from '../../../runtime/state/navigate.ts'
import { emailRules, frames } from '../../../runtime/auth/wallet.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { embeddedKit } from '../../support/embedded.ts'
import type { Replies } from '../../support/loginFrame.ts'

export const EMAIL = 'mira@example.com'

/** Open on Connect. Mails may be asked for at any time unless `rest` is set. */
export async function openLogin({ replies = {}, rest = false }: { replies?: Replies; rest?: boolean } = {}) {
  const { kit, frame, storage, login } = await embeddedKit({ replies })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  if (!rest) emailRules(kit).rule = () => 0
  // It listens a moment after it was mounted.
  const { mount } = frames(kit)
  frames(kit).mount = (...given) => {
    queueMicrotask(frame.ready)
    return mount(...given)
  }
  const tracked: { event: string; properties?: unknown }[] = []
  kit.events.on('track', ({ event, properties }) => {
    if (/EMAIL/.test(event)) tracked.push(properties === undefined ? { event } : { event, properties })
  })
  const errors: string[] = []
  kit.events.on('error', ({ code, message }) => errors.push(`${code}: ${message}`))
  kit.state.modal.open = true
  reset(kit.state.router, 'Connect')
  const controller = createEmailController({ kit: createPluginKit(kit, manifest) })
  return {
    kit,
    frame,
    storage,
    login,
    controller,
    state: controller.state,
    tracked,
    errors,
    view: () => kit.state.router.view,
    toast: () => kit.state.toast.message,
    /** The way of the field. */
    submit: (email = EMAIL) => {
      controller.type(email)
      return controller.submit()
    },
    /** On a screen, as if the way there had been gone. */
    on: (view: string, params: unknown) => push(kit.state.router, view, params),
  }
}
