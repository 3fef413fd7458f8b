import { sha256 } from '@noble/hashes/sha2'

/** The number of the wallet's accounts in each namespace but eip155, where it uses the sandbox's test accounts. */
export const keyCount = 3

/** The 32-byte seed of one of the wallet's own accounts, derived from a public string: for tests only. */
export const testSeed = (namespace: string, index: number) =>
  sha256(new TextEncoder().encode(`walletkit-sandbox test key ${namespace} ${index}`))

/** The wallet's seeds in one namespace. */
export const testSeeds = (namespace: string) =>
  Array.from({ length: keyCount }, (_, index) => testSeed(namespace, index))
