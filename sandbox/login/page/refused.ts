/**
 * Translates the service's refusals, which it sends in English, into the page's language. Other errors stay as they
 * are.
 */
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'

type Key = keyof typeof pagesMessages

/** A pattern that matches an English text of `pagesMessages`; each `{name}` in it becomes a named group. */
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
