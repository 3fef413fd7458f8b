import { useEffect } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import type { SessionsController } from '../controller.ts'
import { sessionError } from '../errors.ts'
import type { Granted, Wanted } from '../grant.ts'
import { sessionMessages } from '../messages.ts'

type Asked = { request: unknown; granted?: (session: Granted) => void; failed?: (error: unknown) => void }
/** The parameters of the view. */
export type Params = Asked | undefined

type Answer = { isShown: boolean; isAsking: boolean; error?: unknown }

/** Pending requests. Stored outside the component, which unmounts while an embedded wallet asks for approval. */
const pending = new WeakMap<Asked, Answer>()
const NOBODY: Asked = { request: undefined }

/**
 * How long the screen may take to return, in ms, after a failed wallet request during which an embedded wallet's screen
 * replaced it. If it does not return, the visitor has left it, and the app's request is rejected.
 */
const RETURN = 1_000

function mark(asked: Asked, change: Partial<Answer>): Answer {
  const answer = Object.assign(pending.get(asked) ?? { isShown: false, isAsking: false }, change)
  pending.set(asked, answer)
  return answer
}

/** Rejects the app's request, once, if the visitor has left the screen and the wallet is not being asked. */
function settle(asked: Asked) {
  const answer = pending.get(asked)
  if (!answer || answer.isShown || answer.isAsking) return
  pending.delete(asked)
  asked.failed?.(answer.error ?? sessionError('SESSION_GRANT', 'The visitor left'))
}

/**
 * Settles the app's request exactly once: granted, or rejected with the reason. Leaving the screen declines it, except
 * while the wallet is being asked.
 */
export function useAnswer(kit: PluginKit, controller: SessionsController, asked: Asked = NOBODY) {
  useEffect(() => {
    mark(asked, { isShown: true })
    // Closing the modal does not unmount the view, and it may open again with the same request.
    const stop = kit.onClose(() => {
      mark(asked, { isShown: false })
      settle(asked)
    })
    return () => {
      stop()
      if (pending.has(asked)) mark(asked, { isShown: false })
      // React's strict mode mounts the view again at once: check after that.
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
    // Call the app last, so that an error in its callback does not count as a failure of the session.
    asked.granted?.(session)
  }
  return { decline, allow }
}
