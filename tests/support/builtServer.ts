import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from '../../cli/repo/pack.ts'

/**
 * Builds the packages. From source the server would need more memory and time than a user's.
 * @returns the built server, as the command for `spawnServer`
 */
export async function buildServer(): Promise<readonly string[]> {
  const packages = mkdtempSync(join(tmpdir(), 'walletkit-built-'))
  try {
    await pack(packages)
  } finally {
    rmSync(packages, { recursive: true })
  }
  return [fileURLToPath(new URL('../../server/dist/walletkit-server.js', import.meta.url))]
}
