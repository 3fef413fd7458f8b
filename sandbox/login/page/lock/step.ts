/**
 * Draws one of several screens that follow each other: a heading, its content, and buttons. While the action of one
 * button runs, all buttons are disabled.
 */
import { alertLine, element, main } from '../dom.ts'
import { whenSettled } from '../settled.ts'

type Child = Node | string
/** A button. If `run` fails, the screen shows the error's message. */
export type Choice = { label: string; style?: string; run: () => Promise<void> | void }

/**
 * Draws a screen in `into`, and moves the focus to its heading. Its buttons take no press until the window was visible
 * and focused for half a second, and again after each change of that: a person who is double-clicking on what was there
 * before must not press "Not now" here. They can have the focus in that time, so that Tab skips none of them.
 */
export function drawStep(into: HTMLElement, title: string, parts: readonly Child[], choices: readonly Choice[]): void {
  // An `h2` in an element of a page that has its own `h1`.
  const heading = element(into === main() ? 'h1' : 'h2', '', title)
  const line = alertLine()
  heading.tabIndex = -1
  const buttons = choices.map(({ label, style = '' }) => element('button', style, label))
  let [busy, ready] = [false, false]
  const update = () => {
    for (const each of buttons) {
      each.disabled = busy
      each.ariaDisabled = ready ? null : 'true'
    }
  }
  update()
  for (const [at, button] of buttons.entries()) {
    button.type = at === 0 ? 'submit' : 'button'
    button.addEventListener('click', (event) => {
      event.preventDefault()
      if (!event.isTrusted || !ready) return
      line.textContent = ''
      busy = true
      update()
      const run = async () => choices[at]?.run()
      run()
        .catch((error: unknown) => (line.textContent = error instanceof Error ? error.message : String(error)))
        .finally(() => ((busy = false), update()))
    })
  }
  const box = element('form', 'step', heading, ...parts, line, ...buttons)
  box.noValidate = true
  box.addEventListener('submit', (event) => event.preventDefault())
  into.replaceChildren(box)
  whenSettled(box, (settled) => ((ready = settled), update()))
  heading.focus({ preventScroll: true })
}
