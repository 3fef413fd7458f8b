import { namespaceOf } from '../../lib/caip.ts'
import type { SIWXSession } from '../types.ts'
import type { Verifiers, VerifyOptions } from './verifier.ts'

/**
 * Whether a session's signature is valid; `false` if there is no verifier for its namespace. Throws if a network that
 * must be asked does not answer, or if a verifier cannot be loaded.
 */
export async function verifySession(
  session: SIWXSession,
  verifiers: Verifiers,
  options?: VerifyOptions,
): Promise<boolean> {
  const namespace = namespaceOf(session.data.chainId)
  const load = namespace && verifiers[namespace]
  if (!load) return false
  const { default: verify } = await load()
  return verify(session, options)
}
