/**
 * Calculates a build's weight in gzip bytes without React: what loads with the page, what loads until the modal is
 * open, and what each feature adds. Pure functions.
 */
import { gzipSync } from 'node:zlib'
import type { Config } from '../../runtime/contracts/config.ts'
import {
  type Bridge,
  bridgeOf,
  chainOf,
  isDevtools,
  isFirstOpen,
  isFramework,
  isKit,
  isManifest,
  isReact,
  isScreen,
  partOf,
  pluginOf,
  type Roots,
} from '../graph.ts'
import type { OutputFile } from './collect.ts'
import { ownSizes } from './ownSizes.ts'

/** In gzip bytes. `gzip`: the whole files. `overReact`: only what walletkit adds to React and the page's own code. */
export type Part = { files: string[]; gzip: number; overReact: number }
export type Weights = {
  eager: Part
  /**
   * What the page fetches when it is idle, in addition to `eager`, if the config says `"preload": "idle"`; else empty.
   */
  idle: Part
  firstOpen: Part
  /** Everything that the page may ever load. */
  total: Part
  /** Bytes by plugin: `eager` is its manifest, `lazy` loads on first use. */
  features: Record<string, Halves>
  /** Bytes by namespace: only what that chain's support adds, including its libraries. */
  chains: Record<string, Halves>
  /** Bytes by part of the core: `auth` is the embedded wallet, `siwx` is sign-in. */
  parts: Record<string, Halves>
  /** What the page imports of `walletkit/wagmi`, `walletkit/compat/appkit` and the like, which loads with the page. */
  bridges: readonly Bridge[]
  /** Bytes of the modal, its screens and those of plugins; 0 in a build without the modal. */
  screens: number
  /** Bytes of `walletkit/devtools`; 0 where the page imports it in development only. */
  devtools: number
}
export type Halves = { eager: number; lazy: number }

/** Several sums may include the same file, so cache its compressed size. */
const weighed = new WeakMap<Buffer, number>()

export function gzip(content: Buffer | string): number {
  const known = typeof content === 'string' ? undefined : weighed.get(content)
  if (known !== undefined) return known
  const bytes = gzipSync(content, { level: 9 }).length
  if (typeof content !== 'string') weighed.set(content, bytes)
  return bytes
}

/**
 * Calculates what a build's files weigh. `react`: the size of React alone, in gzip bytes. It is subtracted from the
 * size of a file that contains React.
 */
export function weigh(
  files: readonly OutputFile[],
  roots: Roots,
  react: number,
  { preload }: Pick<Config, 'preload'> = {},
): Weights {
  const code = files.filter(({ kind }) => kind === 'script' || kind === 'style')
  const byName = new Map(code.map((file) => [file.name, file]))
  const closure = (start: readonly OutputFile[]) => {
    const found = new Set(start)
    for (const file of found) for (const name of file.imports) found.add(byName.get(name) ?? file)
    return [...found]
  }
  const part = (some: readonly OutputFile[]): Part => {
    const sum = (weight: (file: OutputFile) => number) => some.reduce((total, file) => total + weight(file), 0)
    const overReact = sum((file) => ownBytes(file, roots, react))
    return { files: some.map(({ name }) => name).sort(), gzip: sum(({ content }) => gzip(content)), overReact }
  }
  // The page's own style sheets load with the page, so they count as eager.
  const eager = closure(code.filter(({ isEntry, kind }) => isEntry || kind === 'style'))
  const shell = code.filter(({ modules }) => modules.some(({ id }) => isFirstOpen(id, roots.root)))
  const opened = closure([...eager, ...shell])
  return {
    eager: part(eager),
    idle: part(preload === 'idle' ? opened.filter((file) => !eager.includes(file)) : []),
    firstOpen: part(opened),
    total: part(code),
    features: features(code, eager, roots),
    chains: ownSizes(code, eager, roots.root, gzip, (id) => chainOf(id, roots.root)),
    parts: ownSizes(code, eager, roots.root, gzip, (id) => weighedPartOf(id, roots.root)),
    bridges: [...new Set(eager.flatMap(({ modules }) => modules.flatMap(({ id }) => bridgeOf(id, roots.root) ?? [])))],
    screens: bytesOf(code, (id) => isScreen(id, roots)),
    devtools: bytesOf(code, (id) => isDevtools(id, roots.root)),
  }
}

/** The gzip bytes of the modules that `isPart` picks. Modules that the bundler dropped entirely do not count. */
export function bytesOf(files: readonly OutputFile[], isPart: (id: string) => boolean): number {
  const found = files.flatMap(({ modules }) => modules.filter(({ id, bytes }) => bytes && isPart(id)))
  return found.length ? gzip(found.map(({ code }) => code).join('\n')) : 0
}

/** The part of the core that a module belongs to, except analytics, which the report does not list. */
function weighedPartOf(id: string, root: string) {
  const part = partOf(id, root)
  return part === 'analytics' ? undefined : part
}

/**
 * The gzip bytes that walletkit added to a file. If the file also contains the page's code, only the rendered modules
 * of walletkit and of plugins are compressed.
 */
function ownBytes({ content, modules, kind, isEntry }: OutputFile, roots: Roots, react: number): number {
  const kit = modules.filter(({ id }) => isKit(id, roots))
  const foreign = modules.filter(
    ({ id }) => !isKit(id, roots) && !isReact(id) && (isEntry || !id.includes('node_modules')),
  )
  const isOther = !kit.length && modules.some(({ id }) => isFramework(id))
  if (kind === 'style' || isOther || (!kit.length && !modules.every(({ id }) => id.includes('node_modules')))) return 0
  if (foreign.some(({ bytes }) => bytes)) return gzip(kit.map(({ code }) => code).join('\n'))
  return Math.max(0, gzip(content) - (modules.some(({ id }) => isReact(id)) ? react : 0))
}

function features(files: readonly OutputFile[], eager: readonly OutputFile[], roots: Roots): Weights['features'] {
  const sums: Weights['features'] = {}
  for (const file of files) {
    const owners = new Set(file.modules.flatMap(({ id }) => pluginOf(id, roots) ?? []))
    for (const owner of owners) {
      const sum = (sums[owner] ??= { eager: 0, lazy: 0 })
      const own = file.modules.filter(({ id }) => pluginOf(id, roots) === owner)
      // The manifest shares a file with other code, so compress its rendered modules alone.
      if (own.some(({ id }) => isManifest(id, roots))) sum.eager += gzip(own.map((module) => module.code).join('\n'))
      else if (!eager.includes(file) && owners.size === 1) sum.lazy += gzip(file.content)
    }
  }
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)))
}
