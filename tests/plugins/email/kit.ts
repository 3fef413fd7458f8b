/** The email login for unit tests: the runtime's own kit and messages, with a scripted frame. */
import { onTestFinished } from 'vitest'
import createEmailController from '../../../plugins/email/controller.ts'
import manifest from '../../../plugins/email/index.ts'
import { push, reset } from '../../../runtime/state/navigate.ts'
import { emailRules, frames } from '../../../runtime/auth/wallet.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { embeddedKit } from '../../support/embedded.ts'
import type { Replies } from '../../support/loginFrame.ts'

export const EMAIL = 'mira@example.com'

/** Opens the login on Connect. Unless `rest` is set, mails can be requested without a pause between them. */
export async function openLogin({ replies = {}, rest = false }: { replies?: Replies; rest?: boolean } = {}) {
  const { kit, frame, storage, login } = await embeddedKit({ replies })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  if (!rest) emailRules(kit).rule = () => 0
  // Let the frame report ready shortly after it was mounted, as a real one does.
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
    /** Enters an address in the field and submits it. */
    submit: (email = EMAIL) => {
      controller.type(email)
      return controller.submit()
    },
    /** Opens a view directly. */
    on: (view: string, params: unknown) => push(kit.state.router, view, params),
  }
}
