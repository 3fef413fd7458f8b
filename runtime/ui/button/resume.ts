/**
 * What a page loads for a visitor who comes back: it resumes the stored sessions, and completes the page's buttons, which show
 * the account meanwhile. It is one file, so that neither waits for the other to load.
 */
import { reconnect } from '../../actions/reconnect.ts'
import type { Kit } from '../../contracts/kit.ts'
import { dressAll } from './dress.ts'

export { complete } from '../../actions/complete.ts'

/**
 * Resolves once every stored session is resumed or has ended. Never rejects: a wallet that does not answer is disconnected. The
 * buttons come first, because they say meanwhile that the page is connecting.
 */
export async function resume(kit: Kit): Promise<void> {
  dressAll(kit)
  await reconnect(kit)
}
