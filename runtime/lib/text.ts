/**
 * Cleans untrusted text: removes control, format, bidi and invisible characters, keeps at most four marks on one letter
 * (more would cover the lines around it), joins spaces, and shortens the text to `length` graphemes, of which the last
 * is then `…`. Also removes variation selectors, so an emoji may show as text.
 *
 * @example
 * ```ts
 * import { cleanText } from 'walletkit/plugin'
 *
 * cleanText('USD\u202eC', 32) // 'USDC'
 * ```
 */
export function cleanText(text: string, length = 64): string {
  const clean = text
    // Replace line breaks and tabs by spaces first: the next line would remove them, and so join the words on both
    // sides.
    .replace(/[\t-\r]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{DI}\u2800]/gu, '')
    .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  if (clean.length <= length) return clean
  const graphemes = [...new Intl.Segmenter().segment(clean.slice(0, length * 16))]
  return graphemes.length <= length
    ? clean.slice(0, length * 16)
    : `${graphemes
        .slice(0, length - 1)
        .map(({ segment }) => segment)
        .join('')}…`
}

/** The words of a text, which may have line breaks: a long list is shorter to write, and to download, this way. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Matches letters of Hebrew, Arabic and other scripts from right to left, and the mark that `Intl` puts before amounts
 * in these scripts.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f]/

/**
 * Fills a text: `{name}` becomes `values.name`; a name without a value stays. Between words from right to left a value
 * is isolated (U+2068, U+2069), because "0.25 ETH" would be read as "ETH 0.25" there.
 */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (match, name: string) => {
    const value = (Object.hasOwn(values, name) ? values[name] : undefined) ?? match
    if (value === match || value === '') return value
    return RIGHT_TO_LEFT.test(text + value) ? `\u2068${value}\u2069` : String(value)
  })
