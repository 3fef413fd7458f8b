/** Reads wagmi's own config, on which the libraries build: networks, RPC addresses, connectors. */
import { idOf } from './chain.ts'
import { readConnectors } from './connectors.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './evaluate/index.ts'
import { hints } from './messages.ts'
import type { SourceProject } from './project.ts'
import { findCalls, type FoundCall, nearest } from './setup.ts'
import { transportUrls } from './transports.ts'
import { at, Call, isDict, Own, Unread, type Value } from './value.ts'

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
    draft.take(
      options,
      {
        chains: draft.networks,
        transports: draft.transports,
        client: (value, name) => readClient(draft, value, name, at(options, 'chains')),
        connectors: (value, name) => readList(draft, value, name, connectors),
        multiInjectedProviderDiscovery: (value, name) => {
          if (value !== true) draft.leave(name, hints.announced)
        },
        autoConnect: (value, name) => {
          if (value !== true) draft.set('enableReconnect')(value, name)
        },
      },
      NOTES,
    )
  })
}

const NOTES: Record<string, string> = {
  ssr: hints.ssr,
  storage: hints.storage,
  batch: hints.batch,
  publicClient: hints.rpc,
  webSocketPublicClient: hints.rpc,
  provider: hints.rpc,
  webSocketProvider: hints.rpc,
}

/**
 * Reads the `connectors` of a config. `skip`: the caller has read the wallets of the library's own call, for which one
 * spread in the list stands, so read only the other entries of the list.
 */
export function readList(draft: Draft, value: Value, name: string, connectors: 'read' | 'skip'): void {
  const list = value instanceof Own ? value.call([]) : value
  if (connectors === 'read') {
    if (list instanceof Call) return
    const { remote, complete } = readConnectors(draft, list, name)
    if (!remote && complete) draft.noRemote()
    return
  }
  if (!Array.isArray(list)) return
  // The first spread stands for the wallets that the caller has read already. Read every other entry.
  const isSpread = (each: Value) => each instanceof Unread && each.code.startsWith('...')
  const beside = list.filter((each, index) => !isSpread(each) || list.findIndex(isSpread) !== index)
  const { remote, complete } = readConnectors(draft, beside, name)
  if (remote || !complete) delete draft.config.enableWalletConnect
}

/** Reads the RPC addresses of `client: ({ chain }) => createClient({ chain, transport })`, for each network. */
export function readClient(draft: Draft, client: Value, name: string, chains: Value): void {
  for (const chain of client instanceof Own && Array.isArray(chains) ? chains : [undefined]) {
    const made = client instanceof Own ? client.call([new Map([['chain', chain]])]) : undefined
    const { urls, unread } = transportUrls(made instanceof Call ? at(made.args[0], 'transport') : undefined)
    const id = idOf(chain)
    if (id !== undefined && urls.length) draft.write(['customRpcUrls', id], urls)
    else if (urls.length || !(made instanceof Call) || unread !== undefined) draft.leave(name, hints.rpc)
  }
}

/** The options of a wagmi config: the argument of the call that made it, or the value itself. */
export const wagmiOptions = (value: Value): Value => (value instanceof Call ? value.args[0] : value)
