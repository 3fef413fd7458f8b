import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 bits that nobody guesses, in hex. */
export const randomToken = () => randomBytes(32).toString('hex')

/** 128 bits, for what lives minutes. */
export const randomId = () => randomBytes(16).toString('hex')

/** Six digits, every one as likely. */
export const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** What is kept of a token: it can be recognised, and not used. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Compares in the same time whatever differs. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
