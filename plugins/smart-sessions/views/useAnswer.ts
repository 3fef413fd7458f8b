import { useEffect } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import type { SessionsController } from '../controller.ts'
import { sessionError } from '../errors.ts'
import type { Granted, Wanted } from '../grant.ts'
import { sessionMessages } from '../messages.ts'

type Asked = { request: unknown; granted?: (session: Granted) => void; failed?: (error: unknown) => void }
/** What the view is opened with. */
export type Params = Asked | undefined

type Answer = { isShown: boolean; isAsking: boolean; error?: unknown }

/** The requests without an end yet. Not kept in their screen: an embedded wallet's takes its place while it asks. */
const pending = new WeakMap<Asked, Answer>()
const NOBODY: Asked = { request: undefined }

/** ms in which a screen is back that an embedded wallet's took the place of. */
const RETURN = 1_000

function mark(asked: Asked, change: Partial<Answer>): Answer {
  const answer = Object.assign(pending.get(asked) ?? { isShown: false, isAsking: false }, change)
  pending.set(asked, answer)
  return answer
}

/** Tells the app of a request that its visitor has left, once. */
function settle(asked: Asked) {
  const answer = pending.get(asked)
  if (!answer || answer.isShown || answer.isAsking) return
  pending.delete(asked)
  asked.failed?.(answer.error ?? sessionError('SESSION_GRANT', 'The visitor left'))
}

/** The app hears once how its request ended: granted, or why not. Leaving is declining. */
export function useAnswer(kit: PluginKit, controller: SessionsController, asked: Asked = NOBODY) {
  useEffect(() => {
    mark(asked, { isShown: true })
    // The view stays when the modal closes, and may be shown again with the same request.
    const stop = kit.onClose(() => {
      mark(asked, { isShown: false })
      settle(asked)
    })
    return () => {
      stop()
      if (pending.has(asked)) mark(asked, { isShown: false })
      // A drawing that is only repeated stands again at once.
      queueMicrotask(() => settle(asked))
    }
  }, [kit, asked])
  const decline = () => kit.close()
  const allow = async (wanted: Wanted) => {
    const answer = mark(asked, { isShown: true, isAsking: true })
    let session: Granted
    try {
      session = await controller.allow(wanted)
    } catch (error) {
      Object.assign(answer, { error, isAsking: false })
      setTimeout(() => settle(asked), RETURN)
      return
    }
    pending.delete(asked)
    if (answer.isShown) kit.reset('SmartSessionCreated', { expiry: wanted.expiry })
    else kit.toast.success(kit.text('sessions.created', sessionMessages['sessions.created']))
    // Last: where the app fails at it, the failure is the app's, not the session's.
    asked.granted?.(session)
  }
  return { decline, allow }
}
