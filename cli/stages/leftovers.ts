/**
 * Checks that the build contains no module of a disabled feature, of an unused part of the core, of a chain other than
 * eip155 that the config does not name, or of the devtools, and no event, endpoint, key or view that only a disabled
 * feature uses.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Piece } from '../../schema/pieces.ts'
import { filesBelow } from '../filesBelow.ts'
import { chainOf, type CorePart, isDevtools, partOf, pluginOf } from '../graph.ts'
import { messages } from '../messages.ts'
import { sourceRoot } from '../package.ts'
import { rootsOf } from '../roots.ts'
import type { OutputFile } from './collect.ts'
import type { Part } from './select.ts'

/** Events (OPEN_SEND), endpoints (/v1/convert/…) and message keys (send.review) as they appear in code. */
const WORD =
  /(['"`])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\/?v1\/[a-z-]+(?:\/[a-z-]+)+|[a-z][A-Za-z]*(?:\.[A-Za-z][\w-]*)+)\1/g

const isCode = (name: string) => /\.(js|ts|tsx)$/.test(name) && !name.endsWith('.d.ts')

async function codeOf(folder: string): Promise<string> {
  // Not what is installed in a plugin's folder, nor its playground with its build: a page may hold the same words.
  const files = (await filesBelow(folder, ['node_modules', 'playground']).catch(() => [])).filter(isCode)
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

const wordsIn = (code: string) => [...code.matchAll(WORD)].flatMap(([, , word]) => word ?? [])

/** Matches any quoted word. It consumes only the first quote, because the second may also open the next word. */
const QUOTED = /(['"`])(?=([\w./-]+)\1)/g
/**
 * All quoted words in some code, collected in one pass: a build has megabytes of code, and each disabled plugin has
 * hundreds of words to look for.
 */
export const quotedIn = (code: string): ReadonlySet<string | undefined> =>
  new Set([...code.matchAll(QUOTED)].map(([, , text]) => text))

/**
 * The texts by which a plugin is found in a build: its views, and the words that occur only in its code, not in shared
 * code.
 */
export const markersOf = (code: string, views: readonly string[], shared: ReadonlySet<string | undefined>): string[] =>
  [...new Set([...views, ...wordsIn(code).filter((word) => !shared.has(word))])].sort()

const OFF_PART: Record<CorePart, (id: string) => string> = {
  analytics: (id) => messages.offModule('analytics', id),
  siwx: messages.offSignIn,
  auth: messages.offLogin,
}

/** Returns one sentence for each leftover; empty when there is none. */
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
    for (const { id, bytes } of modules) {
      const feature = featureOf.get(pluginOf(id, roots) ?? '')
      if (feature !== undefined) found.push(messages.offModule(feature, id))
      const chain = chainOf(id, roots.root)
      // WalletConnect sessions use modules of the eip155 folder, so those may be present without that chain.
      if (chain !== undefined && chain !== 'eip155' && !chains.includes(chain))
        found.push(messages.strayChain(chain, id))
      // The bundler lists the modules of a removed branch with 0 bytes.
      if (bytes && !found.includes(messages.devtools) && isDevtools(id, roots.root)) found.push(messages.devtools)
      // For the core's parts, look for modules, not words: the core itself contains the names of analytics events.
      const part = partOf(id, roots.root)
      if (part && !parts.includes(part)) found.push(OFF_PART[part](id))
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
