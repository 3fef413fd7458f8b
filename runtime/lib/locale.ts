/**
 * The only place that validates a locale and passes it to Intl, which throws a RangeError for an invalid one. Browsers
 * may report an invalid locale: on a system with the POSIX locale, Chromium reports `en-US@posix` and WebKitGTK `C`,
 * and some browsers report an empty list.
 */

/**
 * The first valid BCP 47 tag of `wanted` and the browser's list, in canonical form; `en` if there is none. Never
 * throws.
 *
 * @example localeOf('de_DE') // the browser's, such as 'fr-CH': a tag contains no underscore
 */
export function localeOf(wanted?: string): string {
  return preferredTags([wanted, ...browserTags()])[0] ?? 'en'
}

const browserTags = () => {
  const { languages = [], language } = globalThis.navigator ?? {}
  return [...languages, language]
}

/** The valid tags of a list, by default the browser's, in canonical form. Never throws. */
export const preferredTags = (tags: readonly (string | undefined)[] = browserTags()): string[] =>
  tags.flatMap((tag) => (tag === undefined ? [] : canonical(tag).slice(0, 1)))

/**
 * The language and script of a valid tag, such as `zh-Hans` for `zh-CN`. Whoever reads one tag's texts can read those of
 * every tag with the same language and script.
 */
export function writtenForm(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

/** The likely region of a valid tag: `CH` for `de-CH`, and `DE` for `de`. */
export const regionOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().region

/** The plural category (`one`, `few`, …) of a number in a language, by the CLDR's rules. */
export const pluralOf = (locale: string, count: number): string => new Intl.PluralRules(locale).select(count)

function canonical(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}

/**
 * Caches one format per locale and options: creating a format takes longer than rendering the row that uses it. A date
 * format keeps the time zone of its creation, so the key includes the clock's offset, which changes when visitors
 * travel.
 */
function kept<O extends object, F>(make: (locale: string, options: O) => F) {
  const made = new Map<string, F>()
  return (locale: string | undefined, options: O): F => {
    const tag = localeOf(locale)
    const key = `${tag} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`
    const format = made.get(key) ?? make(tag, options)
    made.set(key, format)
    return format
  }
}

/**
 * `Intl.NumberFormat` for a validated locale.
 *
 * @example
 * ```ts
 * import { numberFormat } from 'walletkit/plugin'
 *
 * numberFormat('en', { style: 'percent' }).format(0.5) // '50%'
 * ```
 */
export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locale, options) => new Intl.NumberFormat(locale, options),
)

/**
 * `Intl.DateTimeFormat` for a validated locale, in the visitor's time zone.
 *
 * @example
 * ```ts
 * import { dateFormat } from 'walletkit/plugin'
 *
 * dateFormat(kit.locale, { dateStyle: 'medium' }).format(new Date())
 * ```
 */
export const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
)

/**
 * Compares texts in English order, whatever the visitor's language, for lists whose order another program has to
 * reproduce.
 *
 * @example
 * ```ts
 * import { inEnglishOrder } from 'walletkit/plugin'
 *
 * const names = ['b', 'A', 'c'].sort(inEnglishOrder) // ['A', 'b', 'c']
 * ```
 */
export const inEnglishOrder = (a: string, b: string): number => a.localeCompare(b, 'en')

/**
 * `Intl.DisplayNames` for a validated locale.
 *
 * @example
 * ```ts
 * import { displayNames } from 'walletkit/plugin'
 *
 * displayNames('en', { type: 'region' }).of('DE') // 'Germany'
 * ```
 */
export const displayNames = kept<Intl.DisplayNamesOptions, Intl.DisplayNames>(
  (locale, options) => new Intl.DisplayNames(locale, options),
)
