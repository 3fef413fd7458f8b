/**
 * Bundles the parts of a library that a page needs into the package, with the licences. A site then does not install
 * the library, and its unused parts are left out whichever bundler the site has.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from '../run.ts'
import { standIns } from './standIns.ts'

const FOLDER = join(ROOT, 'dist/runtime/lib/vendor')

/** Packages that are not bundled, because the page has them anyway: viem, and parts of packages that viem needs. */
const SHARED = [/^viem($|\/)/, /^@noble\/curves\/ed25519$/, /^@noble\/hashes\/(?:hkdf|sha2|sha256|sha3|utils)$/]

/**
 * Replaces a file of `dist/runtime/lib/vendor/` by a bundle that imports only {@link SHARED}, and writes its licences
 * beside it.
 * @param module the file's name without `.js`
 */
export async function vendor(module: string): Promise<void> {
  const file = join(FOLDER, `${module}.js`)
  const bundled = await rolldown({
    input: file,
    cwd: ROOT,
    platform: 'browser',
    external: SHARED,
    plugins: standIns,
    // Production mode leaves out the development messages, which are longer than the code.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  })
  const { output } = await bundled.generate({ format: 'esm', codeSplitting: false, comments: { legal: true } })
  await bundled.close()
  const [chunk] = output
  const used = Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength ? [id] : []))
  const packages = await packagesOf(used)
  const list = packages.map(({ name, version, licence }) => ` * ${name} ${version} (${licence})`).join('\n')
  await writeFile(file, `/*!\n * Holds, with the licences in ${module}.LICENSES.txt:\n${list}\n */\n${chunk.code}`)
  await writeFile(join(FOLDER, `${module}.LICENSES.txt`), packages.map(told).join('\n\n'))
}

type Held = { name: string; version: string; licence: string; text: string }

const told = ({ name, version, licence, text }: Held) => `${name} ${version}\n${licence}\n\n${text.trim()}\n`

async function packagesOf(modules: readonly string[]): Promise<Held[]> {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? []),
  )
  const packages = await Promise.all([...folders].map(read))
  // The same version may be installed in two folders: list it once.
  const each = new Map(packages.map((held) => [`${held.name} ${held.version}`, held]))
  return [...each.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function read(folder: string): Promise<Held> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  if (!license) throw new Error(`${name} ${version} names no licence`)
  const files = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'license', 'LICENSE-MIT']
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => undefined)))
  return { name, version, licence: license, text: texts.find((text) => text !== undefined) ?? '' }
}
