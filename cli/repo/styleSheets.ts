/**
 * Writes the minified style sheets of the runtime, the plugins and the sandbox. `name.css` is for people; the module
 * `name.css.ts` beside it exports the minified text, because every bundler and test runner can import a module.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { transform } from 'lightningcss'
import { ROOT } from './run.ts'

const FOLDERS = ['runtime', 'plugins', 'sandbox']

/**
 * Minifies a style sheet. Returns the text of the module `<file>.ts`, which exports it.
 * @throws Error with the place when the sheet cannot be parsed
 */
export function styleModule(file: string, css: string): string {
  // Set no browser targets: with them, lightningcss replaces `:dir()` by a list of languages.
  const { code } = transform({ filename: file, code: Buffer.from(css), minify: true })
  // lightningcss keeps spaces after commas and around `*` that are not needed. Remove them, except in quoted text.
  const short = code.toString().replace(/"[^"]*"|, | \* /g, (found) => (found.startsWith('"') ? found : found.trim()))
  const text = short.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')
  // Typed as `string`, because the declaration would otherwise repeat the text.
  return `/** Written by \`npm run generate\` from ${basename(file)}. Do not edit. */\nexport default '${text}' as string\n`
}

/** The paths, relative to `root`, of all files with this ending in the folders that have style sheets. */
async function pathsOf(root: string, ending: string): Promise<string[]> {
  const lists = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((path) => join(folder, path)),
    ),
  )
  return lists.flat().filter((path) => path.endsWith(ending) && !/node_modules|[\\/]dist[\\/]/.test(path))
}

/**
 * Writes the modules and removes those without a sheet; with `check` it does neither.
 * @returns the paths that were out of date
 */
export async function writeStyleModules(check: boolean, root = ROOT): Promise<string[]> {
  const [sheets, modules] = await Promise.all([pathsOf(root, '.css'), pathsOf(root, '.css.ts')])
  const stale: string[] = []
  for (const sheet of sheets) {
    const path = `${sheet}.ts`
    const text = styleModule(sheet, await readFile(join(root, sheet), 'utf8'))
    if (text === (await readFile(join(root, path), 'utf8').catch(() => undefined))) continue
    stale.push(path)
    if (!check) await writeFile(join(root, path), text)
  }
  for (const path of modules) {
    if (sheets.includes(path.slice(0, -'.ts'.length))) continue
    stale.push(path)
    if (!check) await rm(join(root, path))
  }
  return stale
}
