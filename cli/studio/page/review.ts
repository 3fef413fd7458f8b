/** A dialog that shows the changes of the config as a diff, and asks whether to write them. */
import { button, make } from './dom.ts'

/** Opens the dialog. `write` rejects with the reason when the file was not written; the dialog shows it. */
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
