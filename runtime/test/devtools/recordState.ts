/** Records what changes in a kit's state, and its events. */
import { subscribe } from 'valtio/vanilla'
import { complete } from '../../actions/complete.ts'
import type { KitEvents } from '../../contracts/events.ts'
import type { Kit } from '../../contracts/kit.ts'
import { namespacesOf } from '../../lib/namespace.ts'
import type { NetworkState } from '../../state/networks.ts'
import { plain, type PlainRecord } from './plain.ts'
import type { Timeline } from './timeline.ts'

/** Records what changes in the listed records of the kit's state. Returns a function that stops the recording. */
export function recordState(kit: Kit, timeline: Timeline): () => void {
  const follow = ([record, source, read]: RecordSource) => {
    let before = read()
    timeline.begin(record, before)
    return subscribe(source, () => {
      if (timeline.isPaused()) return
      const after = read()
      const changes = changesOf(before, after)
      before = after
      if (Object.keys(changes).length) timeline.add({ kind: 'state', title: record, detail: changes })
    })
  }
  const stops = recordsOf(kit).map(follow)
  let isStopped = false
  const addLate = async () => {
    complete(kit, await kit.loadPlugins())
    if (!isStopped) stops.push(...lateRecordsOf(kit).map(follow))
  }
  // Ignore a failure: without the rest of the state, none of it can change, and the code that needs it reports the
  // failure.
  addLate().catch(() => undefined)
  return () => {
    isStopped = true
    stops.forEach((stop) => stop())
  }
}

type RecordSource = readonly [name: string, source: object, read: () => PlainRecord]

const whole = (records: Readonly<Record<string, object>>) =>
  Object.entries(records).map(([name, source]): RecordSource => [name, source, () => read(source)])

/** The records that a kit has only once `complete` has run. */
const lateRecordsOf = ({ state: { router, toast, alert } }: Kit) => whole({ router, toast, alert })

/**
 * The records that a kit has from its creation, by the name that the timeline shows; `complete` later adds fields to
 * some of them. Leaves out the pairing with a remote wallet, because its link contains a key.
 */
function recordsOf({ state }: Kit): RecordSource[] {
  const { accounts, networks, connections, connectors, modal, theme, options } = state
  const namespaces = namespacesOf(accounts)
  return [
    ...whole({ modal, theme, options }),
    ...namespaces.map((each): RecordSource => [`accounts.${each}`, accounts, () => read(accounts[each])]),
    ...namespaces.map((each): RecordSource => [`networks.${each}`, networks, () => networkFields(networks[each])]),
    [
      'networks',
      networks,
      () => read(Object.fromEntries(Object.entries(networks).filter(([, own]) => typeof own !== 'object'))),
    ],
    ['connections', connections, () => read(shownConnections(connections))],
    [
      'connectors',
      connectors,
      () => read({ list: connectors.list.map(({ id, chain, type }) => ({ id, chain, type })) }),
    ],
  ]
}

/** Copies a record without a login's popup, which belongs to another origin: its fields throw when they are read. */
const read = (source: object): PlainRecord => {
  const { socialWindow: _popup, ...fields } = source as { socialWindow?: object }
  return plain(fields) as PlainRecord
}

const networkFields = ({ caipNetwork, ...own }: NetworkState): PlainRecord => ({
  ...(plain({
    supportsAllNetworks: own.supportsAllNetworks,
    approvedCaipNetworkIds: own.approvedCaipNetworkIds ?? [],
  }) as PlainRecord),
  caipNetwork: caipNetwork?.caipNetworkId ?? null,
  requestedCaipNetworks: own.requestedCaipNetworks.map(({ caipNetworkId }) => caipNetworkId),
})

const shownConnections = (connections: Kit['state']['connections']) =>
  Object.fromEntries(
    Object.entries(connections).map(([namespace, list = []]) => [namespace, list.map(({ shown }) => shown)]),
  )

/** The fields with another value than before; a field that is gone becomes null. */
export function changesOf(before: PlainRecord, after: PlainRecord): PlainRecord {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]))
}

const EVENTS = ['connected', 'disconnected', 'changed', 'refused', 'transaction', 'signature'] as const

/** Records the kit's events. Returns a function that stops the recording. */
export function recordEvents({ events }: Kit, timeline: Timeline): () => void {
  const onTrack = ({ event, properties, plugin }: KitEvents['track']) =>
    void timeline.add({ kind: 'event', title: event, detail: plain({ properties, plugin }) })
  const onError = ({ code, message, cause }: KitEvents['error']) =>
    void timeline.add({ kind: 'error', title: code, detail: plain({ message, cause }) })
  const stops = [
    events.on('track', onTrack),
    events.on('error', onError),
    ...EVENTS.map((name) =>
      events.on(name, (payload: unknown) => void timeline.add({ kind: 'event', title: name, detail: plain(payload) })),
    ),
  ]
  return () => stops.forEach((stop) => stop())
}
