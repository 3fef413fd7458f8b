/**
 * Checks the dependencies in the lockfile: licences, integrity, exact versions, no install scripts, no registry URL.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './graph.ts'

type Entry = {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  peer?: boolean
}
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
const entries = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

const PERMISSIVE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|PSF-2\.0|CC0-1\.0|Unlicense|CC-BY-4\.0|WTFPL)$/
const permissive = (licence: string) =>
  licence
    .replace(/[()]/g, '')
    .split(/ OR /)
    .some((one) => one.split(' AND ').every((part) => PERMISSIVE.test(part.trim())))

/**
 * The paths in `node_modules` of all packages that can reach a page: the dependencies of `walletkit`, recursively.
 * Resolves each name as Node does, so that it also finds a second version inside a package.
 */
function closure(names: readonly string[]): string[] {
  const found = new Set<string>()
  const walk = (name: string, from: string) => {
    const path = pathOf(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    Object.keys(lock.packages[path]?.dependencies ?? {}).forEach((next) => walk(next, path))
  }
  names.forEach((name) => walk(name, ''))
  return [...found].sort()
}

function pathOf(name: string, from: string): string | undefined {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf('node_modules/') - 1))) {
    const path = `${around && `${around}/`}node_modules/${name}`
    if (lock.packages[path]) return path
    if (!around) return undefined
  }
}

const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

/** The libraries that `cli/repo/vendor/vendor.ts` bundles into the package. */
const VENDORED = [
  'uqr',
  '@walletconnect/universal-provider',
  '@solana/kit',
  '@solana-program/system',
  '@solana-program/token',
  '@noble/curves',
  '@noble/hashes',
  '@scure/base',
  '@scure/btc-signer',
  '@scure/sr25519',
]

it('shipped packages have only permissive licences', () => {
  const shipped = closure([...Object.keys(root['dependencies'] ?? {}), ...VENDORED, 'react', 'react-dom'])
  // Nested copies must be among them.
  expect(shipped.filter((path) => path.lastIndexOf('node_modules/') > 0)).not.toEqual([])
  const refused = shipped.filter((path) => !permissive(lock.packages[path]?.license ?? 'unknown'))
  expect(refused).toEqual([])
})

/**
 * Licences that a manifest lacks, checked by hand. `spawndamnit`, `eyes` and `memorystream` contain the MIT text,
 * `text-encoding-utf-8` the Unlicense. `rpc-websockets` is a dependency of @solana/web3.js, and parts of `sats-connect`
 * (MIT) name no licence of their own: both are used only in tests.
 */
const READ = [
  'node_modules/spawndamnit SEE LICENSE IN LICENSE',
  'node_modules/eyes unknown',
  'node_modules/memorystream unknown',
  'node_modules/text-encoding-utf-8 unknown',
  'node_modules/rpc-websockets LGPL-3.0-only',
]
const OF_SATS_CONNECT = /@sats-connect\/(ui|make-default-provider-config) unknown$/

it('development packages have only licences without obligations', () => {
  const refused = entries
    .filter(([, { license = 'unknown', optional }]) => !optional && !permissive(license) && license !== 'MPL-2.0')
    .map(([path, { license = 'unknown' }]) => `${path} ${license}`)
    .filter((named) => !READ.includes(named) && !OF_SATS_CONNECT.test(named))
  expect(refused).toEqual([])
})

it('relay client stays at its last version with an open licence', () => {
  const theirs = entries.filter(([path]) => /node_modules\/@(walletconnect|reown)\/[^/]+$/.test(path))
  expect(theirs.length).toBeGreaterThan(10)
  const refused = theirs.filter(([, { license }]) => license !== 'Apache-2.0' && license !== 'MIT')
  expect(refused.map(([path]) => path)).toEqual([])
})

it('runtime has at most 20 packages besides React, each once', () => {
  const core = closure(Object.keys(root['dependencies'] ?? {}))
    .map(nameOf)
    .filter((name) => name !== 'react')
  const isCore = (parent: string) => parent === '' || core.includes(parent.replace(/\/$/, ''))
  expect(core.length + 1).toBeLessThanOrEqual(20)
  // A package that is nested in another one than a runtime dependency belongs to the sandbox or to a tool.
  const installed = entries.filter(([path, { dev }]) => !dev && isCore(path.split('node_modules/').at(-2) ?? ''))
  const twice = core.filter((name) => installed.filter(([path]) => path.endsWith(`node_modules/${name}`)).length > 1)
  expect(twice).toEqual([])
})

it('no runtime package has an install script', () => {
  const core = new Set(closure(Object.keys(root['dependencies'] ?? {})).map(nameOf))
  const scripted = entries.filter(([path, { hasInstallScript }]) => hasInstallScript && core.has(nameOf(path)))
  expect(scripted).toEqual([])
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('every entry has an integrity, also those of other platforms, and no address', () => {
  const unchecked = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
  expect(unchecked.map(([path]) => path)).toEqual([])
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

it('all versions are pinned exactly', () => {
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
    Object.entries(root[key] ?? {}),
  )
  expect(ranges.filter(([, range]) => /^[\^~><*]|latest/.test(range.replace(/^npm:.*@/, '')))).toEqual([])
})
