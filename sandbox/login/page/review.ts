/**
 * The review window: shows the request that the frame sends, and sends the frame what the person decided. If the
 * account's keys are not locked, it first asks the person to lock them.
 */
import type { Unlock } from '../lock/shapes.ts'
import { inPageLanguage as t } from './approvalText.ts'
import { fits, LEAST } from './armed.ts'
import { element, main } from './dom.ts'
import { pageText } from './language.ts'
import { type LockState, lockState } from './lock/desk.ts'
import type { lockMessages } from './lock/lock.messages.ts'
import { confirmPasskey } from './lock/confirmPasskey.ts'
import { drawRequest, type Shown } from './request.ts'
import type { Given, Said } from './reviewWindow.ts'

/** ms to wait for the frame's request; after that the window says that there is nothing to review. */
const PATIENCE = 3000

const lockText = pageText<typeof lockMessages>()

type Say = (message: Said) => void
/** Asks the service through the frame, which has the session. */
type AskService = (name: NonNullable<Said['name']>, payload?: unknown) => Promise<unknown>

export function runReview(): void {
  const opener = window.opener as Window | null
  const nothing = () => main().replaceChildren(element('p', 'idle', t('review.nothing')))
  if (!opener) return nothing()
  const { origin } = location
  // If a page of another origin opened this window, the browser does not deliver the message.
  const say: Say = (message) => opener.postMessage(message, origin)
  const late = setTimeout(nothing, PATIENCE)
  const { ask, hear } = createCalls(say)
  window.addEventListener('message', ({ data, source, origin: from }: MessageEvent<Given>) => {
    if (source !== opener || from !== origin) return
    if (data.review === 'answer') return hear(data)
    clearTimeout(late)
    void review(data, say, ask)
  })
  say({ review: 'ready' })
}

function createCalls(say: Say) {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  const ask: AskService = (name, payload) =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      say({ review: 'ask', name, payload, call: count })
    })
  return {
    ask,
    hear: ({ call, answer, error }: Extract<Given, { review: 'answer' }>): void => {
      const open = waiting.get(call)
      waiting.delete(call)
      if (error === undefined) open?.resolve(answer)
      else open?.reject(new Error(error))
    },
  }
}

/** Asks first to lock the keys, if the service says so, and then shows the request. */
async function review({ shown, lock }: Extract<Given, { review: 'show' }>, say: Say, ask: AskService): Promise<void> {
  let state: LockState = lock
  if (lock.state === 'offered' || lock.state === 'required') {
    const { offerLock } = await import('./lock/late.ts')
    const ended = await offerLock(main(), {
      t: lockText,
      isRequired: lock.state === 'required',
      begin: () => ask('PASSKEY_BEGIN'),
      lock: (given) => ask('LOCK_KEYS', given),
    })
    if (ended === 'rejected') return say({ review: 'reject' })
    if (ended === 'later') say({ review: 'later' })
    else state = lockState.parse(await ask('LOCK'), 'lock')
  }
  show(shown, state, say)
}

/** Shows the request. When the person approves, asks for the passkey if the keys are locked. */
function show(shown: Shown, { key }: LockState, say: Say): void {
  let stop: (() => void) | undefined
  let had = fits()
  const approved = (unlock?: Unlock) => say({ review: 'approve', ...(unlock && { unlock }) })
  const reject = () => say({ review: 'reject' })
  const approve = async () => {
    if (!key) return approved()
    window.removeEventListener('resize', resized)
    const unlock = await confirmPasskey(key).catch(() => undefined)
    if (unlock) return approved(unlock)
    const { askAgain } = await import('./lock/late.ts')
    const other = await askAgain(main(), lockText, key, t('request.reject'))
    if (other) approved(other)
    else reject()
  }
  const draw = () => {
    stop?.()
    stop = undefined
    if (!fits()) return main().replaceChildren(element('p', 'idle', t('review.larger', LEAST)))
    stop = drawRequest(main(), shown, { approve: () => void approve(), reject })
  }
  const resized = () => {
    if (fits() === had) return
    had = fits()
    draw()
  }
  window.addEventListener('resize', resized)
  draw()
}
