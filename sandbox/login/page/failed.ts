/**
 * The page that says why the service refused a request. The server sends the reason in English; this script translates
 * it.
 */
import { element, main } from './dom.ts'
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'
import { refusedText } from './refused.ts'

const t = pageText(pagesMessages)

export function runFailed(): void {
  const line = element('p', '', refusedText(document.documentElement.dataset['text'] ?? ''))
  line.setAttribute('role', 'alert')
  main().replaceChildren(element('h1', '', t('page.failed')), line, element('p', 'note', t('callback.close')))
}
