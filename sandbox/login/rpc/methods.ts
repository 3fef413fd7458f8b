/**
 * The methods that a page may request. The frame and the server both enforce the lists that the page's own code uses.
 */
import { SAFE_METHODS, UNSAFE_METHODS } from '../../../runtime/connectors/methods.ts'

export const NOT_ALLOWED = 'Requested RPC call is not allowed'

/** Matches the exact name. `unsafe` methods need a person's approval in the frame first. */
export function classOf(method: string): 'safe' | 'unsafe' | undefined {
  if (SAFE_METHODS.includes(method)) return 'safe'
  return UNSAFE_METHODS.includes(method) ? 'unsafe' : undefined
}
