/**
 * Characters that are invisible or move the text around them, such as control, format, private and unassigned ones.
 * Also a fifth mark on one letter, and any further one: they would stack, and cover the lines around the letter. Not
 * among them: a line break, and U+FE0F after an emoji, which only makes the emoji colorful.
 */
const HIDDEN =
  /(?!\n|(?<=\p{Extended_Pictographic})\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]/gu

/**
 * Splits a text at its hidden characters, and names each by its code point.
 *
 * @example
 * ```ts
 * import { visibleParts } from 'walletkit/plugin'
 *
 * visibleParts('Pay \u202e001') // ['Pay ', { code: 'U+202E' }, '001']
 * ```
 */
export function visibleParts(text: string): (string | { code: string })[] {
  const parts: (string | { code: string })[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (index > at) parts.push(text.slice(at, index))
    const hex = (found.codePointAt(0) ?? 0).toString(16).toUpperCase()
    parts.push({ code: `U+${hex.padStart(4, '0')}` })
    at = index + found.length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** The text of UTF-8 bytes; `undefined` for invalid bytes, because a text could not show what they really are. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
