/**
 * Checks, before anything is written, that walletkit supports the project's versions of React, vite and other peers.
 */
import semver from 'semver'
import { isObject, type JsonObject } from '../../schema/pieces.ts'
import type { Manager } from '../create/packageManager.ts'
import { inRange } from '../doctor/range.ts'
import { Failure } from '../failure.ts'
import { dependenciesOf, findInstalled, textOf } from './manifest.ts'
import { addCommand } from './packageManager.ts'

export type Misfit = { name: string; found: string; wanted: string }

/** Peers whose version does not fit. `own` is walletkit's package.json. A missing peer is not reported. */
export async function findMisfits(root: string, manifest: JsonObject, own: JsonObject): Promise<Misfit[]> {
  const asked = dependenciesOf(manifest)
  const peers = isObject(own.peerDependencies) ? Object.entries(own.peerDependencies) : []
  const found = await Promise.all(
    peers.map(async ([name, range]) => {
      // A single version or caret range in package.json decides what an install brings, so it comes before the
      // installed version.
      const version = lowest(asked[name] ?? '') || ((await findInstalled(root, name))?.version ?? '')
      return { name, found: version, wanted: textOf(range) }
    }),
  )
  return found.filter(({ found: version, wanted }) => inRange(version, wanted) === false)
}

/**
 * 18.2.0 for `^18.2.0`, and 18.0.0 for `^18`; '' for a range that does not determine the version, such as `>=18`,
 * `18 || 19` or `workspace:*`.
 */
const lowest = (range: string) =>
  /^[\^~=v]?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?$/.test(range) ? (semver.minVersion(range)?.version ?? '') : ''

/** Throws a Failure that names every unsupported peer and one command that fixes them all. */
export async function requirePeers(
  root: string,
  manifest: JsonObject,
  own: JsonObject,
  manager: Manager,
): Promise<void> {
  const misfits = await findMisfits(root, manifest, own)
  if (misfits.length) throw new Failure(misfitText(misfits, manager))
}

function misfitText(misfits: readonly Misfit[], manager: Manager): string {
  const latest = misfits.map(({ name, wanted }) => `${name}@${/(\d+)[^|]*$/.exec(wanted)?.[1] ?? 'latest'}`)
  return [
    ...misfits.map(
      ({ name, found, wanted }) => `This project has ${name} ${found}; walletkit needs ${readable(wanted)}.`,
    ),
    'Nothing was written. Update first, then run this again:',
    `  ${addCommand(manager, latest)}`,
    ...(misfits.some(({ name }) => name === 'react')
      ? ['React’s guide to the update: https://react.dev/blog/2022/03/08/react-18-upgrade-guide']
      : []),
  ].join('\n')
}

/** Turns `^6.0.0 || ^7.0.0` into `6 or 7`, and `>=19.0.0` into `19 or newer`. */
const readable = (range: string) =>
  range
    .replace(/>=(\d+)[.\d]*/g, '$1 or newer')
    .replace(/\^(\d+)(?:\.0)*(?![.\d])/g, '$1')
    .replace(/\^([\d.]+)/g, '$1 or newer')
    .replaceAll(' || ', ', ')
    .replace(/, ([^,]*)$/, ' or $1')
