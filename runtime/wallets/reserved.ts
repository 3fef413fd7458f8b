import { CONNECTOR_IDS, CONNECTOR_NAMES } from '../contracts/connector.ts'

const RESERVED = new Set(
  [...Object.values(CONNECTOR_IDS), ...Object.values(CONNECTOR_NAMES)].map((name) => name.toLowerCase()),
)

/**
 * Whether a name is one of walletkit's connector ids or names. A wallet that the page finds must not use such a name,
 * because it could pass for another wallet.
 */
export const isReserved = (name: string): boolean => RESERVED.has(name.toLowerCase())
