/** Finds the installed copies of packages in `node_modules`, nested ones and those in pnpm's store too. */
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifest, textOf } from '../stages/manifest.ts'

export type Copy = { folder: string; version: string }

/**
 * Finds the installed copies of packages, by package name: each real folder once, sorted. Searches `node_modules` of
 * each root, and of every package in it.
 */
export async function findCopies(roots: readonly string[], names: readonly string[]): Promise<Record<string, Copy[]>> {
  const found = new Map<string, Map<string, Copy>>(names.map((name) => [name, new Map()]))
  const seen = new Set<string>()
  const open = roots.map((root) => join(root, 'node_modules'))
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const real = await realpath(folder).catch(() => undefined)
    if (real === undefined || seen.has(real)) continue
    seen.add(real)
    for (const [name, path] of await packagesIn(real)) {
      const copies = found.get(name)
      if (copies) {
        const at = await realpath(path)
        copies.set(at, { folder: at, version: textOf((await readManifest(at))?.version) })
      }
      open.push(join(path, 'node_modules'))
    }
  }
  return Object.fromEntries(
    [...found].map(([name, copies]) => [name, [...copies.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))]),
  )
}

/** The packages in a `node_modules` folder, including scoped ones and those in pnpm's `.pnpm` store. */
async function packagesIn(folder: string): Promise<[name: string, path: string][]> {
  const packages: [string, string][] = []
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (name === '.pnpm')
      packages.push(...(await namesIn(path)).map((each): [string, string] => ['', join(path, each)]))
    else if (name.startsWith('@'))
      packages.push(...(await namesIn(path)).map((each): [string, string] => [`${name}/${each}`, join(path, each)]))
    else if (!name.startsWith('.')) packages.push([name, path])
  }
  return packages
}

const namesIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort()
