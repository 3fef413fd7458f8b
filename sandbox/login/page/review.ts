/** The review window: shows the request that the frame sends, and sends the frame what the person decided. */
import { inPageLanguage as t } from './approvalText.ts'
import { fits, LEAST } from './armed.ts'
import { element, main } from './dom.ts'
import { drawRequest, type Shown } from './request.ts'
import type { Given, Said } from './reviewWindow.ts'

/** ms to wait for the frame's request; after that the window says that there is nothing to review. */
const PATIENCE = 3000

export function runReview(): void {
  const opener = window.opener as Window | null
  const nothing = () => main().replaceChildren(element('p', 'idle', t('review.nothing')))
  if (!opener) return nothing()
  const { origin } = location
  // If a page of another origin opened this window, the browser does not deliver the message.
  const say = (review: Said['review']) => opener.postMessage({ review } satisfies Said, origin)
  const late = setTimeout(nothing, PATIENCE)
  let stop: (() => void) | undefined
  const draw = (shown: Shown) => {
    stop?.()
    stop = undefined
    if (!fits()) return main().replaceChildren(element('p', 'idle', t('review.larger', LEAST)))
    stop = drawRequest(main(), shown, { approve: () => say('approve'), reject: () => say('reject') })
  }
  window.addEventListener('message', ({ data, source, origin: from }: MessageEvent<Given>) => {
    if (source !== opener || from !== origin || data.review !== 'show') return
    clearTimeout(late)
    let had = fits()
    draw(data.shown)
    window.addEventListener('resize', () => {
      if (fits() === had) return
      had = fits()
      draw(data.shown)
    })
  })
  say('ready')
}
