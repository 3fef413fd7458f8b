/**
 * The page's language: the first of the browser's languages that the service has. It is loaded once, before the page
 * draws.
 */
import { object, text, texts } from '../../../runtime/auth/shape.ts'
import { ENGLISH, type Language, reader, type Say, type Texts } from '../texts.ts'

/** The most ms to wait for a language's texts. */
const PATIENCE = 5000

const file = object({ tag: text, texts })
/**
 * `/language` is the page's language, which the service chooses by the request's Accept-Language header. The page's
 * HTML preloads it. `/language/en` is always English.
 */
const [ADDRESS, ORIGINAL] = ['/language', '/language/en']
let language: Language = ENGLISH
let english: Language | undefined

/** The BCP 47 tag of the page's language. */
export const pageTag = (): string => language.tag

/** Reads a page's texts in its language. */
export const pageText =
  <M extends Texts>(fallback: M | Texts = {}): Say<M> =>
  (key, values) =>
    reader<M>(language, fallback)(key, values)

/**
 * Reads the English texts, so that a person can check a translation; undefined on an English page, or if they did not
 * load.
 */
export const originalText = <M extends Texts>(): Say<M> | undefined =>
  english && english.tag !== language.tag ? reader<M>(english) : undefined

const load = async (address: string): Promise<Language | undefined> => {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) })
    return answer.ok ? file.parse(await answer.json(), 'language') : undefined
  } catch {
    return undefined
  }
}

/**
 * Loads the page's texts. If that fails, the page uses the English texts.
 * @param original whether the page also offers the English texts; its script contains none then, so they are loaded
 *   too, unless the browser's own language is English
 * @throws Error when `original` is true and no texts could be loaded
 */
export async function loadLanguage(original: boolean): Promise<void> {
  const isEnglish = /^en\b/.test(navigator.language)
  const [own, other] = await Promise.all([load(ADDRESS), original && !isEnglish ? load(ORIGINAL) : undefined])
  // Without texts the person could not read what to approve.
  if (original && !own && !other) throw new Error('Something went wrong. Load this page again.')
  language = own ?? other ?? ENGLISH
  english = other
  const root = document.documentElement
  root.lang = language.tag
  root.dir = /^(ar|fa|he|ur)\b/.test(language.tag) ? 'rtl' : 'ltr'
}
