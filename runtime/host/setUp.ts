/**
 * Creates a plugin's controller, attributes its errors to the plugin, and destroys it with the kit or when its feature
 * is switched off.
 */
import { pluginError } from '../errors/plugin.ts'
import { report } from '../state/report.ts'
import { blockchainApi } from '../http/blockchainApi.ts'
import { type Kit, onTeardown } from '../contracts/kit.ts'
import { TEN_SECONDS } from '../lib/time.ts'
import { watch } from './blame.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import { optionsOf } from './createPluginKit.ts'
import { allowed } from './permissions.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'

/** The longest time in ms until a controller is ready, including the download of its code. */
export const SETUP_TIME = TEN_SECONDS

/**
 * Creates the controller. Rejects with an error that names the plugin when its code does not load, throws, or takes
 * longer than SETUP_TIME.
 */
export async function setUp(kit: Kit, plugin: AnyPlugin, pluginKit: PluginKit): Promise<unknown> {
  if (!plugin.controller) return undefined
  const making = make(kit, plugin, pluginKit)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(pluginError(plugin.id, ` in setup: not ready within ${SETUP_TIME / 1000} s`, undefined)),
      SETUP_TIME,
    )
  })
  try {
    const controller = await Promise.race([making, late])
    const end = ending(kit, plugin.id, controller)
    if (pluginKit.signal.aborted) end()
    else {
      const forget = onTeardown(kit, end)
      const off = () => {
        forget()
        end()
      }
      pluginKit.signal.addEventListener('abort', off)
    }
    watchVerbs(kit, plugin.id, controller)
    return controller
  } catch (error) {
    // If the controller resolves after the timeout, destroy it at once: no other code has it and could end it.
    void making.then(
      (controller) => ending(kit, plugin.id, controller)(),
      () => undefined,
    )
    throw pluginError(plugin.id, ' in setup', error)
  } finally {
    clearTimeout(timer)
  }
}

async function make(kit: Kit, plugin: AnyPlugin, pluginKit: PluginKit): Promise<unknown> {
  if (plugin.api) allowed(plugin).service('api')
  const [made, api] = await Promise.all([plugin.controller?.(), plugin.api?.()]).catch((error: unknown) => {
    throw pluginError(plugin.id, ' to load', error)
  })
  const service = blockchainApi(kit)
  return made?.default({
    kit: pluginKit,
    api: (service && api?.default(service)) as never,
    options: optionsOf(kit, plugin) as never,
  })
}

/**
 * Returns a function that calls the controller's `destroy`, if it has one, at most once. Never throws: reports what
 * `destroy` throws.
 */
function ending(kit: Kit, plugin: string, controller: unknown) {
  const failed = (error: unknown) => void report(kit, pluginError(plugin, ' in teardown', error), 'PLUGIN_FAILED')
  let ended = false
  return () => {
    if (ended) return
    ended = true
    try {
      const { destroy } = Object(controller) as { destroy?: unknown }
      const ended: unknown = typeof destroy === 'function' ? Reflect.apply(destroy, controller, []) : undefined
      if (ended instanceof Promise) ended.catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/**
 * Wraps the controller's methods in place, so that their errors are attributed to the plugin. Skips methods that cannot
 * be replaced (frozen or read-only).
 */
function watchVerbs(kit: Kit, plugin: string, controller: unknown) {
  if (typeof controller !== 'object' || controller === null || !Object.isExtensible(controller)) return
  const seen = new Set(['constructor', 'destroy'])
  for (let holder: object | null = controller; holder && holder !== Object.prototype; holder = parentOf(holder)) {
    for (const [name, { value, writable, configurable }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      const verb: unknown = value
      if (seen.has(name) || typeof verb !== 'function' || !writable || !configurable) continue
      seen.add(name)
      const watched = watch(kit, plugin, verb as () => unknown)
      Object.defineProperty(controller, name, {
        value: watched,
        writable,
        configurable,
        enumerable: holder === controller,
      })
    }
  }
}

const parentOf = (value: object) => Object.getPrototypeOf(value) as object | null
