/**
 * Connects the login to the real Farcaster: a relay passes on what people sign, and the id registry says which address
 * owns which Farcaster id (fid).
 */
import { Denied } from '../../sandbox/login/denied.ts'
import type { FarcasterNetwork } from '../../sandbox/login/farcaster/network.ts'
import type { FarcasterConfig } from '../config/farcaster.ts'
import { openFarcasterRelay } from './farcasterRelay.ts'
import { openIdRegistry } from './idRegistry.ts'

/** ms between two requests that ask the relay whether a person has signed. */
const EVERY = 1_000

/**
 * Makes the functions by which the login asks Farcaster.
 * @param limits the longest time (ms) and the largest size (bytes) of a response of the relay
 */
export function openFarcaster(
  { url, ...config }: FarcasterConfig,
  limits?: { time: number; size: number },
): FarcasterNetwork {
  const relay = openFarcasterRelay(url, limits)
  const registry = openIdRegistry(config)
  return {
    every: EVERY,
    open: (wanted) => relay.open(wanted),
    approval: (token) => relay.status(token),
    isSigned: (address, approval) => registry.isSigned(address, approval),
    async nameOf({ fid, address }) {
      const id = await registry.idOf(address)
      if (id === 0n)
        throw new Denied('Only the custody address of a Farcaster account is accepted here, and this is none.', 403)
      // Do not use the user name from the relay: nothing proves it, and sites would show it. `!{fid}` is how Farcaster
      // writes an account without a name.
      return id === BigInt(fid) ? `!${fid}` : undefined
    },
  }
}
