/**
 * Runs inside the page, in every engine: records errors, and finds visible elements, also in open shadow roots. The
 * page loads it before its own code. It must be self-contained, because the page gets its source text.
 */

/** CSS pixels of the viewport. */
export type Box = { left: number; top: number; right: number; bottom: number }
/** `frame` is the number of frames that the page has rendered so far. */
export type Point = { x: number; y: number; frame: number }
export type Role = 'button' | 'checkbox' | 'textbox' | 'tab' | 'img' | 'combobox'

export type Eyes = {
  faults: () => string[]
  /** The centre of the first matching element that can be pressed now, or `undefined`. */
  find: (role: Role, name: RegExp) => Point | undefined
  /** Whether a press of the pointer has reached the element that was found last. */
  hit: () => boolean
  /** The names of all visible elements of a role, for error messages. */
  names: (role: Role) => string[]
  /** All rendered text. */
  text: () => string
  /** The name of the focused element, or an empty text. */
  focused: () => string
  box: (role: Role, name: RegExp) => Box | undefined
  boxOf: (selector: string) => Box | undefined
  /** The elements that reach out of the modal or the viewport to the left or right, or are scrolled sideways. */
  overflowing: () => string[]
}

declare global {
  var eyes: Eyes
}

// eslint-disable-next-line max-lines-per-function -- its text is sent to the page, which has nothing else of this file
export function installEyes() {
  const ROLES = {
    // A summary opens what is below it.
    button: 'button,[role=button],summary',
    checkbox: 'input[type=checkbox]',
    textbox: 'input:not([type=checkbox]),textarea',
    tab: '[role=tab]',
    img: 'img,[role=img]',
    combobox: 'select',
  }
  const KEY = 'engines.faults'
  const read = () => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]
  /** Stores an error in the session storage, so that it survives a reload. */
  const note = (fault: string) => sessionStorage.setItem(KEY, JSON.stringify([...read(), fault]))
  const say = (value: unknown) =>
    value instanceof Error ? `${value.name}: ${value.message}\n${value.stack}` : String(value)

  addEventListener('error', (event) => note(`uncaught ${say(event.error ?? event.message)}`))
  addEventListener('unhandledrejection', (event) => note(`unhandled ${say(event.reason)}`))
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
    note(`refused by ${effectiveDirective}: ${blockedURI} of ${sourceFile}`),
  )
  const { error } = console
  console.error = (...values: unknown[]) => {
    note(`console.error ${values.map(say).join(' ')}`)
    error.apply(console, values)
  }

  const all = (root: Document | ShadowRoot | Element, selector: string): HTMLElement[] => {
    const found: HTMLElement[] = []
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.matches(selector)) found.push(element)
      if (element.shadowRoot) found.push(...all(element.shadowRoot, selector))
    }
    return found
  }
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    // A text field may be transparent above the elements that show its text.
    const opacityProperty = !element.matches(ROLES.textbox)
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty, visibilityProperty: true })
  }
  const nameOf = (element: HTMLElement) => {
    const root = element.getRootNode() as Document | ShadowRoot
    const labelled = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const name =
      labelled.map((id) => root.getElementById(id)?.textContent ?? '').join(' ') ||
      element.getAttribute('aria-label') ||
      labels.map((label) => label.innerText).join(' ') ||
      element.innerText ||
      element.getAttribute('placeholder') ||
      element.getAttribute('alt') ||
      ''
    return name.replace(/\s+/g, ' ').trim()
  }
  const candidates = (role: Role, name?: RegExp) =>
    all(document, ROLES[role]).filter((element) => isVisible(element) && (!name || name.test(nameOf(element))))
  const boxOf = (element: Element | undefined): Box | undefined => {
    if (!element) return undefined
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  }
  const at = (x: number, y: number) => {
    let element = document.elementFromPoint(x, y)
    while (element?.shadowRoot) {
      const inner = element.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === element) break
      element = inner
    }
    return element
  }
  const active = () => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element
  }

  let frame = 0
  const count = () => {
    frame++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  let [found, isHit]: [Element | undefined, boolean] = [undefined, false]
  addEventListener('click', (event) => void (isHit ||= !!found && event.composedPath().includes(found)), true)

  globalThis.eyes = {
    faults: read,
    hit: () => isHit,
    find: (role, name) => {
      isHit = false
      for (const element of candidates(role, name)) {
        if (element.matches(':disabled,[aria-disabled=true]')) continue
        const middle = () => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          return { x: (left + right) / 2, y: (top + bottom) / 2, frame }
        }
        const isOnTop = () => element.contains(at(middle().x, middle().y))
        if (!isOnTop()) element.scrollIntoView({ block: 'center' })
        if (!isOnTop()) continue
        found = element
        return middle()
      }
      return undefined
    },
    names: (role) => candidates(role).map(nameOf),
    text: () => {
      const hosts = all(document, '*').filter(({ shadowRoot }) => shadowRoot)
      const inner = hosts.flatMap(({ shadowRoot }) => [...(shadowRoot?.children ?? [])])
      return [document.body, ...inner].map((element) => (element as HTMLElement).innerText ?? '').join('\n')
    },
    focused: () => {
      const element = active()
      return element instanceof HTMLElement && element !== document.body ? nameOf(element) : ''
    },
    box: (role, name) => boxOf(candidates(role, name)[0]),
    boxOf: (selector) => boxOf(all(document, selector).find(isVisible)),
    overflowing: () => {
      const card = all(document, 'dialog[open] .card')[0]
      if (!card) return ['no modal is open']
      const { left, right } = card.getBoundingClientRect()
      // A name too long for its line is cut there: what its box covers beyond that line is not drawn.
      const isCut = (element: Element): boolean => {
        const parent = element.parentElement
        if (!parent || parent === card) return false
        return getComputedStyle(parent).overflowX === 'clip' ? !isOut(parent) : isCut(parent)
      }
      const isOut = (element: Element): boolean => {
        const box = element.getBoundingClientRect()
        const isWide = box.left < Math.max(0, left) - 1 || box.right > Math.min(innerWidth, right) + 1
        return isWide && !isCut(element)
      }
      const scrolled = [...card.querySelectorAll('*')].filter((each) => each.scrollLeft !== 0)
      const out = [card, ...card.querySelectorAll('*')].filter((each) => isVisible(each) && isOut(each))
      return [...scrolled, ...out].map(
        (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 60)}`,
      )
    },
  }
}
