/** Rejects calls that a site may never request: calls with which the account would change or empty itself. */
import type { Hex } from 'viem'
import { ENTRY_POINT, FACTORY } from '../../smartAccounts/addresses.ts'
import { Denied } from '../denied.ts'
import { batchOf, transactionOf } from './params.ts'
import { readGrant } from './permissions.ts'

/** The EVM methods with which the user's accounts make calls that a site chose, or let a key make some. */
export const ACTING: readonly string[] = ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_grantPermissions']

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const refuse = (what: string): never => {
  throw new Denied(what, 403, 4100)
}

/**
 * Throws for a call that acts on the user's accounts themselves. An account's contract obeys calls from itself and from
 * its owner, so such a call could move everything, or let a key act without limits, while the request shows a payment
 * of nothing. A payment without data is allowed. Calls to the entry point and to the accounts' factory are rejected
 * even without data: what is paid to them leaves the account, and only the login service itself may call them.
 * @param own the user's addresses on the chain of the call
 * @throws Denied
 */
function refuseCall({ to, data = '0x' }: { to?: Hex; data?: Hex }, own: readonly string[]): void {
  if (to === undefined) return
  if (same(to, ENTRY_POINT) || same(to, FACTORY))
    refuse(`A site may not call ${to}: only the login service calls the contracts that run smart accounts`)
  if (data !== '0x' && own.some((address) => same(address, to)))
    refuse(
      `A site may not call the login's own account ${to}: the call could empty it. Send a payment without data, ` +
        'or use wallet_grantPermissions and wallet_revokePermissions',
    )
}

/**
 * Checks a request of the {@link ACTING} methods; others pass. The frame and the service both call this.
 * @param own the user's addresses on the chain of the request: the key's own, and the smart account
 * @param now in ms since 1970
 * @throws Denied for calls to the user's own accounts or to the contracts that run them, Invalid or Mismatch for
 *   malformed parameters
 */
export function refuseOwn(method: string, params: unknown, own: readonly string[], now: number): void {
  if (method === 'eth_sendTransaction') refuseCall(transactionOf(params), own)
  if (method === 'wallet_sendCalls') for (const call of batchOf(params).calls) refuseCall(call, own)
  if (method !== 'wallet_grantPermissions') return
  for (const to of readGrant(params, now).targets)
    if ([ENTRY_POINT, FACTORY, ...own].some((address) => same(address, to)))
      refuse(`A permission may not be for ${to}: it is the login's own account, or a contract that runs smart accounts`)
}
