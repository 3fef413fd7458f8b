/**
 * The frame's side of the review window. A site's content can cover parts of the frame, but not of this window. The
 * window is used when the frame is too small or covered, when the browser cannot report covers, or when the service is
 * set to always use it.
 */
import { object, oneOf } from '../../../runtime/auth/shape.ts'
import type { Shown } from './request.ts'

/** A message of the window to the frame. `ready`: the window waits for the request. */
const said = object({ review: oneOf('ready', 'approve', 'reject') })
export type Said = ReturnType<typeof said.parse>
/** The one message of the frame to the window: the request to show. */
export type Given = { review: 'show'; shown: Shown }

/** ms between two checks whether the person closed the window: browsers have no event for that. */
const LOOK = 300

/** `closed`: the person closed the window and decided nothing. */
export type Decided = 'approve' | 'reject' | 'closed'

/**
 * Opens the window for one request. Call this during a click, or the browser may block the window.
 * @param decided called once, unless the returned function is called before
 * @returns a function that closes the window; undefined if the browser blocked it
 */
export function openReview(shown: Shown, decided: (how: Decided) => void): (() => void) | undefined {
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
