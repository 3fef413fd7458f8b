/**
 * Whose error is it? One that nobody caught names no plugin, so two traces are followed: it passed through a plugin's kit
 * or controller, or the line that threw it is in a file that only this plugin's thunks import. Nothing else is attributed.
 */
import { causes } from '../errors/causes.ts'
import { type Failure, failureOf } from '../errors/failure.ts'
import { pluginError } from '../errors/plugin.ts'
import { readMessage } from '../errors/rpc.ts'
import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { plugins } from '../state/plugins.ts'
import type { AnyPlugin } from './definePlugin.ts'

/** Errors by the plugin whose verbs they passed through, and those that were told already. */
const marks = perKit(() => ({ passed: new WeakMap<object, string>(), told: new WeakSet<object>() }))

const isKey = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Remembers that an error was reported; `false` when it was before. */
export function markTold(kit: Kit, error: unknown): boolean {
  const { told } = marks(kit)
  if (!isKey(error)) return true
  if (told.has(error)) return false
  told.add(error)
  return true
}

/** The same function; what it throws or rejects with is remembered as the plugin's. */
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

/** The id of the plugin that an uncaught error came from; `undefined` when it is anybody else's. */
export function blame(kit: Kit, error: unknown, filename = ''): string | undefined {
  for (const cause of causes(error)) {
    const plugin = isKey(cause) ? marks(kit).passed.get(cause) : undefined
    if (plugin !== undefined) return plugin
  }
  const path = pathOf(throwingFile(error) ?? filename)
  return path === undefined ? undefined : files(kit).find(({ file }) => path.endsWith(`/${file}`))?.plugin
}

/** What a part of the modal threw, as it is reported: under the plugin's name where it is one's, and its code. */
export function blameDrawn(kit: Kit, error: unknown, owner = blame(kit, error)): [error: unknown, code: Failure] {
  return [owner === undefined ? error : pluginError(owner, ' to draw', error), failureOf(error)]
}

/** The URL in the first line of the stack that has one: where it was thrown, not what called it. */
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

/** The files of each plugin, without those that two of them or the page itself may share. */
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

/** As thunks read after a build: `() => import("./SendView-BWx0q2Rz.js")`. */
const IMPORT = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`?#]+)/g
/** A name that tells one file from all others: a path from the root, or one that holds a hash. */
const TELLING = /^\/.+\/|[.-][\w-]{8}\.m?js$/

/** The files that a manifest's thunks import, as paths without their way there. */
export function filesOf({ api, controller, views, slots }: AnyPlugin): string[] {
  const items = Object.values(slots ?? {}).flat() as { load?: unknown }[]
  const thunks = [api, controller, ...[...Object.values(views ?? {}), ...items].map(({ load }) => load)]
  return thunks
    .filter((thunk) => typeof thunk === 'function')
    .flatMap((thunk) => [...Function.prototype.toString.call(thunk).matchAll(IMPORT)])
    .flatMap(([, file = '']) => (TELLING.test(file) ? [file.replace(/^[./]+/, '')] : []))
}
