/** The forms of the service's pages. */
import { SETTLE } from './armed.ts'
import { alertLine, element } from './dom.ts'
import { refusedText } from './refused.ts'

/**
 * Tells when this window was visible and focused for half a second. A page that opens this one in a window of its own, under
 * the pointer of somebody who presses twice, must not get the second press.
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
  // By then the caller has put the button into the page.
  window.setTimeout(restart)
}

/**
 * A form that runs one submission at a time and shows errors. Without a field its button is all that it takes, so it waits
 * until a person can have seen it. `style`: the class of its button.
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
