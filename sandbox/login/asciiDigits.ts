/**
 * The text with the digits of Arabic, Persian and Hindi keyboards as 0 to 9, and the full-width characters of Japanese
 * and Chinese ones as plain ones.
 */
export const asciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
