/** A feature that is off leaves no byte: no module of its folder, and none of its own words, in any output file. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Piece } from '../../schema/pieces.ts'
import { chainOf, isAnalytics, isAuth, isSiwx, pluginOf } from '../graph.ts'
import { messages } from '../messages.ts'
import { sourceRoot } from '../package.ts'
import { rootsOf } from '../roots.ts'
import type { OutputFile } from './collect.ts'
import type { Part } from './select.ts'

/** Events (OPEN_SEND), endpoints (/v1/convert/…), message keys (send.review) as they stand in code. */
const WORD =
  /(['"`])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\/?v1\/[a-z-]+(?:\/[a-z-]+)+|[a-z][A-Za-z]*(?:\.[A-Za-z][\w-]*)+)\1/g

const isCode = (name: string) => /\.(js|ts|tsx)$/.test(name) && !name.endsWith('.d.ts')

async function codeOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() && isCode(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.sort().map((file) => readFile(file, 'utf8')))).join('\n')
}

const wordsIn = (code: string) => [...code.matchAll(WORD)].flatMap(([, , word]) => word ?? [])

/** Whatever a word can be, between two quotes. Only the first of them is taken: the second may be the next one's first. */
const QUOTED = /(['"`])(?=([\w./-]+)\1)/g
/** In one pass: a build holds megabytes, and a plugin that is off says hundreds of words. */
export const quotedIn = (code: string): ReadonlySet<string | undefined> =>
  new Set([...code.matchAll(QUOTED)].map(([, , text]) => text))

/** The plugin's views, and the words that its code says and no shared code says. */
export const markersOf = (code: string, views: readonly string[], shared: ReadonlySet<string | undefined>): string[] =>
  [...new Set([...views, ...wordsIn(code).filter((word) => !shared.has(word))])].sort()

/** One sentence for each byte that should not be there; empty when all is well. */
export async function leftovers(
  files: readonly OutputFile[],
  off: readonly Piece[],
  on: readonly Piece[],
  parts: readonly Part[],
  chains: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  const roots = rootsOf({ plugins: on, off })
  const featureOf = new Map(off.map(({ id, feature }) => [id, feature]))
  for (const { modules } of files) {
    for (const { id } of modules) {
      const feature = featureOf.get(pluginOf(id, roots) ?? '')
      if (feature !== undefined) found.push(messages.offModule(feature, id))
      // Its events are the core's; its endpoint and version stand in its own modules only.
      const chain = chainOf(id, roots.root)
      // What remote sessions read on eip155 stands in its folder.
      if (chain !== undefined && chain !== 'eip155' && !chains.includes(chain))
        found.push(messages.strayChain(chain, id))
      if (!parts.includes('analytics') && isAnalytics(id, roots.root)) found.push(messages.offModule('analytics', id))
      if (!parts.includes('siwx') && isSiwx(id, roots.root)) found.push(messages.offSignIn(id))
      if (!parts.includes('auth') && isAuth(id, roots.root)) found.push(messages.offLogin(id))
    }
  }
  const folders = [join(sourceRoot, 'runtime'), ...on.map(({ folder }) => folder)]
  const shared = quotedIn((await Promise.all(folders.map(codeOf))).join('\n'))
  const words = files
    .filter(({ kind }) => kind !== 'other')
    .map(({ name, content }) => ({ name, said: quotedIn(content.toString('utf8')) }))
  for (const { folder, feature, views } of off) {
    const markers = markersOf(await codeOf(folder), views, shared)
    for (const { name, said } of words)
      found.push(
        ...markers.filter((marker) => said.has(marker)).map((marker) => messages.offMarker(feature, marker, name)),
      )
  }
  return found
}
