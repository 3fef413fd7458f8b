/** The page of a link that takes back a change of address or a deletion. It needs a press: programs open links too. */
import { either, object, oneOf, text } from '../../../runtime/auth/shape.ts'
import { post } from './ask.ts'
import { element, form, main } from './dom.ts'

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
      element('h1', '', 'Bring your account back'),
      element('p', '', 'Your account was deleted. Its address, logins and keys can still be restored.'),
      form([], 'Restore the account', run('Your account is back', 'Log in again where you need to.')),
    )
  }
  const { email, next } = found
  const list = element('dl')
  for (const [label, value] of [
    ['Your address before', email],
    ['The address now', next],
  ] as const) {
    list.append(element('dt', '', label), element('dd', 'code', value))
  }
  const said = `${email} leads to your account again. Everybody was logged out: log in again where you need to.`
  main().replaceChildren(
    element('h1', '', 'Undo the change of your email address'),
    list,
    element(
      'p',
      'note',
      'Every browser is logged out, also this one. If you made the change yourself, close this page.',
    ),
    form([], 'Undo the change', run('The change is undone', said)),
  )
}
