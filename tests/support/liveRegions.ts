/** Records what the modal tells a visitor by itself: what its live regions say, and which sentences show twice. */
import type { Visited } from './flow.ts'

export type Announced = {
  text: string
  /** `alert` interrupts what a screen reader says; `status` waits. */
  role: string
  /** Another live region contains this one, so that some screen readers read it twice. */
  isNested: boolean
  /** ms since the page began. */
  at: number
}

declare global {
  var announced: Announced[]
  /** Sentences that showed in two places in one frame. */
  var repeated: string[]
}

/** Give it to `flow.visit({ script })`: it has to run before the modal creates its shadow root. */
export const LISTEN = `globalThis.__name ??= (named) => named; (${listen.toString()})()`

export const heard = ({ page }: Visited) => page.evaluate(() => globalThis.announced)
export const repeated = ({ page }: Visited) => page.evaluate(() => globalThis.repeated)

/** Runs in the page. */
function listen() {
  const LIVE = '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive]'
  /** Where messages show. */
  const MESSAGES = '.toast > span > span,.toast small,.banner > .grow,.state-title,.display,.text,.note,.button,.link'
  /** Characters: names and amounts may show twice, sentences may not. */
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
      .filter((each) => each.checkVisibility() && !each.closest('.sr,[data-leaving],[aria-hidden=true]'))
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
      // The tree for screen readers follows a whole frame, as what is seen does.
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
