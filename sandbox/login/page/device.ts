/** The page of a mail's link: it needs a press on a button, so that programs that open links approve nothing. */
import { flag, object, text } from '../../../runtime/auth/shape.ts'
import { post } from './ask.ts'
import { element, form, main } from './dom.ts'

const asked = object({ email: text, origin: text, browser: text, code: flag })

export async function runDevice(): Promise<void> {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const { email, origin, browser, code } = asked.parse(await post('/api/device', { token }), 'device')
  const approve = async () => {
    await post('/api/device', { token, approve: 'yes' })
    main().replaceChildren(
      element('h1', '', 'Approved'),
      element('p', '', `Go back to ${new URL(origin).host}${code ? `: a code is on its way to ${email}` : ''}.`),
    )
  }
  main().replaceChildren(
    element('h1', '', 'Approve a new browser'),
    element(
      'p',
      '',
      `A browser that we do not know (${browser}) wants to log in at ${new URL(origin).host} as ${email}.`,
    ),
    element('p', 'note', 'It says so itself. If you are not logging in there right now, close this page.'),
    form([], 'Approve', approve),
  )
}
