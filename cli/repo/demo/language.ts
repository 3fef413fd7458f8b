/**
 * The language that the visitor chose on the demo page. walletkit uses the browser's language, so a chosen one replaces
 * `navigator.languages`. Import this file before the kit is created.
 */
const KEY = 'demo-language'

export const chosen = localStorage.getItem(KEY) ?? ''

if (chosen) Object.defineProperty(navigator, 'languages', { get: () => [chosen] })

/** Reloads the page in a language (BCP 47), or with '' in the browser's own. */
export function choose(language: string): void {
  if (language) localStorage.setItem(KEY, language)
  else localStorage.removeItem(KEY)
  location.reload()
}
