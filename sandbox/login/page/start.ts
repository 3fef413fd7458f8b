/** Starts one of the service's pages. An attribute of the root element says which page it is. */
import { element, main } from './dom.ts'
import { loadLanguage } from './language.ts'

/** `title` is read after the language has loaded. */
type Page = { title: () => string; run: () => Promise<void> | void }

/** @param told what a person reads of an error @param original whether the page offers the English texts too */
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
