/** Records errors and tracking events for a plugin's test, separately for each plugin and for walletkit itself. */
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import { causes } from '../errors/causes.ts'
import { PluginError } from '../errors/plugin.ts'
import { activations } from '../host/load.ts'
import { allowed, pluginFetch } from '../host/permissions.ts'
import type { Activation } from '../host/running.ts'
import { setUp } from '../host/setUp.ts'
import { lazy } from '../lib/lazy.ts'
import { subscribe } from 'valtio/vanilla'

/** Answers `kit.fetch`, after the check of the permissions. */
export type TestFetch = (url: URL, init: RequestInit) => Promise<Response>

/** An error that was reported: its code, its text for the visitor, and what was thrown. */
export type TestReport = { code: string; message: string; cause: unknown }
export type TestTracked = { event: string; properties: unknown }

export type TestRecords = {
  /** The errors that were reported, with their text and the thrown value. */
  readonly reported: readonly TestReport[]
  /** The tracking events that were emitted. */
  readonly tracked: readonly TestTracked[]
}

type Records = { reported: TestReport[]; tracked: TestTracked[] }

/** Records errors and events by the plugin's id; those of walletkit itself under `undefined`. */
export type Recorder = {
  of: (plugin: string | undefined) => TestRecords
  /** Calls `report`, and records its error as the plugin's. */
  as: <T>(plugin: string, report: () => T) => T
}

export function createRecorder(kit: Kit): Recorder {
  const all = new Map<string | undefined, Records>()
  let reporter: string | undefined
  const of = (plugin: string | undefined): Records => {
    const found = all.get(plugin) ?? { reported: [], tracked: [] }
    all.set(plugin, found)
    return found
  }
  kit.events.on('error', ({ code, message, cause }) => {
    const failed = [...causes(cause)].find((each) => each instanceof PluginError)
    of(reporter ?? failed?.plugin).reported.push({ code, message, cause })
  })
  kit.events.on('track', ({ event, properties, plugin }) => void of(plugin).tracked.push({ event, properties }))
  return {
    of,
    as: (plugin, report) => {
      reporter = plugin
      try {
        return report()
      } finally {
        reporter = undefined
      }
    },
  }
}

/**
 * Records what each plugin reports, and lets the test answer what it fetches. A feature that is switched off and on has
 * a new kit, so this follows the features.
 */
export function watchPlugins(kit: Kit, recorder: Recorder, fetchOf: ReadonlyMap<string, TestFetch>) {
  const watched = new WeakSet<Activation>()
  const watch = () => {
    for (const activation of activations(kit).values()) {
      if (watched.has(activation)) continue
      watched.add(activation)
      Object.assign(activation, watchedOf(kit, activation, recorder, fetchOf.get(activation.plugin.id)))
    }
  }
  watch()
  kit.teardown.push(subscribe(kit.state.options, watch, true))
}

function watchedOf(kit: Kit, { plugin, kit: given }: Activation, recorder: Recorder, send: TestFetch | undefined) {
  const pluginKit: PluginKit = Object.freeze({
    ...given,
    report: (...reported: Parameters<PluginKit['report']>) => recorder.as(plugin.id, () => given.report(...reported)),
    ...(send && { fetch: fetchFor(plugin, given.signal, send) }),
  })
  let ready = false
  return {
    kit: pluginKit,
    isReady: () => ready,
    controller: lazy(async () => {
      const made = await setUp(kit, plugin, pluginKit)
      ready = true
      return made
    }),
  }
}

const fetchFor = (plugin: AnyPlugin, signal: AbortSignal, send: TestFetch) => pluginFetch(allowed(plugin), signal, send)
