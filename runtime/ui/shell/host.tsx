import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { subscribe } from 'valtio/vanilla'
import { leaveConnect } from '../../actions/homeView.ts'
import type { Kit } from '../../contracts/kit.ts'
import { findView } from '../../host/findView.ts'
import { adopt, KitContext } from '../context.ts'
import { Edge, tell } from '../Edge.tsx'
import { hostElement } from '../hostElement.ts'
import basic from '../parts/basic.css.ts'
import parts from '../parts/parts.css.ts'
import theme from '../theme.css.ts'
import { Modal } from './Modal.tsx'
import { preloadView } from './Outlet.tsx'
import frame from './frame.css.ts'

export type Host = {
  /** Whether the modal is rendered, open or closed. */
  rendered: () => boolean
  attach: () => void
  mount: (container: Element) => () => void
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
  let root: Root | undefined

  const shownPlugin = () => findView(kit, kit.state.router.view)?.plugin.id
  const render = () => {
    if (root) return
    root = createRoot(shadow, { onUncaughtError: (error) => tell(kit, error, shownPlugin()) })
    const tree = (
      <KitContext.Provider value={{ kit, root: shadow, preload: (view) => preloadView(kit, view) }}>
        <Edge kit={kit} owner={shownPlugin}>
          <Modal />
        </Edge>
      </KitContext.Provider>
    )
    flushSync(() => root?.render(tree))
  }
  const release = () => {
    root?.unmount()
    root = undefined
    element.remove()
  }
  kit.teardown.push(
    subscribe(kit.state.theme, () => paintTheme(kit, element), true),
    release,
  )

  return {
    element,
    rendered: () => root !== undefined,
    attach: () => {
      const own = kit.config.disableAppend || kit.config.embedded
      if (!element.isConnected && !own) document.body.append(element)
      if (root || !element.isConnected) return
      scaleText(element)
      render()
      if (!kit.state.modal.open) rehearse(shadow)
    },
    mount: (container) => {
      container.append(element)
      if (kit.config.embedded) {
        kit.state.modal.open = true
        leaveConnect(kit)
      }
      scaleText(element)
      render()
      return () => element.remove()
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
  for (const [name, value] of Object.entries(variables)) {
    if (THEME_NAME.test(name) && THEME_VALUE.test(value)) element.style.setProperty(name, value)
  }
}

/** Allows only `--wk-` tokens with colours, lengths and font lists. No url() or braces: they could inject CSS. */
const THEME_NAME = /^--wk-[a-z0-9-]{1,40}$/
const THEME_VALUE = /^(?!.*url\s*\()[-#%.,\w\s()"'/]{1,200}$/i
