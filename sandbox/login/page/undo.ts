/** The page of a mail's link that takes back a change of address. It needs a press, because programs open links too. */
import { object, text } from '../../../runtime/auth/shape.ts'
import { post } from './ask.ts'
import { element, form, main } from './dom.ts'

const change = object({ email: text, next: text })

export async function runUndo(): Promise<void> {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const { email, next } = change.parse(await post('/api/undo', { token }), 'undo')
  const undo = async () => {
    await post('/api/undo', { token, approve: 'yes' })
    main().replaceChildren(
      element('h1', '', 'The change is undone'),
      element(
        'p',
        '',
        `${email} leads to your account again. Everybody was logged out: log in again where you need to.`,
      ),
    )
  }
  const list = element('dl')
  for (const [label, value] of [
    ['Your address before', email],
    ['The address now', next],
  ] as const) {
    list.append(element('dt', '', label), element('dd', 'code', value))
  }
  main().replaceChildren(
    element('h1', '', 'Undo the change of your email address'),
    list,
    element(
      'p',
      'note',
      'Every browser is logged out, also this one. If you made the change yourself, close this page.',
    ),
    form([], 'Undo the change', undo),
  )
}
