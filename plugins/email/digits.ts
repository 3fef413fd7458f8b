/**
 * The digits of a typed or pasted code, at most `most`. Keyboards in Arabic, Persian and Hindi have digits of their
 * own, and Japanese and Chinese ones type full-width digits.
 */
export const digitsOf = (text: string, most: number): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/\D/g, '')
    .slice(0, most)
