/** The last page of a social login's popup: sends the result's URI to the page that opened it, and to no other page. */
import { element, main } from './dom.ts'

export function runCallback(): void {
  const { origin = '', result = '', back } = document.documentElement.dataset
  const opener = window.opener as Window | null
  if (opener) {
    opener.postMessage({ resultUri: result }, origin)
    window.close()
    return main().append(element('h1', '', 'You are logged in'), element('p', '', 'You can close this window.'))
  }
  if (back === undefined) return main().append(element('h1', '', 'You can close this window'))
  // Without a popup the visitor returns to the page; the service has checked that this page started the login.
  const target = new URL(back)
  target.searchParams.set('result_uri', result)
  location.replace(target.href)
}
