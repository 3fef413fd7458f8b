/** The live modal in a frame, and the controls that choose its view, its state, and what the test wallet answers. */
import type { Previewed } from '../server.ts'
import { make, select } from './dom.ts'

export type Stage = { element: HTMLElement; show: (previewed: Previewed) => void; say: (text: string) => void }

export function createStage(): Stage {
  const asked: Record<string, string> = { view: 'Connect', state: 'ready', wallet: 'not connected', answer: 'approve' }
  let url = ''
  const frame = make('iframe', { title: 'The modal', class: 'frame' })
  const status = make('p', { role: 'status', class: 'status' }, 'Building the preview …')
  const focus = focusKeeper(frame)
  const reload = () => {
    if (!url) return
    const { view = '', state = '', answer = '', mode = '' } = asked
    const query = new URLSearchParams({ view, state, answer, mode })
    if (asked.wallet === 'connected') query.set('connected', '1')
    focus.begin()
    frame.src = `${url}?${query.toString()}`
  }
  const control = (name: string, label: string, values: readonly string[]) =>
    select(label, values, (value) => {
      asked[name] = value
      reload()
    })
  const view = control('view', 'View', ['Connect'])
  const controls = [
    view,
    control('state', 'Services', ['ready', 'loading', 'error', 'offline']),
    control('wallet', 'Account', ['not connected', 'connected']),
    control('answer', 'The wallet', ['approve', 'hold', 'reject']),
    control('mode', 'Mode', ['as configured', 'light', 'dark']),
    select('Screen', ['desktop', 'phone'], (screen) => frame.classList.toggle('phone', screen === 'phone')),
  ]
  const bar = make('div', { class: 'controls' }, ...controls.map(({ element }) => element))
  return {
    element: make('section', { class: 'stage', 'aria-label': 'Preview' }, bar, status, frame),
    say: (text) => (status.textContent = text),
    show: (previewed) => {
      const { views, hasWallet } = previewed.report
      url = previewed.url
      if (!views.includes(asked.view ?? '')) asked.view = 'Connect'
      view.list.replaceChildren(...views.map((name) => make('option', { value: name }, name)))
      view.list.value = asked.view ?? 'Connect'
      status.textContent = hasWallet
        ? 'Up to date.'
        : 'Up to date. The test wallet acts on EVM networks, and the config has none.'
      reload()
    },
  }
}

/**
 * The preview opens its modal after each change, and a modal takes the focus. Until the preview says that it shows the
 * modal, give the focus back to the field in which somebody types. `begin`: call it before the frame loads.
 */
function focusKeeper(frame: HTMLIFrameElement) {
  let isOpening = false
  let before: EventTarget | null = null
  const giveBack = () => {
    if (document.activeElement === frame && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', ({ target }) => {
    if (target !== frame) before = target
  })
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data === 'shown') isOpening = false
  })
  // The frame has the focus only after this event, so wait for that.
  addEventListener('blur', () => {
    if (isOpening) setTimeout(giveBack)
  })
  return { begin: () => (isOpening = true) }
}
