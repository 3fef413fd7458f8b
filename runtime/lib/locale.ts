/**
 * The one place that judges a locale and hands it to Intl. A browser may name one that Intl refuses with a RangeError:
 * Chromium says `en-US@posix` and WebKitGTK `C` where the system's locale is POSIX, and some give an empty list.
 */

/**
 * The first of `wanted` and the browser's own list that is a BCP 47 tag, in its canonical form; `en` when none is.
 * Never throws.
 *
 * @example localeOf('de_DE') // the browser's, e.g. 'fr-CH': an underscore is no part of a tag
 */
export function localeOf(wanted?: string): string {
  const { languages = [], language } = globalThis.navigator ?? {}
  for (const tag of [wanted, ...languages, language]) {
    const [valid] = tag === undefined ? [] : canonical(tag)
    if (valid !== undefined) return valid
  }
  return 'en'
}

function canonical(tag: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(tag)
  } catch {
    return []
  }
}

/**
 * Made once for each locale and set of options: a format costs more than the row of a list that it is for. A format of
 * dates keeps the time zone that it was made in, and people travel: it is made anew when the clock's offset is another.
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

/** `Intl.NumberFormat` of a judged locale. */
export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locale, options) => new Intl.NumberFormat(locale, options),
)

/** `Intl.DateTimeFormat` of a judged locale, in the visitor's time zone. */
export const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
)

/** The order of English wherever the page runs, for texts that others write in the same order. */
export const inEnglishOrder = (a: string, b: string): number => a.localeCompare(b, 'en')

/** `Intl.DisplayNames` of a judged locale. */
export const displayNames = kept<Intl.DisplayNamesOptions, Intl.DisplayNames>(
  (locale, options) => new Intl.DisplayNames(locale, options),
)
