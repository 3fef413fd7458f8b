/**
 * Records what the modal's live regions announce to screen readers, and which sentences the modal shows twice at once.
 */
import type { Visited } from './flow.ts'

export type Announced = {
  text: string
  /** The region's role. A screen reader interrupts itself for an `alert`, and reads a `status` when it has finished. */
  role: string
  /** Whether the region is inside another live region: some screen readers then read the text twice. */
  isNested: boolean
  /** ms since the page was opened. */
  at: number
}

declare global {
  var announced: Announced[]
  /** Sentences that showed in two places in one frame. */
  var repeated: string[]
}

/** The recording script, for `flow.visit({ script })`. It has to run before the modal creates its shadow root. */
export const LISTEN = `globalThis.__name ??= (named) => named; (${listen.toString()})()`

export const heard = ({ page }: Visited) => page.evaluate(() => globalThis.announced)
export const repeated = ({ page }: Visited) => page.evaluate(() => globalThis.repeated)

/** Records announcements and repeated sentences. It runs in the page. */
function listen() {
  const LIVE = '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive]'
  /** The elements in which the modal shows messages. */
  const MESSAGES =
    '.toast > span > span,.toast small,.progress .label,.banner > .grow,.state-title,.display,.text,.note,.button,.link'
  /** Texts of at least this many characters are sentences, which must not show twice; names and amounts may. */
  const SENTENCE = 12
  const list: Announced[] = (globalThis.announced = [])
  const twice: string[] = (globalThis.repeated = [])
  const before = new WeakMap<Element, string>()
  const isSilent = (element: Element) => element.matches('[aria-hidden=true],[inert],svg') || !element.checkVisibility()

  // A screen reader reads the name of a labelled part instead of its contents. It reads no name of the region itself.
  const textOf = (node: Node, isRegion = false): string => {
    if (!(node instanceof Element)) return node.textContent ?? ''
    if (isSilent(node)) return ''
    const name = node.getAttribute('aria-label')
    if (name !== null && !isRegion) return ` ${name} `
    const inner = [...node.childNodes].map((child) => textOf(child)).join('')
    return getComputedStyle(node).display.startsWith('inline') ? inner : ` ${inner} `
  }

  const listenTo = (root: ShadowRoot) => {
    for (const region of root.querySelectorAll(LIVE)) {
      if (region.closest('[aria-hidden=true],[inert]')) continue
      const text = textOf(region, true).replace(/\s+/g, ' ').trim()
      const last = before.get(region)
      before.set(region, text)
      if (text === '' || text === last) continue
      const role = region.getAttribute('role') ?? region.getAttribute('aria-live') ?? ''
      const isNested = region.parentElement?.closest(LIVE) != null
      list.push({ text, role, isNested, at: Math.round(performance.now()) })
    }
  }

  const lookAt = (root: ShadowRoot) => {
    const texts = [...root.querySelectorAll<HTMLElement>(MESSAGES)]
      // Leave out texts for screen readers (`.sr`) and toasts that are leaving. A toast with `aria-hidden` counts,
      // because visitors still see it.
      .filter((each) => each.checkVisibility() && !each.closest('.sr,[data-leaving]'))
      .map((each) => each.innerText.trim())
      .filter((text) => text.length >= SENTENCE)
    for (const text of texts)
      if (texts.indexOf(text) !== texts.lastIndexOf(text) && !twice.includes(text)) twice.push(text)
  }

  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options)
    let isAsked = false
    const change = () => {
      // Look once per frame, after all changes of that frame, as screen readers do.
      if (isAsked) return
      isAsked = true
      requestAnimationFrame(() => {
        isAsked = false
        listenTo(root)
        lookAt(root)
      })
    }
    new MutationObserver(change).observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    return root
  }
}
