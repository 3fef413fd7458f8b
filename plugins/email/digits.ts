/** The digits of a typed or pasted code, at most `most`. Arabic and Persian keyboards have digits of their own. */
export const digitsOf = (text: string, most: number): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
    .slice(0, most)
