/** Reads wagmi's own config, on which the libraries build: networks, RPC addresses, connectors. */
import { readConnectors } from './connectors.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './evaluate/index.ts'
import type { SourceProject } from './project.ts'
import { findCalls, type FoundCall, nearest } from './setup.ts'
import { at, Call, isDict, type Value } from './value.ts'

const SOURCE = /^wagmi$|^@wagmi\/(?:core|vue)$/

/**
 * The call of `createConfig` (or the older `createClient`) in this file, or else in the file whose path has the most
 * leading folders in common with it. Ignores calls whose first argument is not an object that could be read.
 */
export function findWagmi(project: SourceProject, reader: Reader, file: string): FoundCall | undefined {
  const all = ['createConfig', 'createClient'].flatMap((given) => findCalls(project, reader, { given, source: SOURCE }))
  return nearest(
    all.filter(({ args }) => isDict(args[0])),
    file,
  )
}

/** The `configureChains([…], […])` of wagmi 0 or 1 that is written nearest to a file. */
export function findConfiguredChains(project: SourceProject, reader: Reader, file: string): FoundCall | undefined {
  return nearest(findCalls(project, reader, { given: 'configureChains', source: SOURCE }), file)
}

/**
 * Reads the networks, RPC addresses and connectors of a wagmi config. `skip`: do not read the connectors, because they
 * come from RainbowKit's or ConnectKit's own set-up.
 */
export function readWagmi(draft: Draft, call: FoundCall, connectors: 'read' | 'skip'): void {
  const [options] = call.args
  const place = `${call.file}:${call.line}`
  draft.within(place, () => {
    const chains = at(options, 'chains')
    if (chains !== undefined) draft.networks(chains, 'chains')
    const transports = at(options, 'transports')
    if (transports !== undefined) draft.transports(transports, 'transports')
    const list = at(options, 'connectors')
    if (connectors === 'read' && list !== undefined && !(list instanceof Call)) {
      const { remote, complete } = readConnectors(draft, list, 'connectors')
      if (!remote && complete) draft.noRemote()
    }
  })
}

/** The options of a wagmi config: the argument of the call that made it, or the value itself. */
export const wagmiOptions = (value: Value): Value => (value instanceof Call ? value.args[0] : value)
