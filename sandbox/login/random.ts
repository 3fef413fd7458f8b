import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits in hex. */
export const randomToken = () => randomBytes(32).toString('hex')

/** 128 random bits in hex, for ids. */
export const randomId = () => randomBytes(16).toString('hex')

/** A random code of six digits; every code is equally likely. */
export const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** The stored form of a token: it can be compared, but nobody who reads the database can use it as the token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Compares in constant time, because the time could otherwise tell how much of a guess is right. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
