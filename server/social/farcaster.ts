/** The real Farcaster: a relay brings what people sign, and the id registry says whose number is whose. */
import { Denied } from '../../sandbox/login/denied.ts'
import type { FarcasterNetwork } from '../../sandbox/login/farcaster/network.ts'
import type { FarcasterConfig } from '../config/farcaster.ts'
import { openFarcasterRelay } from './farcasterRelay.ts'
import { openIdRegistry } from './idRegistry.ts'

/** ms between two questions at the relay. */
const EVERY = 1_000

/** @param limits ms and bytes of an answer of the relay */
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
      // The relay's user name proves nothing, and sites would show it. Farcaster writes accounts without a name so.
      return id === BigInt(fid) ? `!${fid}` : undefined
    },
  }
}
