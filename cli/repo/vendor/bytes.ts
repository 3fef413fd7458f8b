/** Replaces the package `uint8arrays` in the bundled relay client: the functions and encodings that the client uses. */

type Encoding = 'utf8' | 'base10' | 'base16' | 'base58btc' | 'base64' | 'base64pad' | 'base64url'

const DIGITS = { base10: '0123456789', base58btc: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz' }

/** Writes bytes as a number with these digits; each leading zero byte is a leading zero digit. */
function written(bytes: Uint8Array, digits: string): string {
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; rest; rest /= BigInt(digits.length)) text = (digits[Number(rest % BigInt(digits.length))] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return (digits[0] ?? '').repeat(zeros < 0 ? bytes.length : zeros) + text
}

function read(text: string, digits: string): Uint8Array {
  let rest = 0n
  for (const digit of text) {
    if (!digits.includes(digit)) throw new SyntaxError(`"${digit}" is no digit`)
    rest = rest * BigInt(digits.length) + BigInt(digits.indexOf(digit))
  }
  const bytes: number[] = []
  for (; rest; rest /= 256n) bytes.unshift(Number(rest % 256n))
  const zeros = [...text].findIndex((digit) => digit !== digits[0])
  return Uint8Array.from([...Array<number>(zeros < 0 ? text.length : zeros).fill(0), ...bytes])
}

export function toString(bytes: Uint8Array, encoding: Encoding = 'utf8'): string {
  if (encoding === 'utf8') return new TextDecoder().decode(bytes)
  if (encoding === 'base16') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (encoding === 'base10' || encoding === 'base58btc') return written(bytes, DIGITS[encoding])
  const padded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  if (encoding === 'base64pad') return padded
  const bare = padded.replace(/=+$/, '')
  return encoding === 'base64' ? bare : bare.replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * Decodes a text to bytes.
 * @throws SyntaxError, or a DOMException named InvalidCharacterError, for text that is not in the encoding
 */
export function fromString(text: string, encoding: Encoding = 'utf8'): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text)
  if (encoding === 'base10' || encoding === 'base58btc') return read(text, DIGITS[encoding])
  if (encoding === 'base16') {
    if (!/^([\da-f]{2})*$/i.test(text)) throw new SyntaxError('Not hexadecimal')
    return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16))
  }
  const plain = encoding === 'base64url' ? text.replaceAll('-', '+').replaceAll('_', '/') : text
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0))
}

export function concat(parts: readonly Uint8Array[], length = parts.reduce((sum, { length }) => sum + length, 0)) {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
