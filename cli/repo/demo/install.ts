/** Puts the demo's page in place of the template's in a scaffolded project. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run.ts'
import { LOOKS } from './looks.ts'

const FILES = ['main.tsx', 'App.tsx', 'Look.tsx', 'Blocks.tsx', 'Weight.tsx', 'language.ts', 'page.css']

export async function installDemo(site: string): Promise<void> {
  for (const file of FILES) await cp(join(ROOT, 'cli/repo/demo', file), join(site, 'src', file))
  // The project has no sources of walletkit, so it gets the figures.
  await writeFile(
    join(site, 'src/looks.ts'),
    `export const LOOKS: LooksOf = ${JSON.stringify(LOOKS, null, 2)}\n${LOOKS_TYPE}`,
  )
  const path = join(site, 'walletkit.config.json')
  const config = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await writeFile(path, `${JSON.stringify({ ...config, languages: 'auto' }, null, 2)}\n`)
}

const LOOKS_TYPE = "type LooksOf = Readonly<Record<string, Record<'light' | 'dark', Record<string, string>>>>\n"
