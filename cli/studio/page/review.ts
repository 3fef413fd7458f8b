/** Shows what would be written, as a diff, and asks. */
import { button, make } from './dom.ts'

/** `write` throws with the reason when the file is not written. */
export function review(file: string, diff: string, write: () => Promise<void>): void {
  const lines = diff.split('\n').slice(2)
  const kind = (line: string) => (line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : 'same')
  const text = make(
    'pre',
    { tabindex: 0, 'aria-label': 'Changes' },
    ...lines.map((line) => make('span', { class: kind(line) }, `${line}\n`)),
  )
  const status = make('p', { role: 'alert', class: 'problem' })
  const dialog = make('dialog', { 'aria-labelledby': 'review' })
  const close = () => {
    dialog.close()
    dialog.remove()
  }
  const confirm = button(
    `Write ${file}`,
    () => {
      confirm.disabled = true
      write().then(close, (error: unknown) => {
        confirm.disabled = false
        status.textContent = error instanceof Error ? error.message : String(error)
      })
    },
    { class: 'primary' },
  )
  dialog.append(
    make('h2', { id: 'review' }, `Changes of ${file}`),
    text,
    status,
    make('div', { class: 'row' }, button('Cancel', close), confirm),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
