/** What a name may be, and what stands for a chain in its record. */
import { nameError } from './errors.ts'

/** Letters, digits and hyphen only; at least 4 (spec section 5). */
export const isLabel = (text: string): boolean => /^[a-zA-Z0-9-]{4,}$/.test(text)
/** Nothing in it that no name may hold, however short it still is. */
export const hasOnlyLabelSigns = (text: string): boolean => /^[a-zA-Z0-9-]*$/.test(text)

/**
 * ENSIP-11: `0x80000000 | chainId`, unsigned.
 * @throws 'Invalid chainId' for what is no whole number from 0 to 2^31 - 1.
 */
export function toCoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= 2 ** 31) throw nameError('NAME_CHAIN_ID')
  return (0x80000000 | chainId) >>> 0
}

/** What is signed (reference 1.4). `seconds` since 1970. */
export const registrationMessage = (name: string, seconds: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: seconds })
