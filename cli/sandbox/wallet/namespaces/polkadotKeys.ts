import { getPublicKey, secretFromSeed } from '@scure/sr25519'
import { testSeeds } from './keys.ts'

/** The wallet's sr25519 accounts; `secret` is what the seed expands to. */
export const polkadotKeys = testSeeds('polkadot').map((seed) => {
  const secret = secretFromSeed(seed)
  return { seed, secret, publicKey: getPublicKey(secret) }
})
