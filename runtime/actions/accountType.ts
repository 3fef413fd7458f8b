/** Whether it is the type of account that a site cannot handle (decisions 4.36). */
import { causes } from '../errors/causes.ts'
import { isUserRejection } from '../errors/rpc.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { isRecord } from '../lib/isRecord.ts'
import { perKit } from '../lib/perKit.ts'

/** What a smart account's user saw fail: a sign-in whose signature was looked at, or a request. */
export type Failed = { at: 'signIn' | 'request'; error: unknown }

/**
 * The one place that says when a smart account is to blame; may be replaced. A contract's signature is longer than a key's,
 * so that a check which knows keys only refuses it; nodes and services name the account's type in their own words.
 */
export const accountTypeRules = perKit(() => ({ isToBlame }))

const NAMED = /smart.?(account|contract wallet)|account.?type|(erc|eip).?-?(1271|6492|4337)/i
const SIGNATURE = /signature/i
const REFUSED = /invalid|not valid|bad|malformed|length|mismatch|verif/i

export function isToBlame({ at, error }: Failed): boolean {
  for (const cause of causes(error)) {
    if (at === 'signIn' && cause instanceof WalletKitError && cause.code === 'SIWX_INVALID') return true
    const message = cause instanceof Error || isRecord(cause) ? cause.message : cause
    if (typeof message !== 'string') continue
    if (NAMED.test(message)) return true
    if (at === 'signIn' && SIGNATURE.test(message) && REFUSED.test(message)) return true
  }
  return false
}

/** For the active account of a namespace; only an embedded wallet has a type that can be chosen. */
export function blamesAccountType(kit: Kit, namespace: Namespace, failed: Failed): boolean {
  const { accounts, connectors } = kit.state
  const isSmart =
    connectors.active[namespace]?.type === 'AUTH' && accounts[namespace].preferredAccountType === 'smartAccount'
  return isSmart && !isUserRejection(failed.error) && accountTypeRules(kit).isToBlame(failed)
}
