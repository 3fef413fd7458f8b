/** The page's language: the first of the browser's that the service has. It is loaded before the page draws, and stays. */
import { object, text, texts } from '../../../runtime/auth/shape.ts'
import { ENGLISH, type Language, reader, type Say, type Texts } from '../texts.ts'

/** ms after which the page goes on without the texts. */
const PATIENCE = 5000

const file = object({ tag: text, texts })
/** The browser names its languages in each request, so the service can choose. The page preloads this address. */
const [ADDRESS, ORIGINAL] = ['/language', '/language/en']
let language: Language = ENGLISH
let english: Language | undefined

/** BCP 47. */
export const pageTag = (): string => language.tag

/** Reads a page's texts in its language. */
export const pageText =
  <M extends Texts>(fallback: M | Texts = {}): Say<M> =>
  (key, values) =>
    reader<M>(language, fallback)(key, values)

/** Reads the English texts, for whoever doubts a translation. Undefined on an English page, and where they cannot be loaded. */
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
 * Loads the texts.
 * @param original whether the page offers the English texts too, and has no others in its code
 * @throws Error when the page would have no texts
 */
export async function loadLanguage(original: boolean): Promise<void> {
  const isEnglish = /^en\b/.test(navigator.language)
  const [own, other] = await Promise.all([load(ADDRESS), original && !isEnglish ? load(ORIGINAL) : undefined])
  // Nothing can be approved by somebody who cannot read it.
  if (original && !own && !other) throw new Error('Something went wrong. Load this page again.')
  language = own ?? other ?? ENGLISH
  english = other
  const root = document.documentElement
  root.lang = language.tag
  root.dir = /^(ar|fa|he|ur)\b/.test(language.tag) ? 'rtl' : 'ltr'
}
