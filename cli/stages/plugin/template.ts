/** Makes the files of a new plugin from templates/plugin, with the new plugin's names in them. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { filesBelow } from '../../filesBelow.ts'
import { packageRoot, sourceRoot } from '../../package.ts'
import { namesOf } from './names.ts'
import { rangeOf } from './rangeOf.ts'

/** The template's folder: `templates/plugin` in the repository, `dist/cli/templates/plugin` in the published code. */
const FOLDER =
  sourceRoot === packageRoot ? join(packageRoot, 'templates/plugin') : join(sourceRoot, 'cli/templates/plugin')

/**
 * The real names of files that the template has under other names, because npm drops or acts on some of the real names,
 * and the test runner would run the template's test.
 */
const RENAMED: Record<string, string> = {
  _gitignore: '.gitignore',
  '_package.json': 'package.json',
  'controller_test.ts': 'controller.test.ts',
}

export type PluginPlan = {
  id: string
  /** Whether the plugin is a package of its own, not a folder of a project. */
  standAlone: boolean
  /** The version of walletkit. */
  version: string
  /** The versions of walletkit's packages for a stand-alone plugin's `devDependencies`, by package name. */
  specs: Readonly<Record<string, string>>
}

/** The new plugin's files by path, sorted. */
export async function pluginFiles(plan: PluginPlan): Promise<Map<string, string>> {
  const files = await Promise.all(
    (await filesBelow(FOLDER)).map(async (from) => {
      const folder = relative(FOLDER, dirname(from)).replaceAll('\\', '/')
      const name = RENAMED[basename(from)] ?? renamed(basename(from), plan.id)
      return [folder ? `${folder}/${name}` : name, edit(name, await readFile(from, 'utf8'), plan)] as const
    }),
  )
  const kept = files.filter(([path]) => plan.standAlone || path !== '.gitignore')
  return new Map(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Replaces the template's name in each of its spellings. */
function renamed(text: string, id: string): string {
  const { feature, view, title, constant, packageName } = namesOf(id)
  return text
    .replaceAll('walletkit-plugin-my-plugin', packageName)
    .replaceAll('my-plugin', id)
    .replaceAll('myPlugin', feature)
    .replaceAll('MyPlugin', view)
    .replaceAll('My plugin', title)
    .replaceAll('MY_PLUGIN', constant)
}

function edit(name: string, text: string, plan: PluginPlan): string {
  const named = renamed(text, plan.id)
  if (name === 'package.json') return packageText(named, plan)
  if (name === 'index.ts') return named.replace(/engine: '[^']*'/, `engine: '${rangeOf(plan.version)}'`)
  if (name === 'README.md' && !plan.standAlone) return named.replace(/^npm run pack\b.*\n/m, '')
  return named
}

/**
 * The text of the plugin's package.json. A plugin in a project's folder uses the project's dependencies, so its
 * package.json has scripts but no dependencies.
 */
function packageText(text: string, { standAlone, specs, version, id }: PluginPlan): string {
  const own = JSON.parse(text) as Record<string, unknown> &
    Record<'scripts' | 'devDependencies', Record<string, string>>
  const { pack: _pack, ...scripts } = own.scripts
  const made = standAlone
    ? {
        ...own,
        peerDependencies: { react: '>=18.0.0', walletkit: `^${version}` },
        devDependencies: { ...own.devDependencies, ...specs },
      }
    : { name: id, version: '0.0.0', private: true, type: 'module', scripts }
  return `${JSON.stringify(made, null, 2)}\n`
}
