/** Loads litesvm, the Solana network's own runtime as native code. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as Litesvm from 'litesvm/dist/internal.js'

/**
 * Loads litesvm. The published package has litesvm's loader next to the sandbox as one file, and the native builds as
 * dependencies. litesvm itself would bring along a Solana client of many packages that nothing here uses, and that
 * warns on Node 20.
 *
 * @throws Error when litesvm has no build for this machine
 */
export function loadLibrary(): typeof Litesvm {
  const require = createRequire(import.meta.url)
  const isPacked = !import.meta.url.endsWith('.ts')
  const path = isPacked ? fileURLToPath(new URL('./litesvm.cjs', import.meta.url)) : 'litesvm/dist/internal.js'
  return require(path) as typeof Litesvm
}
