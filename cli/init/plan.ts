/** Plans the changes that add walletkit to an existing project, and the steps that are left for the developer. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import page from '../../templates/html/package.json' with { type: 'json' }
import template from '../../templates/html/walletkit.config.json' with { type: 'json' }
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { type Change, readText } from '../changes.ts'
import { typesChange } from '../commands/types.ts'
import type { Manager } from '../create/packageManager.ts'
import { allFeatures, packageName, specsOf, titleOf } from '../create/scaffold.ts'
import { Failure } from '../failure.ts'
import { CONFIG_FILE } from '../messages.ts'
import { packageRoot, readJson } from '../package.ts'
import { viteConfig } from '../project.ts'
import { rewrite } from '../stages/edit.ts'
import { detectFramework, type Framework, hasOwnBuild } from '../stages/framework.ts'
import { dependenciesOf, textOf } from '../stages/manifest.ts'
import { loadParse } from '../stages/parse.ts'
import { requirePeers } from '../stages/peers.ts'
import { initMessages } from './messages.ts'
import { addVitePlugin } from './viteConfig.ts'

/** The frameworks whose builds use walletkit's vite plugin. */
const ON_VITE: readonly Framework[] = ['react', 'vue', 'svelte', 'vite']

export type InitPlan = { framework: Framework; changes: Change[]; todo: string[] }

export type InitOptions = {
  /** The version of the walletkit packages. */
  version: string
  /** A folder that holds the packages as tarballs, used instead of the registry. */
  source: string | undefined
  /** Replace an existing config. */
  force: boolean
  /** The project's package manager. */
  manager: Manager
}

/**
 * Plans what `walletkit init` changes, and writes nothing. Keeps an existing config unless `force` is set. Throws a
 * Failure when there is no package.json or it is no JSON object, or when React, vite or another peer has a version that
 * walletkit does not support.
 */
export async function planInit(root: string, { version, source, force, manager }: InitOptions): Promise<InitPlan> {
  const text = await readText(join(root, 'package.json'))
  if (text === undefined) throw new Failure(initMessages.noProject)
  const manifest = parseManifest(text)
  await requirePeers(root, manifest, await readJson(join(packageRoot, 'package.json')), manager)
  const framework = detectFramework(root, manifest)
  const specs = await specsOf({ source, version, folder: root })
  // The name is empty or missing in some packages that are never published: use the folder's name then.
  const name =
    textOf(manifest.name)
      .replace(/^@[^/]*\//, '')
      .trim() || packageName(root)
  const vite = await vitePlugin(root, framework)
  const config = await readText(join(root, CONFIG_FILE))
  const fresh = initialConfig(titleOf(name))
  return {
    framework,
    changes: [
      { file: CONFIG_FILE, before: config, after: force ? fresh : (config ?? fresh) },
      { file: 'package.json', before: text, after: rewrite(text, withDependencies(manifest, framework, specs)) },
      ...vite.changes,
      ...(existsSync(join(root, 'tsconfig.json')) && ON_VITE.includes(framework) ? [await typesChange(root)] : []),
    ],
    todo: [...vite.todo, (await kitStep(root, framework)) ?? initMessages.snippet(framework)],
  }
}

/** The step for a project that already creates its kit, as after `walletkit import --write`; undefined for others. */
async function kitStep(root: string, framework: Framework): Promise<string | undefined> {
  for (const file of ['src/walletkit', 'walletkit'].flatMap((name) => [`${name}.ts`, `${name}.js`])) {
    const text = (await readText(join(root, file))) ?? ''
    if (!text.includes('createWalletKit(')) continue
    const generated = /from ['"](\.\.?\/[\w./-]*walletkit[\w.-]*)['"]/.exec(text)?.[1]
    return (hasOwnBuild(framework) || framework === 'unknown') && generated !== undefined
      ? initMessages.emitFor(file, `${posix.join(posix.dirname(file), generated.replace(/\.js$/, ''))}.js`)
      : initMessages.hasKit(file)
  }
  return undefined
}

/** The config that `create-walletkit` writes by default for a project with this title. */
export const initialConfig = (title: string) =>
  `${JSON.stringify({ ...template, metadata: { ...template.metadata, name: title }, features: allFeatures() }, null, 2)}\n`

function parseManifest(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (isObject(value)) return value
  } catch {
    // Not valid JSON: the throw below reports it.
  }
  throw new Failure(initMessages.badProject)
}

/** Adds missing dependencies only; versions that the project already asks for stay. */
function withDependencies(manifest: JsonObject, framework: Framework, specs: Record<string, string>): JsonObject {
  const has = dependenciesOf(manifest)
  const { react, 'react-dom': dom } = page.dependencies
  const { vite } = page.devDependencies
  const missing = (wanted: Record<string, string | undefined>) =>
    Object.entries(wanted).flatMap(([name, range]) =>
      has[name] === undefined && range !== undefined ? [[name, range] as const] : [],
    )
  const add = (list: unknown, wanted: (readonly [string, string])[]) => ({
    ...(isObject(list) ? list : {}),
    ...Object.fromEntries(wanted),
  })
  const runtime = missing({ react, 'react-dom': dom, walletkit: specs.walletkit })
  const build = missing({
    ...(framework === 'html' && { vite }),
    'walletkit-sandbox': specs['walletkit-sandbox'],
  })
  return {
    ...manifest,
    ...(runtime.length && { dependencies: add(manifest.dependencies, runtime) }),
    ...(build.length && { devDependencies: add(manifest.devDependencies, build) }),
  }
}

async function vitePlugin(root: string, framework: Framework): Promise<{ changes: Change[]; todo: string[] }> {
  const file = viteConfig(root)
  if (file === undefined || hasOwnBuild(framework)) {
    const missing = ON_VITE.includes(framework)
    return { changes: [], todo: missing ? [initMessages.addPlugin('vite.config.ts')] : [] }
  }
  const before = (await readText(join(root, file))) ?? ''
  const edit = addVitePlugin(file, before, await loadParse())
  if (edit.done === 'edited') return { changes: [{ file, before, after: edit.text }], todo: [] }
  return { changes: [], todo: edit.done === 'already' ? [] : [initMessages.addPlugin(file)] }
}
