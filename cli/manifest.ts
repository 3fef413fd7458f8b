/** Edits a manifest's text so that it keeps only the parts that a page needs. */
import type { AnyPlugin, Declared } from '../runtime/contracts/definePlugin.ts'

/**
 * Keys that the build removes, because only the CLI reads them. For a third party, `granted` in stages/emit.ts writes
 * `events` again.
 */
const DECLARED = ['engine', 'available', 'events', 'messages', 'budget'] satisfies (keyof Declared)[]

/** Keys of a third-party plugin that the module which imports it sets itself: see `granted` in stages/emit.ts. */
const GRANTED = ['id', 'feature', 'permissions', 'activate', 'requires'] satisfies (keyof AnyPlugin)[]

const DEFINE = /import\s*\{\s*definePlugin\s*\}\s*from\s*(['"])walletkit\/plugin\1;?/

/**
 * Changes the import of `definePlugin` to the module that contains only this function, so that the page does not fetch
 * the rest of `walletkit/plugin`. `definition`: the path of that module.
 */
export const narrowDoor = (code: string, definition: string) =>
  code.replace(DEFINE, `import { definePlugin } from ${JSON.stringify(definition)}`)

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Property = Node & { key?: Node & { name?: string; value?: unknown }; computed?: boolean }

/**
 * Removes the properties that only the CLI reads, and from a third party's manifest (`guest`) those that the importing
 * module sets. Returns the text unchanged when it is not written as `definePlugin({ … })`.
 */
export function pageManifest(code: string, parse: (code: string) => { body: unknown }, guest = false): string {
  const properties = find(parse(code).body)
  const cut = properties.filter(({ key, computed }) => !computed && isCut(key?.name ?? key?.value, guest))
  return cut.reduceRight((text, { start, end }) => {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
    return text.slice(0, start) + text.slice(end + comma)
  }, code)
}

const isCut = (name: unknown, guest: boolean) =>
  ([...DECLARED, ...(guest ? GRANTED : [])] as readonly unknown[]).includes(name)

/** The properties of the object that `definePlugin` is called with. */
function find(node: unknown): Property[] {
  if (Array.isArray(node)) {
    for (const each of node) {
      const found = find(each)
      if (found.length) return found
    }
    return []
  }
  if (typeof node !== 'object' || node === null) return []
  const {
    type,
    callee,
    arguments: given,
  } = node as { type?: string; callee?: { name?: string }; arguments?: unknown[] }
  if (type === 'CallExpression' && callee?.name === 'definePlugin') {
    const [object] = given ?? []
    return ((object as { properties?: Property[] } | undefined)?.properties ?? []).filter(
      ({ type }) => type === 'Property',
    )
  }
  return find(Object.values(node))
}
