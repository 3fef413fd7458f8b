/** The changes of one file, and the text that they make. */
import { dirname, relative } from 'node:path'
import type { Node } from '../../stages/parse.ts'
import type { Reader } from '../evaluate/index.ts'
import type { Module } from '../project.ts'
import { hasName } from '../scope.ts'

export type Edit = { start: number; end: number; text: string }
/** What a file has to import, by module. A type has `type ` before its name. */
export type Imports = Map<string, Set<string>>
export type File = { module: Module; edits: Edit[]; imports: Imports; reader: Reader }

/** Names of the new files in {@link Imports}. `apply` replaces them by paths relative to the file that imports them. */
export const KIT = './walletkit'
export const WAGMI = './walletkitWagmi'

/**
 * Imports `name` from `source`. Returns the name to use in the file, which is another one if the file already has
 * `name`.
 */
export function need({ module, imports }: File, source: string, name: string): string {
  const local = hasName(module.program, name) ? `walletkit${name.charAt(0).toUpperCase()}${name.slice(1)}` : name
  add(imports, source, local === name ? name : `${name} as ${local}`)
  return local
}

/** Adds an import to `imports`, in the form in which code writes it: `name`, `name as other` or `type name`. */
export const add = (imports: Imports, source: string, written: string): void =>
  void imports.set(source, (imports.get(source) ?? new Set()).add(written))

/** Whether an identifier was imported from a package that `source` matches, as an export that `given` matches. */
export const isFrom = (
  { module, reader }: File,
  node: { name: string; start: number },
  source: RegExp,
  given: RegExp,
): boolean => {
  const origin = reader.origin(module, node)
  return origin !== undefined && source.test(origin.source) && given.test(origin.name)
}

/** Whether another change already replaces the node. */
export const covered = ({ edits }: File, { start, end }: Node) =>
  edits.some((each) => each.start <= start && end <= each.end)

export function remove({ edits, module }: File, { start, end }: Node): void {
  // Remove the line break after the statement too.
  const rest = /^[ \t]*;?[ \t]*\r?\n/.exec(module.text.slice(end))?.[0].length ?? 0
  edits.push({ start, end: end + rest, text: '' })
}

/** Replaces a range by `head`, the parts of it that stay, and `tail`. The parts can be changed further. */
export function replaceAround(
  { edits }: File,
  { start, end }: { start: number; end: number },
  parts: readonly Node[],
  [head, tail]: readonly [string, string],
): void {
  let at = start
  for (const [index, part] of parts.entries()) {
    edits.push({ start: at, end: part.start, text: index ? ' ' : `${head} ` })
    at = part.end
  }
  edits.push({ start: at, end, text: parts.length ? tail : head + tail })
}

/** The file's new text. `own` gives the path of a new file by its name. */
export function apply({ module, edits, imports }: File, own: (name: string) => string): string {
  // Leave out an edit inside another one, which replaces its text too.
  const inside = (one: Edit, other: Edit) =>
    one !== other &&
    other.end > other.start &&
    other.start <= one.start &&
    one.end <= other.end &&
    other.end - other.start > one.end - one.start
  // A node may be in the tree twice, also as the value of its variable, and is replaced twice then: keep one of the two
  // equal edits.
  const isFirst = ({ start, end, text }: Edit, at: number) =>
    start === end || edits.findIndex((each) => each.start === start && each.end === end && each.text === text) === at
  const outer = edits.filter((each, at) => isFirst(each, at) && !edits.some((other) => inside(each, other)))
  const sorted = outer.sort((a, b) => b.start - a.start || b.end - a.end)
  const text = sorted.reduce(
    (out, { start, end, text: added }) => out.slice(0, start) + added + out.slice(end),
    module.text,
  )
  const quote = /from "/.test(text) ? '"' : "'"
  const semicolon = /from ['"][^'"]+['"];/.test(module.text) ? ';' : ''
  const lines = [...imports].map(([source, names]) => {
    const path = source.startsWith('.') ? pathTo(module.file, own(source.slice(2))) : source
    const isTypes = [...names].every((name) => name.startsWith('type '))
    const list = [...names].map((name) => (isTypes ? name.replace('type ', '') : name)).sort()
    return `import ${isTypes ? 'type ' : ''}{ ${list.join(', ')} } from ${quote}${path}${quote}${semicolon}\n`
  })
  const directive = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(['"])use client\1;?[ \t]*\r?\n/.exec(text)?.[0].length ?? 0
  return lines.length ? text.slice(0, directive) + lines.join('') + text.slice(directive) : text
}

function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** A module's name in the quotes that the file uses there. */
export function quoted({ text }: Module, { start }: Node, name: string): string {
  const quote = text[start] === '"' ? '"' : "'"
  return quote + name + quote
}
