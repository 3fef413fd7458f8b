/**
 * The last page of a social login's popup. It sends the result's URI to the page that opened it, and to no other page;
 * and the result's proof to the service's own frame in that page, so that a frame in another browser has no use for the
 * result.
 */
import { element, form, main } from './dom.ts'
import { sendProof } from './proof.ts'

export function runCallback(): void {
  const { ask, brand = '', origin = '' } = document.documentElement.dataset
  if (ask === undefined) return finish()
  // There is no address to ask at, or the account has never been used with this provider: the person decides here.
  main().append(
    element('h1', '', 'Log in to your wallet?'),
    element('p', '', `Your ${brand} login opens the wallet of ${ask} at ${new URL(origin).host}, in this browser.`),
    element('p', 'note', 'If you did not start this, close this window.'),
    form([], 'Log in', async () => finish()),
  )
}

function finish(): void {
  const { origin = '', result = '', proof = '', back } = document.documentElement.dataset
  const opener = window.opener as Window | null
  if (opener) {
    sendProof(opener, result, proof)
    opener.postMessage({ resultUri: result }, origin)
    window.close()
    return main().replaceChildren(
      element('h1', '', 'You are logged in'),
      element('p', '', 'You can close this window.'),
    )
  }
  if (back === undefined) return main().replaceChildren(element('h1', '', 'You can close this window'))
  // Without a popup the visitor returns to the page; the service has checked that this page started the login.
  const target = new URL(back)
  target.searchParams.set('result_uri', result)
  location.replace(target.href)
}
