/** What a page shows of an error: the service's own refusals in the page's language, all else as it is. */
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'

type Key = keyof typeof pagesMessages

/** The service answers in English, which sites show too; `{names}` of the text become groups of the pattern. */
const patternOf = (english: string) =>
  new RegExp(`^${english.replace(/[.?()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`)

export function refusedText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  for (const [key, english] of Object.entries(pagesMessages)) {
    const found = key.startsWith('refused.') ? patternOf(english).exec(message) : undefined
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([name, text]) => [name, /^\d+$/.test(text) ? +text : text])
    return pageText(pagesMessages)(key as Key, Object.fromEntries(values) as Record<string, string | number>)
  }
  return message
}
