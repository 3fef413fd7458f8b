/**
 * Forms of the service's pages. The button of a form without fields is disabled until its window was visible and
 * focused for half a second.
 */
import { alertLine, element } from './dom.ts'
import { refusedText } from './refused.ts'
import { whenSettled } from './settled.ts'

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
