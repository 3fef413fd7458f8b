/**
 * The methods that a page may request. The frame and the server both check them, by the lists that the modal's code
 * uses too.
 */
import { SAFE_METHODS, UNSAFE_METHODS } from '../../../runtime/connectors/methods.ts'

export const NOT_ALLOWED = 'Requested RPC call is not allowed'

/** `unsafe` methods need the person's approval in the frame first. Undefined for a method that is not allowed. */
export function classOf(method: string): 'safe' | 'unsafe' | undefined {
  if (SAFE_METHODS.includes(method)) return 'safe'
  return UNSAFE_METHODS.includes(method) ? 'unsafe' : undefined
}
