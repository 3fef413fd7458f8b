/** The script of every page of the login service. An attribute of the root element says which page it is. */
import { runCallback } from './callback.ts'
import { runDashboard } from './dashboard.ts'
import { runDevice } from './device.ts'
import { element, main } from './dom.ts'
import { runFrame } from './frame.ts'
import { runUndo } from './undo.ts'

const pages: Record<string, () => Promise<void> | void> = {
  frame: runFrame,
  callback: runCallback,
  device: runDevice,
  undo: runUndo,
  dashboard: runDashboard,
}

const fail = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  const line = element('p', 'fault', text)
  line.setAttribute('role', 'alert')
  main().append(line)
}

Promise.resolve()
  .then(() => pages[document.documentElement.dataset['page'] ?? '']?.())
  .catch(fail)
