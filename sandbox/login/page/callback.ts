/**
 * The last page of a social login's popup. It sends the result's URI to the page that opened it, and to no other page;
 * and the result's proof to the service's own frame in that page, so that a frame in another browser has no use for the
 * result.
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
  // There is no address to ask at, or the account has never been used with this provider: the person decides here.
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
  // Without a popup the visitor returns to the page; the service has checked that this page started the login.
  const target = new URL(back)
  target.searchParams.set('result_uri', result)
  location.replace(target.href)
}
