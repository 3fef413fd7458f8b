/** Replaces the page of a scaffolded project with the demo's. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run.ts'
import { LOOKS } from './looks.ts'

const FILES = ['main.tsx', 'App.tsx', 'Look.tsx', 'Blocks.tsx', 'Weight.tsx', 'language.ts', 'page.css']

export async function installDemo(site: string): Promise<void> {
  for (const file of FILES) await cp(join(ROOT, 'cli/repo/demo', file), join(site, 'src', file))
  // The project has no sources of walletkit, so `looks.ts` cannot compute the presets there: write their values.
  await writeFile(
    join(site, 'src/looks.ts'),
    `export const LOOKS: LooksOf = ${JSON.stringify(LOOKS, null, 2)}\n${LOOKS_TYPE}`,
  )
  await change(site, (config) => ({ ...config, languages: 'auto' }))
}

/** Switches on features that the templates leave off. `sandbox`: the URL where the sandbox will answer. */
export const addFeatures = (site: string, sandbox: string) =>
  change(site, (config) => ({
    ...config,
    features: {
      ...(config['features'] as object),
      approvals: true,
      passkey: { bundler: `${sandbox}/rpc/{chainId}` },
    },
  }))

async function change(site: string, edit: (config: Record<string, unknown>) => object): Promise<void> {
  const path = join(site, 'walletkit.config.json')
  const config = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await writeFile(path, `${JSON.stringify(edit(config), null, 2)}\n`)
}

const LOOKS_TYPE = "type LooksOf = Readonly<Record<string, Record<'light' | 'dark', Record<string, string>>>>\n"
