import { sha256 } from '@noble/hashes/sha2'

/** How many accounts the wallet has where their keys are its own. */
export const keyCount = 3

/** The 32 bytes behind one of the wallet's own accounts: made from public words, for tests only. */
export const testSeed = (namespace: string, index: number) =>
  sha256(new TextEncoder().encode(`walletkit-sandbox test key ${namespace} ${index}`))

/** The wallet's keys of one kind. */
export const testSeeds = (namespace: string) =>
  Array.from({ length: keyCount }, (_, index) => testSeed(namespace, index))
