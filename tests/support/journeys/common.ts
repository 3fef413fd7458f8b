/** Helpers that all journeys share. */
import type { Kit } from '../../../runtime/contracts/kit.ts'
import type { Net } from '../kills.ts'

/** The names of the flags that are true. */
export const held = (flags: Record<string, boolean | undefined>) => Object.keys(flags).filter((name) => flags[name])
export const balanceLoading = ({ state }: Kit) => state.accounts.eip155.balanceLoading === true
export const stop = ({ teardown }: Kit) => teardown.splice(0).forEach((end) => end())

/** Counts a kit's analytics events by name from now on. */
export function tracked(kit: Kit) {
  const heard: string[] = []
  kit.events.on('track', ({ event }) => heard.push(event))
  return (name: string) => heard.filter((each) => each === name).length
}

/**
 * Options of a wallet with one key only, that of the sandbox's account number `at`, so that it has only that account.
 */
export const walletOf = ({ chains, sandbox }: Net, at = 0) => ({
  chains,
  keys: [sandbox.accounts[at]?.privateKey ?? '0x'] as const,
})
