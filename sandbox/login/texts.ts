/** Reads the login service's texts in one language: a translation by key, or else the English text. */
import { pluralOf } from '../../runtime/lib/locale.ts'
import { fill } from '../../runtime/lib/text.ts'

export type Texts = Readonly<Record<string, string>>

/**
 * `tag` is BCP 47. `texts` are the translations by key; a plural form's key ends with its category, as in
 * `time.days.few`.
 */
export type Language = { tag: string; texts: Texts }

/** English, without translations: readers fall back to the English texts that the code passes to them. */
export const ENGLISH: Language = { tag: 'en', texts: {} }

/** Returns a text; replaces `{name}` with `values.name`. A number among the values chooses the plural form. */
export type Say<M extends Texts> = (key: keyof M & string, values?: Readonly<Record<string, string | number>>) => string

/**
 * Reads texts of one language. `english` has the texts that are used where the language lacks one; a key in neither is
 * returned itself.
 *
 * @example reader(ENGLISH, letterMessages)('letter.once') // 'The link works once.'
 */
export function reader<M extends Texts>({ tag, texts }: Language, english: Texts = {}): Say<M> {
  return (key, values = {}) => {
    const count = Object.values(values).find((value) => typeof value === 'number')
    const form = count === undefined ? undefined : texts[`${key}.${pluralOf(tag, count)}`]
    return fill(form ?? texts[key] ?? english[key] ?? key, values)
  }
}
