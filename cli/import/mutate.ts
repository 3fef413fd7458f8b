/** Applies the changes that statements make to a list or object after its declaration, and evaluates enums. */
import type { ESTree, Node } from '../stages/parse.ts'
import type { Mutation } from './mutations.ts'
import { isDict, type Unread, type Value } from './value.ts'

type Reads = {
  read: (node: Node) => Value
  truth: (node: Node) => boolean | undefined
  unread: (node: Node) => Unread
}

/**
 * A copy of the list or dict after the changes. Adds a change that only running the code could follow as unread code.
 */
export function changed(value: Value[] | Map<string, Value>, all: readonly Mutation[], reads: Reads): Value {
  return all.reduce<Value>((now, each) => {
    const holds = each.tests.map(({ node, holds: wanted }) => {
      const is = reads.truth(node)
      return is === undefined ? undefined : is === wanted
    })
    if (holds.includes(false)) return now
    return holds.includes(undefined) ? lost(now, each, reads) : one(now, each, reads)
  }, value)
}

function one(now: Value, each: Mutation, reads: Reads): Value {
  if (each.kind === 'push' && Array.isArray(now)) return [...now, ...each.args.flatMap((node) => pushed(node, reads))]
  if (each.kind === 'set' && isDict(now)) {
    const key = typeof each.key === 'string' ? each.key : reads.read(each.key)
    if (typeof key === 'string' || typeof key === 'number')
      return new Map([...now, [String(key), reads.read(each.value)]])
  }
  return lost(now, each, reads)
}

function pushed(node: Node, { read, unread }: Reads): Value[] {
  if (node.type !== 'SpreadElement') return [read(node)]
  const inner = read(node.argument)
  return Array.isArray(inner) ? inner : [unread(node)]
}

/** Adds the change's code to the value as an unread entry, so that the import reports it. */
function lost(now: Value, { node }: Mutation, { unread }: Reads): Value {
  const code = unread(node)
  if (Array.isArray(now)) return [...now, code]
  return isDict(now) ? new Map([...now, [code.code, code]]) : now
}

export function enumeration(
  { body }: ESTree.TSEnumDeclaration,
  read: (node: Node) => Value,
  textOf: (node: Node) => string,
): Value {
  const found = new Map<string, Value>()
  let next = 0
  for (const { id, initializer } of body.members) {
    const item = initializer ? read(initializer) : next
    if (typeof item === 'number') next = item + 1
    found.set(id.type === 'Identifier' ? id.name : textOf(id).slice(1, -1), item)
  }
  return found
}
