/**
 * Decides whether a failure means that the site does not support smart accounts, so that the visitor sees 'This
 * application might not support Smart Accounts'.
 */
import { causes } from '../errors/causes.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { WalletKitError } from '../errors/base.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { isEmbedded } from '../state/connections.ts'
import { isRecord } from '../lib/isRecord.ts'
import { perKit } from '../contracts/perKit.ts'

/** What failed for the user of a smart account: a sign-in whose signature somebody verified, or a request. */
export type Failed = { at: 'signIn' | 'request'; error: unknown }

/**
 * The one rule that blames a failure on the smart account; a site or a test may replace it. A contract's signature is
 * longer than a key's, so verifiers that only know keys reject it. Nodes and services name the account type each in
 * their own words.
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

/** Applies the rule to a namespace's active account. Only an embedded wallet lets the user choose the account type. */
export function blamesAccountType(kit: Kit, namespace: Namespace, failed: Failed): boolean {
  const { accounts } = kit.state
  const isSmart = isEmbedded(kit, namespace) && accounts[namespace].preferredAccountType === 'smartAccount'
  return isSmart && !isUserRejection(failed.error) && accountTypeRules(kit).isToBlame(failed)
}
