/** Finds what is wrong with a plugin's folder by reading it, without a build. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { isObject, type JsonObject } from '../../../schema/pieces.ts'
import { Failure, reasonOf } from '../../failure.ts'
import { readEntry } from '../../guests.ts'
import { loadPieces, readJson, readVersion } from '../../package.ts'
import { messages } from '../../commands/plugin/messages.ts'
import { ownTexts } from '../languages.ts'
import { readManifest } from '../manifest.ts'
import { loadParse } from '../parse.ts'
import { checkApis } from './checkApis.ts'
import { checkImports } from './checkImports.ts'
import { checkLanguages } from './checkLanguages.ts'
import { checkManifest } from './checkManifest.ts'
import { checkPackage } from './checkPackage.ts'
import { checkOptionHosts, checkSchema } from './checkSchema.ts'
import { checkUses } from './checkUses.ts'
import { checkFiles } from './thunks.ts'
import { checkViewParams } from './checkViewParams.ts'
import { type Finding, finding } from './finding.ts'
import { NotLiteral } from './literal.ts'
import { locate } from './locate.ts'
import type { Manifest } from '../../record.ts'
import { readSources } from './sources.ts'

export type Inspected = {
  folder: string
  /** The manifest's file, relative to the folder. */
  entry: string
  /** Undefined when it cannot be read. */
  manifest: Manifest | undefined
  /** The package.json, if there is one. */
  own: JsonObject | undefined
  findings: Finding[]
}

const SCHEMA = 'config.schema.json'

/** Throws a Failure when the folder contains no plugin. */
export async function inspect(folder: string): Promise<Inspected> {
  const entry = ['index.ts', 'index.js'].find((name) => existsSync(join(folder, name)))
  if (entry === undefined) throw new Failure(messages.noPlugin(relative(process.cwd(), folder) || '.'))
  const parse = await loadParse()
  const own = await readManifest(folder)
  const { sources, found } = await readSources(folder, parse)
  const findings = [...found]
  const source = sources.find(({ file }) => file === entry)
  const manifest = await readFrom(resolve(folder, entry), findings)
  if (manifest) {
    const facts = { ours: await loadPieces(), version: await readVersion() }
    findings.push(
      ...checkManifest(manifest, facts),
      ...checkFiles(manifest, entry, sources),
      ...checkViewParams(sources, manifest),
      ...checkUses(sources, manifest, entry),
      ...(await checkLanguages(folder, sources, manifest, entry, await ownTexts(facts.ours))),
    )
  }
  const dependencies = isObject(own?.dependencies) ? Object.keys(own.dependencies) : []
  findings.push(...checkImports(sources, dependencies), ...checkApis(sources))
  findings.push(...(await schemaOf(folder, manifest)), ...checkPackage(own, existsSync(join(folder, 'languages'))))
  const located = findings.map((each) => locate(each, source))
  return { folder, entry, manifest, own, findings: located.sort(byPlace) }
}

async function readFrom(entry: string, findings: Finding[]): Promise<Manifest | undefined> {
  try {
    return await readEntry(entry)
  } catch (error) {
    if (error instanceof Failure) throw error
    const expected = 'literals, which are read without running anything'
    if (error instanceof NotLiteral) findings.push(finding(error.path, error.problem, expected, error.fix))
    else findings.push(finding([], reasonOf(error), expected, 'Correct the manifest.'))
    return undefined
  }
}

async function schemaOf(folder: string, manifest: Manifest | undefined): Promise<Finding[]> {
  const path = join(folder, SCHEMA)
  if (existsSync(path)) {
    const found = checkSchema({ file: SCHEMA, text: await readFile(path, 'utf8') }, manifest?.options)
    return found.length || !manifest ? found : checkOptionHosts(manifest, await readJson(path))
  }
  if (manifest) {
    const found = checkOptionHosts(manifest, undefined)
    if (found.length) return found
  }
  if (manifest?.options === undefined) return []
  return [
    finding(['options'], `The plugin has options and no ${SCHEMA}`, 'a schema of its options', `Write ${SCHEMA}.`),
  ]
}

const byPlace = (a: Finding, b: Finding) =>
  (a.file ?? '').localeCompare(b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
