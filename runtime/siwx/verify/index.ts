import { namespaceOf } from '../../lib/caip.ts'
import type { SIWXSession } from '../types.ts'
import type { Verifiers, VerifyOptions } from './verifier.ts'

/**
 * Whether a session's signature is good. A session whose network nobody here verifies is not. Throws when a network that
 * has to be asked does not answer, or a verifier cannot be fetched.
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
