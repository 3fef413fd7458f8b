import { subscribe } from 'valtio/vanilla'
import { close } from '../../actions/close.ts'
import { leaveConnect } from '../../actions/homeView.ts'
import type { Kit } from '../../contracts/kit.ts'
import { draw } from '../ahead/draw.ts'
import { ahead } from '../ahead/record.ts'
import { adopt } from '../sheets.ts'
import { hostElement } from '../hostElement.ts'
import basic from '../parts/basic.css.ts'
import parts from '../parts/parts.css.ts'
import theme from '../theme.css.ts'
import frame from './frame.css.ts'

/** Renders the modal into a shadow root; returns a function that removes it. */
export type Render = (kit: Kit, shadow: ShadowRoot) => () => void

export type Host = {
  /** Whether the modal is rendered, open or closed. */
  rendered: () => boolean
  /** Shows the open modal's first view before React has loaded. Returns whether it shows. */
  draw: () => boolean
  /** Whether the view of `draw` is in the page, shown or hidden, and React has not taken it over. */
  drawn: () => boolean
  /** Removes what `draw` has drawn. */
  drop: () => void
  attach: (render?: Render) => void
  mount: (container: Element, render: Render) => () => void
  element: HTMLElement
}

/**
 * Creates the element that holds the modal. It is a plain element, not a custom element: custom elements are global,
 * and two library versions would collide.
 */
export function createHost(kit: Kit): Host {
  const element = hostElement(kit)
  const shadow = element.attachShadow({ mode: 'open' })
  adopt(shadow, theme + frame + basic + parts + (kit.plugins?.look ?? ''))
  const { language } = kit
  element.lang = language?.tag ?? kit.config.locale ?? 'en'
  if (language) element.dir = /^(ar|fa|he|ur)\b/.test(language.tag) ? 'rtl' : 'ltr'
  paintTheme(kit, element)
  let unmount: (() => void) | undefined
  /** The site destroyed the kit. Code that was still loading may arrive after that, and must render nothing. */
  let isGone = false
  /** The view that was drawn before React loaded has been laid out already, with its styles and fonts. */
  let laidOut = false
  /** Counts the places that the modal was put into: only the newest one may take it out of the page. */
  let places = 0
  const isDrawn = () => ahead(kit).release !== undefined
  const drop = () => {
    ahead(kit).release?.()
    ahead(kit).shown?.hide()
    ahead(kit).shown = undefined
    shadow.replaceChildren()
  }
  const release = () => {
    isGone = true
    if (unmount) unmount()
    else drop()
    unmount = undefined
    element.remove()
  }
  const append = () => {
    const own = kit.config.disableAppend || kit.config.embedded
    if (isGone) return false
    if (!element.isConnected && !own) document.body.append(element)
    if (element.isConnected) scaleText(element)
    return element.isConnected
  }
  kit.teardown.push(
    subscribe(kit.state.theme, () => paintTheme(kit, element), true),
    release,
  )

  return {
    element,
    rendered: () => unmount !== undefined,
    draw: () => {
      if (unmount) return false
      if (isDrawn()) return ahead(kit).shown !== undefined
      return append() && (laidOut = draw(kit, shadow))
    },
    drawn: isDrawn,
    drop,
    attach: (render) => {
      if (unmount || !append() || !render) return
      unmount = render(kit, shadow)
      if (!kit.state.modal.open && !laidOut) rehearse(shadow)
    },
    mount: (container, render) => {
      if (isGone) return () => undefined
      const own = ++places
      container.append(element)
      if (kit.config.embedded) {
        kit.state.modal.open = true
        leaveConnect(kit)
      }
      scaleText(element)
      unmount ??= render(kit, shadow)
      return () => {
        if (own !== places) return
        // A dialog that leaves the page while it is open would keep the page's scroll locked. An embedded one locks none.
        if (!kit.config.embedded) close(kit)
        element.remove()
      }
    },
  }
}

/** Forces a layout of the closed dialog without painting it, so that styles and fonts are ready when it opens. */
function rehearse(shadow: ShadowRoot) {
  const dialog = shadow.querySelector('dialog')
  if (!dialog) return
  // Without `transition: none`, the dialog would stay in the page while its `display` changes back.
  for (const css of ['display:grid;transition:none', 'transition:none', '']) {
    dialog.style.cssText = css
    void dialog.offsetHeight
  }
}

/**
 * Scales the modal's text to the size that the visitor set in the browser. The element's font size is `medium`, which
 * follows that setting (16 px by default) and not the page's own size.
 */
function scaleText(element: HTMLElement) {
  const medium = parseFloat(getComputedStyle(element).fontSize)
  if (medium !== 16) element.style.setProperty('--text', `${medium / 16}`)
}

/** Sets theme variables as custom properties through CSSOM, which no Content-Security-Policy forbids. */
function paintTheme(kit: Kit, element: HTMLElement) {
  const { mode, variables } = kit.state.theme
  element.dataset['theme'] = mode
  for (const name of [...element.style]) {
    if (THEME_NAME.test(name) && !(name in variables)) element.style.removeProperty(name)
  }
  for (const [name, value] of Object.entries(variables)) {
    if (THEME_NAME.test(name) && THEME_VALUE.test(value)) element.style.setProperty(name, value)
  }
}

/**
 * Allows `--wk-` names and values such as colours, lengths and font lists. No url() or braces: they could inject CSS.
 */
const THEME_NAME = /^--wk-[a-z0-9-]{1,40}$/
const THEME_VALUE = /^(?!.*url\s*\()[-#%.,\w\s()"'/]{1,200}$/i
