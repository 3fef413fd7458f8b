/** Makes a CycloneDX 1.6 bill of materials of a build: the packages whose modules it contains, and no others. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import { readJson } from '../package.ts'
import type { OutputFile } from './collect.ts'

export type Component = {
  type: 'library'
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses?: [{ expression: string }]
}
export type Sbom = {
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: 1
  metadata: { component: { type: 'application'; name: string; version: string } }
  components: Component[]
}

/**
 * Makes the bill of materials of a build. `root` is the project's folder; its own modules are the application. The same
 * build produces the same text.
 */
export async function sbomOf(files: readonly OutputFile[], root: string): Promise<Sbom> {
  const around = packageFolders()
  const folders = new Set(files.flatMap(({ modules }) => modules.flatMap(({ id }) => packageFolder(id, around) ?? [])))
  const own = packageFolder(join(root, 'index.html'), around)
  const found = await Promise.all([...folders].filter((folder) => folder !== own).map(component))
  const components = [...new Map(found.map((each) => [each.purl, each])).values()].sort((a, b) =>
    a.purl < b.purl ? -1 : 1,
  )
  const { name, version } = own === undefined ? {} : await readJson(join(own, 'package.json'))
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid(hash)}`,
    version: 1,
    metadata: { component: { type: 'application', name: text(name, 'page'), version: text(version, '0.0.0') } },
    components,
  }
}

const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

/** The folder of the package that a module belongs to, or undefined for a virtual module of the bundler. */
function packageFolder(id: string, around: (folder: string) => string | undefined): string | undefined {
  const path = id.replace(/^\0+/, '').replace(/\?.*$/, '')
  if (!path.startsWith('/') && !/^[A-Za-z]:[\\/]/.test(path)) return undefined
  return around(dirname(path))
}

/**
 * The nearest folder, from the given one upwards, whose package.json has a name. Cached, because many modules share a
 * folder.
 */
function packageFolders() {
  const known = new Map<string, string | undefined>()
  return function around(folder: string): string | undefined {
    if (!known.has(folder)) {
      const above = dirname(folder)
      known.set(folder, above === folder ? undefined : isPackage(folder) ? folder : around(above))
    }
    return known.get(folder)
  }
}

/** A package.json may only set the module type of its folder; only one with a name is a package. */
function isPackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return false
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return isObject(manifest) && typeof manifest.name === 'string'
}

async function component(folder: string): Promise<Component> {
  const { name, version, license }: JsonObject = await readJson(join(folder, 'package.json'))
  const known = { name: text(name, folder.split(/[\\/]/).at(-1) ?? folder), version: text(version, '0.0.0') }
  const purl = `pkg:npm/${known.name.replace(/^@/, '%40')}@${known.version}`
  const said = typeof license === 'string' ? license : isObject(license) ? text(license.type, '') : ''
  return { type: 'library', 'bom-ref': purl, ...known, purl, ...(said && { licenses: [{ expression: said }] }) }
}

/** A version 8 UUID (RFC 9562) made from a hash, so that two builds of the same packages get the same id. */
const uuid = (hash: string) =>
  `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
