/** Starts one of the service's pages. An attribute of the root element says which page it is. */
import { element, main } from './dom.ts'

const fail = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  const line = element('p', 'fault', text)
  line.setAttribute('role', 'alert')
  main().append(line)
}

export const start = (pages: Record<string, () => Promise<void> | void>): void =>
  void Promise.resolve()
    .then(() => pages[document.documentElement.dataset['page'] ?? '']?.())
    .catch(fail)
