/** The rules of a name, and the coin type that identifies a chain in the name's record. */
import { nameError } from './errors.ts'

/** Whether a text is a complete name without suffix: at least 4 letters, digits or hyphens. */
export const isLabel = (text: string): boolean => /^[a-zA-Z0-9-]{4,}$/.test(text)
/** Whether a text has only allowed characters, even if it is still too short. */
export const hasOnlyLabelSigns = (text: string): boolean => /^[a-zA-Z0-9-]*$/.test(text)

/**
 * The coin type of an EVM chain (ENSIP-11): `0x80000000 | chainId`, unsigned.
 * @throws 'Invalid chainId' unless it is an integer from 0 to 2^31 - 1.
 */
export function toCoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= 2 ** 31) throw nameError('NAME_CHAIN_ID')
  return (0x80000000 | chainId) >>> 0
}

/** The message to sign; the profile service requires this JSON. `seconds`: the time, in seconds since 1970. */
export const registrationMessage = (name: string, seconds: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: seconds })
