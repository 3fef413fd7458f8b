/** What every journey tells of itself. */
import type { Kit } from '../../../runtime/kit.ts'
import type { Net } from '../kills.ts'

/** Names of those that hold. */
export const held = (flags: Record<string, boolean | undefined>) => Object.keys(flags).filter((name) => flags[name])
export const balanceLoading = ({ state }: Kit) => state.accounts.eip155.balanceLoading === true
export const stop = ({ teardown }: Kit) => teardown.splice(0).forEach((end) => end())

/** How often an event was told since. */
export function tracked(kit: Kit) {
  const heard: string[] = []
  kit.events.on('track', ({ event }) => heard.push(event))
  return (name: string) => heard.filter((each) => each === name).length
}

/** With one key, so that the account is the same however many there are. */
export const walletOf = ({ chains, sandbox }: Net, at = 0) => ({
  chains,
  keys: [sandbox.accounts[at]?.privateKey ?? '0x'] as const,
})
