/**
 * The page of a mailed link that undoes a change of address or a deletion. Only a press undoes: mail scanners open
 * links too.
 */
import { either, object, oneOf, text } from '../../../runtime/auth/shape.ts'
import { post } from './ask.ts'
import { element, main } from './dom.ts'
import { form } from './form.ts'
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'

const t = pageText(pagesMessages)
const undoing = either(object({ kind: oneOf('email'), email: text, next: text }), object({ kind: oneOf('deletion') }))

export async function runUndo(): Promise<void> {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const found = undoing.parse(await post('/api/undo', { token }), 'undo')
  const run = (title: string, said: string) => async () => {
    await post('/api/undo', { token, approve: 'yes' })
    main().replaceChildren(element('h1', '', title), element('p', '', said))
  }
  if (found.kind === 'deletion') {
    return main().replaceChildren(
      element('h1', '', t('undo.deletion')),
      element('p', '', t('undo.deletionText')),
      form([], t('undo.restore'), run(t('undo.restored'), t('undo.restoredText'))),
    )
  }
  const { email, next } = found
  const list = element('dl')
  for (const [label, value] of [
    [t('undo.before'), email],
    [t('undo.now'), next],
  ] as const) {
    list.append(element('dt', '', label), element('dd', 'code', value))
  }
  const said = t('undo.doneText', { email })
  main().replaceChildren(
    element('h1', '', t('undo.title')),
    list,
    element('p', 'note', t('undo.note')),
    form([], t('undo.submit'), run(t('undo.done'), said)),
  )
}
