/**
 * The review window: shows the request that the frame sends, and sends the frame what the person decided. If the
 * account's keys are not locked, and the service offers or requires a lock, the window first asks the person to lock
 * them.
 */
import type { Unlock } from '../lock/shapes.ts'
import { inPageLanguage as t } from './approvalText.ts'
import { fits, LEAST } from './armed.ts'
import { element, main } from './dom.ts'
import { pageText } from './language.ts'
import type { LockState } from './lock/desk.ts'
import type { lockMessages } from './lock/lock.messages.ts'
import { drawRequest, type Shown } from './request.ts'
import type { Given, Said } from './reviewWindow.ts'

/** ms to wait for the frame's request; after that the window says that there is nothing to review. */
const PATIENCE = 3000

const lockText = pageText<typeof lockMessages>()

type Say = (message: Said) => void

export function runReview(): void {
  const opener = window.opener as Window | null
  const nothing = () => main().replaceChildren(element('p', 'idle', t('review.nothing')))
  if (!opener) return nothing()
  const { origin } = location
  // If a page of another origin opened this window, the browser does not deliver the message.
  const say: Say = (message) => opener.postMessage(message, origin)
  const late = setTimeout(nothing, PATIENCE)
  window.addEventListener('message', ({ data, source, origin: from }: MessageEvent<Given>) => {
    if (source !== opener || from !== origin) return
    if (data.review !== 'show') return
    clearTimeout(late)
    void review(data, say)
  })
  say({ review: 'ready' })
}

/** Asks the person to lock the keys, if the service offers or requires that, and then shows the request. */
async function review({ shown, lock }: Extract<Given, { review: 'show' }>, say: Say): Promise<void> {
  if (lock.key || lock.state === 'off') return show(shown, lock, say)
  const { lockFirst } = await import('./lock/late.ts')
  const state = await lockFirst(main(), lockText, lock, say)
  if (state) show(shown, state, say)
  else say({ review: 'reject' })
}

/** Shows the request. When the person approves, asks for the passkey if the keys are locked. */
function show(shown: Shown, { key }: LockState, say: Say): void {
  let stop: (() => void) | undefined
  let had = fits()
  const approved = (unlock?: Unlock) => say({ review: 'approve', unlock })
  const reject = () => say({ review: 'reject' })
  const approve = async () => {
    if (!key) return approved()
    window.removeEventListener('resize', resized)
    const { askAgain, confirmPasskey } = await import('./lock/late.ts')
    const unlock = await confirmPasskey(key).catch(() => undefined)
    if (unlock) return approved(unlock)
    const other = await askAgain(main(), lockText, key, t('request.reject'))
    return other ? approved(other) : reject()
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
