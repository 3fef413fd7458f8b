/** A manifest as text: how the CLI reads one without running it, and what of it goes into a page. */
import type { Declared } from '../runtime/host/definePlugin.ts'

/** What only the CLI reads; the build takes it out. */
const DECLARED = ['engine', 'available', 'requires', 'events', 'messages', 'budget'] satisfies (keyof Declared)[]

const DEFINE = /import\s*\{\s*definePlugin\s*\}\s*from\s*(['"])walletkit\/plugin\1;?/
const IMPORT = /^\s*import\s(?:[^('"]*?from)?\s*['"]([^'"]+)['"]/m

/** A manifest takes one function of its door; the rest of that door must not come with the page. */
export const narrowDoor = (code: string, definition: string) =>
  code.replace(DEFINE, `import { definePlugin } from ${JSON.stringify(definition)}`)

/** What a manifest imports beside `definePlugin`; undefined for one that needs nothing else. */
export const importOf = (code: string): string | undefined => IMPORT.exec(code.replace(DEFINE, ''))?.[1]

/** JavaScript that can be imported from anywhere: `definePlugin` gives back what it gets. */
export const standAlone = (code: string) => code.replace(DEFINE, 'const definePlugin = (plugin) => plugin\n')

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Property = Node & { key?: Node & { name?: string; value?: unknown }; computed?: boolean }

/** The manifest without what only the CLI reads. Unchanged where it is not written as `definePlugin({ … })`. */
export function pageManifest(code: string, parse: (code: string) => { body: unknown }): string {
  const properties = find(parse(code).body)
  const cut = properties.filter(({ key, computed }) => !computed && isDeclared(key?.name ?? key?.value))
  return cut.reduceRight((text, { start, end }) => {
    const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
    return text.slice(0, start) + text.slice(end + comma)
  }, code)
}

const isDeclared = (name: unknown) => (DECLARED as readonly unknown[]).includes(name)

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
