/** Checks that a published plugin's package.json lets a project find the plugin. Pure functions. */
import { posix } from 'node:path'
import { show } from '../../../schema/issue.ts'
import { isObject, type JsonObject } from '../../../schema/pieces.ts'
import { type Finding, finding } from './finding.ts'
import { pageFiles, replacesFiles } from './pageFiles.ts'

const FILE = 'package.json'
/** A version that npm accepts. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

/**
 * Reports what would keep a project from using the package. `hasLanguages`: the folder has translations. Reports
 * nothing without the key `walletkit`, because projects use such a plugin by its path.
 */
export function checkPackage(own: JsonObject | undefined, hasLanguages = false): Finding[] {
  if (own?.walletkit === undefined) return []
  const found: Finding[] = []
  const add = (path: string[], message: string, expected: string, fix: string) =>
    found.push({ ...finding(path, message, expected, fix), file: FILE })
  const { walletkit, exports, files, type, peerDependencies, name, version } = own
  const plugin = isObject(walletkit) ? walletkit.plugin : undefined
  const schema = isObject(walletkit) ? walletkit.schema : undefined
  if (typeof plugin !== 'string' || !/^\.\/.+\.js$/.test(plugin))
    add(['walletkit', 'plugin'], 'The key names no built manifest', '"plugin": "./dist/index.js"', 'Write it.')
  if (schema !== undefined && typeof schema !== 'string')
    add(['walletkit', 'schema'], 'The key names no file', '"schema": "./config.schema.json"', 'Write it.')
  if (typeof name !== 'string' || !name)
    add(['name'], 'The package has no name', 'a name, as walletkit-plugin-tip-jar', 'Write "name".')
  if (typeof version !== 'string' || !VERSION.test(version))
    add(
      ['version'],
      version === undefined ? 'The package has no version' : `${show(version)} is no version`,
      'a version, as 0.1.0',
      'Write "version": "0.1.0".',
    )
  if (type !== 'module') add(['type'], 'The package is not of modules', '"type": "module"', 'Write "type": "module".')
  const main = isObject(exports) ? (exports['.'] ?? null) : exports
  if (typeof plugin === 'string' && main !== plugin)
    add(
      ['exports'],
      'A page imports the package by its name, and would get another file than the manifest',
      `"exports": { ".": "${plugin}" }`,
      `Write "exports": { ".": "${plugin}" }.`,
    )
  for (const { key, file } of pageFiles(own))
    if (
      typeof plugin === 'string' &&
      own[key] !== undefined &&
      key !== 'exports' &&
      posix.normalize(file) !== posix.normalize(plugin)
    )
      add([key], `A bundler that reads "${key}" would get ${file}, and not the manifest`, plugin, `Remove "${key}".`)
  if (replacesFiles(own))
    add(
      ['browser'],
      'A page could get other files than those that were read',
      'no table "browser"',
      'Remove "browser", and import what a browser needs.',
    )
  const shipped = Array.isArray(files)
    ? files.filter((each) => typeof each === 'string').map((each) => each.replace(/^\.\//, '').split('/')[0])
    : undefined
  for (const path of [plugin, schema, hasLanguages ? './languages' : undefined].filter(
    (each) => typeof each === 'string',
  )) {
    const top = path.replace(/^\.\//, '').split('/')[0]
    if (shipped && top !== undefined && !shipped.includes(top))
      add(['files'], `The package would not hold ${path}`, 'every file that it names', `Add "${top}" to files.`)
  }
  if (!isObject(peerDependencies) || typeof peerDependencies.walletkit !== 'string')
    add(
      ['peerDependencies'],
      'The package does not say that it needs walletkit',
      'walletkit among its peers, so that a page has one',
      'Write "peerDependencies": { "walletkit": "^0.1.0" }.',
    )
  for (const shared of ['walletkit', 'react', 'react-dom']) {
    if (isObject(own.dependencies) && own.dependencies[shared] !== undefined)
      add(
        ['dependencies', shared],
        `A page would hold ${shared} twice`,
        `${shared} among the peers`,
        `Move it to peerDependencies.`,
      )
  }
  return found
}
