/**
 * The last page of a social login's popup. It sends the result's URI to the site's page that opened the popup, and the
 * result's proof to the service's frame in that page. A frame in another browser cannot get the proof. Without it the
 * service asks for an approval by mail, or refuses the result if the account has no address, unless the user has used
 * the frame's browser before.
 */
import { element, main } from './dom.ts'
import { form } from './form.ts'
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'
import { sendProof } from './proof.ts'

const t = pageText(pagesMessages)

export function runCallback(): void {
  const { ask, brand = '', origin = '' } = document.documentElement.dataset
  if (ask === undefined) return finish()
  // The server sets `ask` if the person has to confirm here: the account was used before, and it has no address for a
  // mail that asks, or this provider is new for the account.
  main().append(
    element('h1', '', t('callback.title')),
    element('p', '', t('callback.text', { brand, account: ask, site: new URL(origin).host })),
    element('p', 'note', t('callback.note')),
    form([], t('login.submit'), async () => finish()),
  )
}

function finish(): void {
  const { origin = '', result = '', proof = '', back } = document.documentElement.dataset
  const opener = window.opener as Window | null
  if (opener) {
    sendProof(opener, result, proof)
    opener.postMessage({ resultUri: result }, origin)
    window.close()
    return main().replaceChildren(element('h1', '', t('callback.done')), element('p', '', t('callback.close')))
  }
  if (back === undefined) return main().replaceChildren(element('h1', '', t('callback.close')))
  // Without a popup, return to the site's page (`back`). The service has checked that `back` is on the site that began
  // the login.
  const target = new URL(back)
  target.searchParams.set('result_uri', result)
  location.replace(target.href)
}
