/**
 * The frame's side of the review window: a window of the service's own, in which no site can cover anything. It shows
 * a request where the frame is too small, is covered, or where the browser cannot tell whether it is.
 */
import { object, oneOf } from '../../../runtime/auth/shape.ts'
import type { Shown } from './request.ts'

/** What the window says to the frame. */
const said = object({ review: oneOf('ready', 'approve', 'reject') })
export type Said = ReturnType<typeof said.parse>
/** What the frame says to the window. It closes the window itself. */
export type Given = { review: 'show'; shown: Shown }

/** ms between two looks at whether the person closed the window, which no event tells. */
const LOOK = 300

/** `closed`: the person closed the window and decided nothing. */
export type Decided = 'approve' | 'reject' | 'closed'

/** Opens the window for one request. Undefined if the browser blocks it. Call it during a click. */
export function openReview(shown: Shown, decided: (how: Decided) => void): (() => void) | undefined {
  // Without a name, so that no page can find the window by it.
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
  const looking = setInterval(() => void (opened.closed && end('closed')), LOOK)
  const hear = ({ data, source, origin: from }: MessageEvent<unknown>) => {
    if (source !== opened || from !== origin) return
    const { review } = said.parse(data)
    const given: Given = { review: 'show', shown }
    if (review === 'ready') opened.postMessage(given, origin)
    else end(review)
  }
  window.addEventListener('message', hear, { signal: listening.signal })
  return stop
}
