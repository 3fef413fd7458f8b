/**
 * In the review window of a request: asks the person to lock the wallet. The frame passes the window's requests to the
 * service.
 */
import type { Given, Said } from '../reviewWindow.ts'
import { type LockState, lockState } from './desk.ts'
import { offerLock } from './offer.ts'
import type { LockText } from './text.ts'

type Say = (message: Said) => void
/** Sends a request to the service through the frame, because only the frame has the session. */
type AskService = (name: NonNullable<Said['name']>, payload?: unknown) => Promise<unknown>

function createCalls(say: Say): AskService {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  window.addEventListener('message', ({ data, source, origin }: MessageEvent<Given>) => {
    if (source !== window.opener || origin !== location.origin || data.review !== 'answer') return
    const { call, answer, error } = data
    const open = waiting.get(call)
    waiting.delete(call)
    if (error === undefined) open?.resolve(answer)
    else open?.reject(new Error(error))
  })
  return (name, payload) =>
    new Promise((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      say({ review: 'ask', name, payload, call: count })
    })
}

/**
 * Asks the person to lock the wallet.
 * @returns the lock's state, by which the request is approved afterwards; undefined if a lock is required and the
 *   person cancels
 */
export async function lockFirst(into: HTMLElement, t: LockText, lock: LockState, say: Say) {
  const ask = createCalls(say)
  const ended = await offerLock(into, {
    t,
    isRequired: lock.state === 'required',
    begin: () => ask('PASSKEY_BEGIN'),
    lock: (given) => ask('LOCK_KEYS', given),
  })
  if (ended === 'rejected') return undefined
  return lockState.parse(await ask(ended === 'locked' ? 'LOCK' : 'LATER'), 'lock')
}
