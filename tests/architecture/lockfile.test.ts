/** What an install brings: licences, integrity, pins, no scripts, no address of a registry (reliability 4). */
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
 * Where the packages that a page can come to hold stand in `node_modules`: what `walletkit` depends on, all the way down.
 * Each name is looked for as Node looks for it, so that a second version inside of a package is found too.
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

/** What `cli/repo/vendor.ts` puts into the package itself. */
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

it('ships permissive licences only', () => {
  const shipped = closure([...Object.keys(root['dependencies'] ?? {}), ...VENDORED, 'react', 'react-dom'])
  // Copies inside of others are among them.
  expect(shipped.filter((path) => path.lastIndexOf('node_modules/') > 0)).not.toEqual([])
  const refused = shipped.filter((path) => !permissive(lock.packages[path]?.license ?? 'unknown'))
  expect(refused).toEqual([])
})

/**
 * What a manifest does not say, and a reader found. `spawndamnit`, `eyes` and `memorystream` hold the text of MIT,
 * `text-encoding-utf-8` that of the Unlicense. `rpc-websockets` is of @solana/web3.js, the parts of `sats-connect` (MIT) name
 * no licence of their own: both are held for tests alone.
 */
const READ = [
  'node_modules/spawndamnit SEE LICENSE IN LICENSE',
  'node_modules/eyes unknown',
  'node_modules/memorystream unknown',
  'node_modules/text-encoding-utf-8 unknown',
  'node_modules/rpc-websockets LGPL-3.0-only',
]
const OF_SATS_CONNECT = /@sats-connect\/(ui|make-default-provider-config) unknown$/

it('develops with licences that ask nothing of us', () => {
  const refused = entries
    .filter(([, { license = 'unknown', optional }]) => !optional && !permissive(license) && license !== 'MPL-2.0')
    .map(([path, { license = 'unknown' }]) => `${path} ${license}`)
    .filter((named) => !READ.includes(named) && !OF_SATS_CONNECT.test(named))
  expect(refused).toEqual([])
})

it('holds the relay client in its last version under an open licence (decisions 1.4)', () => {
  const theirs = entries.filter(([path]) => /node_modules\/@(walletconnect|reown)\/[^/]+$/.test(path))
  expect(theirs.length).toBeGreaterThan(10)
  const refused = theirs.filter(([, { license }]) => license !== 'Apache-2.0' && license !== 'MIT')
  expect(refused.map(([path]) => path)).toEqual([])
})

it('keeps the core at 20 packages or fewer beside React, none twice', () => {
  const core = closure(Object.keys(root['dependencies'] ?? {}))
    .map(nameOf)
    .filter((name) => name !== 'react')
  const isCore = (parent: string) => parent === '' || core.includes(parent.replace(/\/$/, ''))
  expect(core.length + 1).toBeLessThanOrEqual(20)
  // What stands inside of a package that the core does not have is the sandbox's or a tool's.
  const installed = entries.filter(([path, { dev }]) => !dev && isCore(path.split('node_modules/').at(-2) ?? ''))
  const twice = core.filter((name) => installed.filter(([path]) => path.endsWith(`node_modules/${name}`)).length > 1)
  expect(twice).toEqual([])
})

it('runs no install script', () => {
  const core = new Set(closure(Object.keys(root['dependencies'] ?? {})).map(nameOf))
  const scripted = entries.filter(([path, { hasInstallScript }]) => hasInstallScript && core.has(nameOf(path)))
  expect(scripted).toEqual([])
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('has an integrity for every entry and the address of none', () => {
  expect(
    entries
      .filter(([, { integrity, version, optional }]) => !integrity && version !== undefined && !optional)
      .map(([path]) => path),
  ).toEqual([])
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

it('pins exactly', () => {
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
    Object.entries(root[key] ?? {}),
  )
  expect(ranges.filter(([, range]) => /^[\^~><*]|latest/.test(range.replace(/^npm:.*@/, '')))).toEqual([])
})
