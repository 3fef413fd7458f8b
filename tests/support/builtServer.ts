import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inject } from 'vitest'
import { buildServer } from '../../cli/repo/pack.ts'
import { ROOT } from '../../cli/repo/run.ts'

/**
 * The command that runs `walletkit-server` as its users do. From source it needs three times the time and twice the
 * memory. The first test of a run that calls this builds the server; tests in other processes wait for that build.
 * @throws Error when the build fails
 */
export async function builtServer(): Promise<readonly string[]> {
  const folder = inject('serverFolder')
  const [part, done, failed] = [join(folder, 'part'), join(folder, 'done'), join(folder, 'failed')]
  const isFirst = await mkdir(join(folder, 'claimed')).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    try {
      await buildServer(relative(ROOT, part))
      await rename(part, done)
    } catch (error) {
      await writeFile(failed, '')
      throw error
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error('The server could not be built: the first test that started it tells why')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return [join(done, 'walletkit-server.js')]
}
