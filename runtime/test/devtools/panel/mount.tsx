/** Renders the panel: in a shadow root of the page, or in a window of its own. */
import { createRoot } from 'react-dom/client'
import { subscribe } from 'valtio/vanilla'
import theme from '../../../ui/theme.css.ts'
import type { Kit } from '../../../contracts/kit.ts'
import type { Devtools } from '../index.ts'
import type { Timeline } from '../timeline.ts'
import { Dock } from './Dock.tsx'
import { Panel } from './Panel.tsx'
import css from './panel.css.ts'
import { createSession, type Session } from './session.ts'

export type Tools = Pick<Devtools, 'exportRecording' | 'bugReport'> & { kit: Kit; timeline: Timeline }

/** Adds the panel to the page. Returns a function that removes it. */
export function mountPanel(tools: Tools): () => void {
  const session = createSession(tools)
  let closeWindow: (() => void) | undefined
  const openWindow = () => {
    closeWindow?.()
    closeWindow = showInWindow(tools, session)
    return closeWindow !== undefined
  }
  const host = document.createElement('div')
  const unmount = render(host, tools.kit, <Dock tools={tools} session={session} openWindow={openWindow} />)
  document.body.append(host)
  const stopKeys = watchKeys(session)
  return () => {
    stopKeys()
    session.endReplay()
    closeWindow?.()
    unmount()
    host.remove()
  }
}

/**
 * Renders the panel into a shadow root of `host`. Creates a style sheet of its own, because a style sheet belongs to
 * the document in which it was created. Returns a function that removes the panel.
 */
function render(host: HTMLElement, kit: Kit, panel: React.ReactNode): () => void {
  const view = host.ownerDocument.defaultView ?? window
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(theme + css)
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets.push(sheet)
  host.lang = 'en'
  host.dir = 'ltr'
  host.dataset['walletkitDevtools'] = ''
  const paint = () => void (host.dataset['theme'] = kit.state.theme.mode)
  paint()
  const stop = subscribe(kit.state.theme, paint)
  const root = createRoot(shadow)
  root.render(panel)
  return () => {
    stop()
    root.unmount()
  }
}

/**
 * Shows the panel in a window of its own, which stays usable while the modal makes the rest of the page inert. Returns
 * a function that closes the window; `undefined` when the browser blocks the window.
 */
function showInWindow(tools: Tools, session: Session): (() => void) | undefined {
  const opened = window.open('', '', 'popup,width=960,height=680')
  if (!opened) return undefined
  const { document: page } = opened
  page.title = 'walletkit devtools'
  page.documentElement.lang = 'en'
  const host = page.createElement('div')
  const unmount = render(host, tools.kit, <Panel tools={tools} session={session} isWindow />)
  page.body.append(host)
  const stopKeys = watchKeys(session, opened)
  opened.addEventListener('pagehide', unmount)
  const close = () => {
    stopKeys()
    opened.close()
  }
  // This page renders the window's content, so close the window when the page is left.
  window.addEventListener('pagehide', close)
  return () => {
    window.removeEventListener('pagehide', close)
    close()
  }
}

/**
 * Steps through a replay with Alt + ← and Alt + →, also while the modal makes the panel inert. Returns a function that
 * stops.
 */
function watchKeys(session: Session, view: Window = window): () => void {
  const press = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined
    if (step === undefined || !session.replay()) return
    event.preventDefault()
    session.step(step)
  }
  view.addEventListener('keydown', press, true)
  return () => view.removeEventListener('keydown', press, true)
}
