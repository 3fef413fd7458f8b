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

/**
 * What failed: a sign-in, from the request for a signature to the check of the signature, or a wallet request.
 */
export type Failed = { at: 'signIn' | 'request'; error: unknown }

/**
 * The rule that decides whether a failure is due to the smart account; a test may replace it. The default rule counts
 * each sign-in that failed with `SIWX_INVALID` as such a failure. For other errors the rule reads the texts, because no
 * code says so: nodes and services name the account type in different words, and verifiers that only know signatures of
 * keys call the longer signature of a smart account invalid.
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

/**
 * Whether the failure is due to the account type of the namespace's active account ({@link accountTypeRules}). `false`
 * if the user rejected, and if the account is not the smart account of an embedded wallet: only in that wallet can the
 * visitor choose another type.
 */
export function blamesAccountType(kit: Kit, namespace: Namespace, failed: Failed): boolean {
  const { accounts } = kit.state
  const isSmart = isEmbedded(kit, namespace) && accounts[namespace].preferredAccountType === 'smartAccount'
  return isSmart && !isUserRejection(failed.error) && accountTypeRules(kit).isToBlame(failed)
}
