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

/** The packages that a page can come to hold: what `walletkit` depends on, all the way down. */
function closure(names: readonly string[]): string[] {
  const found = new Set<string>()
  const walk = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    Object.keys(lock.packages[`node_modules/${name}`]?.dependencies ?? {}).forEach(walk)
  }
  names.forEach(walk)
  return [...found].sort()
}

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
  const refused = shipped.filter((name) => !permissive(lock.packages[`node_modules/${name}`]?.license ?? 'unknown'))
  expect(refused).toEqual([])
})

/** The first one's manifest points at a file, which holds the text of MIT; the second is of @solana/web3.js, which tests hold. */
const READ = ['node_modules/spawndamnit SEE LICENSE IN LICENSE', 'node_modules/rpc-websockets LGPL-3.0-only']

it('develops with licences that ask nothing of us', () => {
  const refused = entries
    .filter(
      ([, { license, optional }]) =>
        license !== undefined && !optional && !permissive(license) && license !== 'MPL-2.0',
    )
    .map(([path, { license }]) => `${path} ${license}`)
    .filter((named) => !READ.includes(named))
  expect(refused).toEqual([])
})

it('holds the relay client in its last version under an open licence (decisions 1.4)', () => {
  const theirs = entries.filter(([path]) => /node_modules\/@(walletconnect|reown)\/[^/]+$/.test(path))
  expect(theirs.length).toBeGreaterThan(10)
  const refused = theirs.filter(([, { license }]) => license !== 'Apache-2.0' && license !== 'MIT')
  expect(refused.map(([path]) => path)).toEqual([])
})

it('keeps the core at 20 packages or fewer beside React, none twice', () => {
  const core = closure(Object.keys(root['dependencies'] ?? {})).filter((name) => name !== 'react')
  const isCore = (parent: string) => parent === '' || core.includes(parent.replace(/\/$/, ''))
  expect(core.length + 1).toBeLessThanOrEqual(20)
  // What stands inside of a package that the core does not have is the sandbox's or a tool's.
  const installed = entries.filter(([path, { dev }]) => !dev && isCore(path.split('node_modules/').at(-2) ?? ''))
  const twice = core.filter((name) => installed.filter(([path]) => path.endsWith(`node_modules/${name}`)).length > 1)
  expect(twice).toEqual([])
})

it('runs no install script', () => {
  const core = new Set(closure(Object.keys(root['dependencies'] ?? {})))
  const scripted = entries.filter(
    ([path, { hasInstallScript }]) => hasInstallScript && core.has(path.split('node_modules/').at(-1) ?? ''),
  )
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
