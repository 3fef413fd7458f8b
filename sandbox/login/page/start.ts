/** Starts the script of one of the service's pages. */
import { element, main } from './dom.ts'
import { loadLanguage } from './language.ts'

/** A page's title, called after the language has loaded, and its script. */
type Page = { title: () => string; run: () => Promise<void> | void }

/**
 * Loads the language, then runs the page that the root element's `data-page` names.
 * @param told returns the text of an error that is shown to the person
 * @param original whether the page also offers the English texts
 */
export const start = (pages: Record<string, Page>, told: (error: unknown) => string, original = false): void =>
  void loadLanguage(original)
    .then(() => {
      const page = pages[document.documentElement.dataset['page'] ?? '']
      if (!page) return
      document.title = page.title()
      return page.run()
    })
    .catch((error: unknown) => {
      const line = element('p', 'fault', told(error))
      line.setAttribute('role', 'alert')
      main().append(line)
    })
