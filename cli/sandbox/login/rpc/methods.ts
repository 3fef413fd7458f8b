/** Which methods of a page are taken: the page's own lists, held to by the frame and by the server (spec section 6). */
import { SAFE_METHODS, UNSAFE_METHODS } from '../../../../runtime/connectors/methods.ts'

export const NOT_ALLOWED = 'Requested RPC call is not allowed'

/** By exact name. `unsafe`: a person has to approve it in the frame first. */
export function classOf(method: string): 'safe' | 'unsafe' | undefined {
  if (SAFE_METHODS.includes(method)) return 'safe'
  return UNSAFE_METHODS.includes(method) ? 'unsafe' : undefined
}
