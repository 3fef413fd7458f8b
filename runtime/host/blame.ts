/**
 * Finds the plugin that caused an error. An uncaught error names no plugin, so this follows two traces: the error
 * passed through a plugin's kit or controller, or its stack starts in a file that only this plugin imports. Without a
 * trace, no plugin is blamed.
 */
import { causes } from '../errors/causes.ts'
import { type Failure, failureOf } from '../errors/failure.ts'
import { pluginError } from '../errors/plugin.ts'
import { readMessage } from '../errors/rejection.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { plugins } from '../state/plugins.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'

/**
 * `passed`: for each error, the plugin whose functions it passed through first. `told`: errors that were reported
 * already.
 */
const marks = perKit(() => ({ passed: new WeakMap<object, string>(), told: new WeakSet<object>() }))

const isKey = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Marks an error as reported. Returns `false` if the error was marked before, so that the caller can skip it. A thrown
 * primitive always counts as new.
 */
export function markTold(kit: Kit, error: unknown): boolean {
  const { told } = marks(kit)
  if (!isKey(error)) return true
  if (told.has(error)) return false
  told.add(error)
  return true
}

/** Wraps a function: remembers what it throws or rejects with as this plugin's error. */
export function watch<F extends (...args: never[]) => unknown>(kit: Kit, plugin: string, verb: F): F {
  const pass = (error: unknown): never => {
    const { passed } = marks(kit)
    if (isKey(error) && !passed.has(error)) passed.set(error, plugin)
    throw error
  }
  return new Proxy(verb, {
    apply: (target, self, args) => {
      try {
        const answer: unknown = Reflect.apply(target, self, args)
        return answer instanceof Promise ? answer.catch(pass) : answer
      } catch (error) {
        return pass(error)
      }
    },
  })
}

/**
 * The id of the plugin to which an error's traces lead. `undefined` without a trace: a plugin may still have caused it.
 * `filename` is the script's URL in the browser's error event, for an error whose stack names none.
 */
export function blame(kit: Kit, error: unknown, filename = ''): string | undefined {
  for (const cause of causes(error)) {
    const plugin = isKey(cause) ? marks(kit).passed.get(cause) : undefined
    if (plugin !== undefined) return plugin
  }
  const path = pathOf(throwingFile(error) ?? filename)
  return path === undefined ? undefined : files(kit).find(({ file }) => path.endsWith(`/${file}`))?.plugin
}

/**
 * Prepares an error that a component threw while rendering. `owner` is the id of the plugin whose component it was.
 * Without it, `blame` looks for the plugin whose functions the error passed through, then in the error's stack. Returns
 * the two arguments for `report`: the error, which names the plugin if one is known, and its code.
 */
export function blameDrawn(kit: Kit, error: unknown, owner = blame(kit, error)): [error: unknown, code: Failure] {
  return [owner === undefined ? error : pluginError(owner, ' to draw', error), failureOf(error)]
}

/**
 * The URL in the first stack line that has one: the file that threw, and not a caller of it, which another plugin may
 * be. `undefined` without a stack.
 */
function throwingFile(error: unknown): string | undefined {
  try {
    const { stack } = error as { stack?: unknown }
    if (typeof stack !== 'string') return undefined
    const message = readMessage(error)
    const start = message ? stack.indexOf(message) + message.length : 0
    return /(\w+:\/\/\S+?):\d+:\d+\)?$/m.exec(stack.slice(start))?.[1]
  } catch {
    return undefined
  }
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : undefined)

/** The files of each plugin, without files that two plugins or the page itself may share. */
const files = perKit((kit) => {
  const named = plugins(kit).sound.flatMap((plugin) => filesOf(plugin).map((file) => ({ file, plugin: plugin.id })))
  const scripts = typeof document === 'undefined' ? [] : [...document.scripts].map(({ src }) => src)
  const shared = [import.meta.url, ...scripts].flatMap((url) => pathOf(url) ?? [])
  return named.filter(
    ({ file, plugin }) =>
      named.every((other) => other.file !== file || other.plugin === plugin) &&
      !shared.some((path) => path.endsWith(`/${file}`)),
  )
})

/** The import in a thunk's source after a build: `() => import("./SendView-BWx0q2Rz.js")`. */
const IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`?#]+)/g
/** A file name that is unique on a page: a path from the root, or a name with a content hash. */
const TELLING = /^\/.+\/|[.-][\w-]{8}\.m?js$/

/**
 * The files that the functions of a manifest import (`() => import('./file.js')`), without leading dots and slashes.
 * Leaves out names such as `index.js`, which other scripts of the page may have too: the plugin would be blamed for
 * their errors.
 */
export function filesOf({ api, controller, views, slots }: AnyPlugin): string[] {
  const items = Object.values(slots ?? {}).flat() as { load?: unknown }[]
  const thunks = [api, controller, ...[...Object.values(views ?? {}), ...items].map(({ load }) => load)]
  return thunks
    .filter((thunk) => typeof thunk === 'function')
    .flatMap((thunk) => [...Function.prototype.toString.call(thunk).matchAll(IMPORT)])
    .flatMap(([, file = '']) => (TELLING.test(file) ? [file.replace(/^[./]+/, '')] : []))
}
