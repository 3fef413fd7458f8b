/**
 * The frame's code for the review window. A site's content can cover parts of the frame, but not of this window. The
 * window is used when the frame is too small or covered, when the browser cannot report that, when the person has to
 * make a passkey or did not use it in the frame, or when the service is set to always use the window.
 */
import { anything, number, object, oneOf, type Parsed, text } from '../../../runtime/auth/shape.ts'
import type { Unlock } from '../lock/shapes.ts'
import type { Desk, LockState } from './lock/desk.ts'
import type { Shown } from './request.ts'

/**
 * A message of the window to the frame. `ready`: the window waits for the request. `approve` has what opens the lock of
 * the account's keys, if they are locked. `ask`: a request for the frame's `Desk.ask` (see `lock/desk.ts`), with a
 * number that the answer repeats.
 */
const said = object(
  { review: oneOf('ready', 'approve', 'reject', 'ask') },
  { unlock: anything, name: text, payload: anything, call: number },
)
export type Said = Parsed<typeof said>
/** A message of the frame to the window: the request to show, or the answer to what the window asked. */
export type Given =
  | { review: 'show'; shown: Shown; lock: LockState }
  | { review: 'answer'; call: number; answer?: unknown; error?: string }

/** ms between two checks whether the person closed the window: browsers have no event for that. */
const LOOK = 300

/** `closed`: the person closed the window and decided nothing. */
export type Decided = { how: 'approve' | 'reject' | 'closed'; unlock?: Unlock | undefined }

/**
 * Opens the window for one request. Call this during a click, or the browser may block the window.
 * @param decided called once, unless the returned function is called first
 * @returns a function that closes the window; undefined if the browser blocked it
 */
export function openReview(
  shown: Shown,
  desk: Desk | undefined,
  decided: (decided: Decided) => void,
): (() => void) | undefined {
  // The window gets no name, because other pages could reach it by its name.
  const opened = window.open('/review', '_blank', 'popup,width=440,height=720')
  if (!opened) return undefined
  const { origin } = location
  const listening = new AbortController()
  const stop = () => {
    listening.abort()
    clearInterval(looking)
    opened.close()
  }
  const end = (how: Decided) => {
    stop()
    decided(how)
  }
  const looking = setInterval(() => void (opened.closed && end({ how: 'closed' })), LOOK)
  const tell = (given: Given) => opened.postMessage(given, origin)
  const pass = ({ name = '', payload, call = 0 }: Said) =>
    desk?.ask(name, payload).then(
      (answer) => tell({ review: 'answer', call, answer }),
      (error: Error) => tell({ review: 'answer', call, error: error.message }),
    )
  const hear = ({ data, source, origin: from }: MessageEvent<unknown>) => {
    if (source !== opened || from !== origin) return
    const message = said.parse(data)
    const { review, unlock } = message
    if (review === 'ready') tell({ review: 'show', shown, lock: desk?.state() ?? { state: 'off' } })
    else if (review === 'ask') void pass(message)
    // `unlock` is not parsed here, because the service parses it.
    else end({ how: review, unlock: unlock as Unlock | undefined })
  }
  window.addEventListener('message', hear, { signal: listening.signal })
  return stop
}
