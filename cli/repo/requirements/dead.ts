import { join } from 'node:path'
import { ROOT, run, Stop } from '../run.ts'
import type { DeadExports } from './named.ts'

type Found = { name: string }
type Report = { issues: { file: string; files: Found[]; exports: Found[] }[] }

/**
 * Finds exports that nothing imports, or only tests. knip reports them as unused in its production mode, which ignores
 * tests.
 */
export async function deadExports(): Promise<DeadExports> {
  const knip = await run(join(ROOT, 'node_modules/.bin/knip'), ['--production', '--reporter', 'json', '--no-exit-code'])
  if (knip.code !== 0) throw new Stop(`knip failed\n${knip.stdout}${knip.stderr}`)
  return parseReport(knip.stdout)
}

export function parseReport(json: string): DeadExports {
  const { issues } = JSON.parse(json) as Report
  return new Map(
    issues.map(({ file, files, exports }) => [
      file,
      new Set([...(files.length ? ['*'] : []), ...exports.map(({ name }) => name)]),
    ]),
  )
}
