/** On a phone, the sheet follows the finger down: it closes, or springs back. */
import { requestClose } from '../../actions/close.ts'
import type { Kit } from '../../contracts/kit.ts'
import { release, type Sample, velocityOf } from './release.ts'

type Drag = { from: number; top: number; samples: Sample[] }

/**
 * Lets the visitor drag the modal's card down with a finger, to close it. This works only while the card is a sheet at
 * the bottom of the window, which `frame.css` makes of it in windows up to 430 px wide.
 */
export function followFinger(kit: Kit, card: HTMLElement) {
  /** Where a touch began that may become a drag. */
  let start: { x: number; y: number } | undefined
  let drag: Drag | undefined

  card.addEventListener(
    'touchstart',
    (event) => {
      const [touch, second] = event.touches
      start =
        touch && !second && isSheet(card) && mayDrag(event, card) ? { x: touch.clientX, y: touch.clientY } : undefined
      // A second finger ends the drag; the sheet springs back.
      if (second && drag) {
        drag = undefined
        drop(card)
      }
    },
    { passive: true },
  )
  // Not passive: the first move decides whether the browser scrolls or the sheet follows.
  card.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches
      if (!touch || !event.cancelable || (!start && !drag)) return
      const { clientX: x, clientY: y } = touch
      if (!drag && start) {
        const isDown = y - start.y > Math.abs(x - start.x)
        start = undefined
        if (!isDown) return
        drag = { from: y, top: offsetOf(card), samples: [] }
      }
      if (!drag) return
      event.preventDefault()
      drag.samples.push({ y, at: event.timeStamp })
      place(card, drag.top + y - drag.from)
    },
    { passive: false },
  )
  const end = (event: TouchEvent) => {
    const ended = drag
    drag = start = undefined
    if (!ended) return
    const distance = offsetOf(card)
    const velocity = velocityOf(ended.samples, event.timeStamp)
    const isClosed = event.type === 'touchend' && release({ distance, height: card.offsetHeight, velocity }) === 'close'
    if (isClosed) requestClose(kit, 'drag')
    drop(card)
  }
  card.addEventListener('touchend', end)
  card.addEventListener('touchcancel', end)
}

const isSheet = (card: HTMLElement) => card.parentElement?.matches('.overlay') && matchMedia('(width<=430px)').matches

/**
 * Whether a touch may drag the sheet. Not in a list that can still scroll up, and not in a field, where it moves the
 * caret.
 */
function mayDrag(event: TouchEvent, card: HTMLElement): boolean {
  for (const each of event.composedPath()) {
    if (each === card) return true
    if (each instanceof HTMLInputElement || (each instanceof Element && each.scrollTop > 0)) return false
  }
  return false
}

/**
 * How many px the card is below its place now. This is correct even during a transition, when a finger may catch the
 * card.
 */
const offsetOf = (card: HTMLElement) => new DOMMatrix(getComputedStyle(card).transform).m42

/** Moves the card `y` px down (never up), and fades the overlay behind it by as much. */
function place(card: HTMLElement, y: number) {
  const offset = Math.max(0, y)
  const rest = Math.round(100 - (100 * offset) / card.offsetHeight)
  card.style.setProperty('transition', 'none')
  card.style.setProperty('transform', `translateY(${offset}px)`)
  card.parentElement?.style.setProperty('background', `color-mix(in srgb, var(--wk-overlay) ${rest}%, transparent)`)
}

/** Removes the drag's styles: the style sheet's transitions then move the card back, or away if the modal closes. */
function drop(card: HTMLElement) {
  card.style.removeProperty('transition')
  card.style.removeProperty('transform')
  card.parentElement?.style.removeProperty('background')
}
