/**
 * The language that the visitor chose here. The page's own build asks the browser, as on every site; so a choice is told to it as the
 * browser's, before the kit is made.
 */
const KEY = 'demo-language'

export const chosen = localStorage.getItem(KEY) ?? ''

if (chosen) Object.defineProperty(navigator, 'languages', { get: () => [chosen] })

/** Loads the page again in a language; in the browser's own with an empty one. */
export function choose(language: string): void {
  if (language) localStorage.setItem(KEY, language)
  else localStorage.removeItem(KEY)
  location.reload()
}
