/** Checks Node's version, the peer dependencies, and that some libraries are installed once. */
import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import type { Manager } from '../create/packageManager.ts'
import { dependenciesOf, findInstalled, type Installed, textOf } from '../stages/manifest.ts'
import { addCommand, upwards } from '../stages/packageManager.ts'
import { findCopies } from './copies.ts'
import { fail, type Finding, ok, warn } from './finding.ts'
import { inRange } from './range.ts'

export function checkNode(own: JsonObject, version: string = process.versions.node): Finding {
  const wanted = isObject(own.engines) ? textOf(own.engines.node) : '*'
  return inRange(version, wanted) === false
    ? fail('node', `Node is ${version}, walletkit needs ${wanted}.`, 'Install a newer Node.')
    : ok('node', `Node is ${version}.`)
}

/**
 * Checks that walletkit's peer dependencies are installed, in versions that walletkit supports. Optional ones may be
 * missing if nothing in the project needs them. The range for ethers allows 5.7 and 6; only `walletkit/ethers` requires
 * 6. `own` is walletkit's package.json, `imported` the entry points of walletkit that the project's source imports.
 */
export async function checkPeers(
  root: string,
  own: JsonObject,
  imported: ReadonlySet<string>,
  manager: Manager,
): Promise<Finding[]> {
  const peers = isObject(own.peerDependencies) ? Object.entries(own.peerDependencies) : []
  const meta = isObject(own.peerDependenciesMeta) ? own.peerDependenciesMeta : {}
  const findings: Finding[] = []
  for (const [name, wanted] of peers) {
    const range = textOf(wanted)
    const installed = await findInstalled(root, name)
    const settings = meta[name]
    const optional = isObject(settings) && settings.optional === true
    const install = addCommand(manager, [`${name}@${JSON.stringify(range)}`], name === 'vite')
    if (!installed) {
      // `walletkit build` and `walletkit dev` run vite; each other optional peer is needed by one entry point only.
      const needed = !optional || name === 'vite' || imported.has(doorOf(name))
      const message = `${name} is not installed; walletkit ${optional ? 'uses' : 'needs'} ${range}.`
      if (!needed) findings.push(ok(name, `${name} is not installed, and nothing here needs it.`))
      else if (optional && name === 'vite')
        findings.push(warn(name, `${message} walletkit build and walletkit dev need it.`, `Run: ${install}`))
      else findings.push(fail(name, message, `Run: ${install}`))
      continue
    }
    const fits = inRange(installed.version, range)
    if (fits === false)
      findings.push(fail(name, `${name} is ${installed.version}, walletkit needs ${range}.`, `Run: ${install}`))
    else if (name === 'ethers' && imported.has('ethers') && inRange(installed.version, '^6.0.0') === false)
      findings.push(
        fail(
          name,
          `walletkit/ethers takes ethers 6, and this project has ${installed.version}.`,
          `Run: ${addCommand(manager, ['ethers@6'])}`,
        ),
      )
    else findings.push(ok(name, `${name} is ${installed.version}.`))
  }
  return findings
}

/** The entry point of walletkit that needs a library, for example `wagmi` for `@wagmi/core`. */
const doorOf = (name: string) => name.replace(/^@([^/]+)\/.*$/, '$1')

/**
 * Libraries of which a project should have one copy. A second copy has separate state, or types that do not fit the
 * first, and adds bytes.
 */
const SINGLE = ['react', 'react-dom', 'viem', 'valtio'] as const

export async function checkCopies(root: string, manager: Manager): Promise<Finding[]> {
  const copies = await findCopies(upwards(root), SINGLE)
  const kit = await findInstalled(root, 'walletkit')
  const findings: Finding[] = []
  for (const name of SINGLE) {
    const list = copies[name] ?? []
    if (list.length < 2) {
      if (list[0]) findings.push(ok(`one ${name}`, `${name} ${list[0].version} is installed once.`))
      continue
    }
    const places = list.map(({ folder, version }) => `${version} in ${shown(root, folder)}`).join(', ')
    const message = `${name} is installed ${list.length} times: ${places}.`
    const split = name.startsWith('react') && (await twoSeen(root, name, kit))
    findings.push(
      split
        ? fail(
            `one ${name}`,
            `${message} walletkit and the page get different ones, so hooks fail.`,
            `Make it one: ${dedupe(manager)}, or name one version in ${overrides(manager)}.`,
          )
        : warn(`one ${name}`, message, `Where both reach the page, its bytes come twice. ${oneOf(name, kit, manager)}`),
    )
  }
  return findings
}

/** Whether the page's code and walletkit import different copies. For react it compares react-dom's copy too. */
async function twoSeen(root: string, name: string, kit: Installed | undefined): Promise<boolean> {
  const real = async (start: string) => {
    const found = await findInstalled(start, name)
    return found && realpath(found.folder)
  }
  const [page, walletkit, dom] = await Promise.all([
    real(root),
    kit ? realpath(kit.folder).then(real) : undefined,
    name === 'react'
      ? findInstalled(root, 'react-dom').then((found) => found && realpath(found.folder).then(real))
      : undefined,
  ])
  return [walletkit, dom].some((other) => other !== undefined && other !== page)
}

const shown = (root: string, folder: string) => relative(root, folder).replaceAll('\\', '/') || '.'

/** How to have one copy: walletkit pins some libraries to one version, so `dedupe` alone cannot choose another. */
function oneOf(name: string, kit: Installed | undefined, manager: Manager): string {
  const pinned = dependenciesOf(kit?.manifest ?? {})[name]
  return pinned !== undefined && /^\d/.test(pinned)
    ? `The types of one copy's clients do not fit the other. Run: ${addCommand(manager, [`${name}@${pinned}`])}`
    : `Try: ${dedupe(manager)}`
}

const dedupe = (manager: Manager) => (manager === 'bun' ? 'bun install' : `${manager} dedupe`)
/**
 * Where the package manager reads the version that all packages get. pnpm 11 no longer reads settings from
 * package.json.
 */
const overrides = (manager: Manager) =>
  manager === 'pnpm'
    ? '"overrides" of pnpm-workspace.yaml'
    : `${manager === 'yarn' ? '"resolutions"' : '"overrides"'} of package.json`
