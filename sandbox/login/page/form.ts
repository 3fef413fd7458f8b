/**
 * Forms of the service's pages. The button of a form without fields is disabled until its window was visible and
 * focused for half a second.
 */
import { SETTLE } from './armed.ts'
import { alertLine, element } from './dom.ts'
import { refusedText } from './refused.ts'

/**
 * Calls `tell` with true when this window was visible and focused for half a second, and with false when it no longer
 * is. Reason: a site could open this page in a window under the pointer of a person who is double-clicking on the site,
 * and the second click would press the button.
 */
function whenSettled(button: HTMLElement, tell: (settled: boolean) => void): void {
  const ending = new AbortController()
  let timer = 0
  const restart = () => {
    clearTimeout(timer)
    if (!button.isConnected) return ending.abort()
    tell(false)
    if (document.visibilityState === 'visible' && document.hasFocus()) timer = window.setTimeout(tell, SETTLE, true)
  }
  const options = { signal: ending.signal }
  for (const event of ['focus', 'blur'] as const) window.addEventListener(event, restart, options)
  document.addEventListener('visibilitychange', restart, options)
  // Start after the current task: only then has the caller added the button to the page, which `restart` checks.
  window.setTimeout(restart)
}

/**
 * A form that runs one submission at a time and shows errors. Without fields (`parts`) one press submits it, so its
 * button is disabled until a person can have seen the page. `style` is the class of the button.
 */
export function form(parts: readonly Node[], label: string, run: () => Promise<unknown>, style = 'key') {
  const [button, line] = [element('button', style, label), alertLine()]
  const made = element('form', '', ...parts, button, line)
  made.noValidate = true
  let [busy, ready] = [false, parts.length > 0]
  const update = () => (button.disabled = busy || !ready)
  update()
  if (!ready) whenSettled(button, (settled) => ((ready = settled), update()))
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    busy = true
    update()
    line.textContent = ''
    run()
      .catch((error: unknown) => (line.textContent = refusedText(error)))
      .finally(() => ((busy = false), update()))
  })
  return made
}
