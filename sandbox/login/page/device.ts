/**
 * The page of a mailed link that approves a browser. Only a press on its button approves: mail scanners open links
 * without pressing anything.
 */
import { flag, nullable, object, text } from '../../../runtime/auth/shape.ts'
import { post } from './ask.ts'
import { element, main } from './dom.ts'
import { form } from './form.ts'
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'

const t = pageText(pagesMessages)
const asked = object({ email: text, origin: text, browser: nullable(text), code: flag })

export async function runDevice(): Promise<void> {
  const token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const { email, origin, browser, code } = asked.parse(await post('/api/device', { token }), 'device')
  const site = new URL(origin).host
  const approve = async () => {
    await post('/api/device', { token, approve: 'yes' })
    main().replaceChildren(
      element('h1', '', t('device.approved')),
      element('p', '', t(code ? 'device.backForCode' : 'device.back', { site, email })),
    )
  }
  main().replaceChildren(
    element('h1', '', t('device.title')),
    element('p', '', t('device.text', { browser: browser ?? t('device.unnamed'), site, email })),
    element('p', 'note', t('device.note')),
    form([], t('device.approve'), approve),
  )
}
