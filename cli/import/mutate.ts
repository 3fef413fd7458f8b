/** Applies the changes that statements make to a list or object after its declaration, and evaluates enums. */
import type { ESTree, Node } from '../stages/parse.ts'
import type { Mutation } from './mutations.ts'
import { isDict, type Unread, type Value } from './value.ts'

type Reads = {
  /**
   * Evaluates an expression. `now`: the value of the list or object so far, for code that uses it: `chains = [extra,
   * ...chains]`.
   */
  read: (node: Node, now?: Value) => Value
  /** Notes that a change was taken although only running the code could tell whether it happens. */
  taken: (node: Node) => void
  truth: (node: Node, now: Value) => boolean | undefined
  unread: (node: Node) => Unread
}

/**
 * A copy of the list or dict after the changes. Adds a change that only running the code could follow as unread code.
 */
export function changed(value: Value, all: readonly Mutation[], reads: Reads): Value {
  return all.reduce<Value>((now, each) => {
    const holds = each.tests.map(({ node, holds: wanted }) => {
      const is = reads.truth(node, now)
      return is === undefined ? undefined : is === wanted
    })
    if (holds.includes(false)) return now
    return holds.includes(undefined) ? undecided(now, each, reads) : one(now, each, reads)
  }, value)
}

/**
 * A change under a condition that only running the code could decide. Takes the entries of lists, because none may be
 * lost, and what is assigned where there was no value.
 */
function undecided(now: Value, each: Mutation, reads: Reads): Value {
  const after = each.kind === 'push' || each.kind === 'assign' ? one(now, each, reads) : undefined
  if (each.kind === 'assign' && (now === undefined || now === null)) {
    reads.taken(each.node)
    return after
  }
  if (Array.isArray(now) && Array.isArray(after)) {
    reads.taken(each.node)
    return [...new Set([...now, ...after])]
  }
  return lost(now, each, reads)
}

function one(now: Value, each: Mutation, reads: Reads): Value {
  if (each.kind === 'assign') return reads.read(each.value, now)
  if (each.kind === 'push' && Array.isArray(now)) return [...now, ...each.args.flatMap((node) => pushed(node, reads))]
  if (each.kind === 'set' && isDict(now)) {
    const key = typeof each.key === 'string' ? each.key : reads.read(each.key)
    if (typeof key === 'string' || typeof key === 'number')
      return new Map([...now, [String(key), reads.read(each.value)]])
  }
  if (each.kind === 'deep' && isDict(now))
    return nested(now, each.path, reads.read(each.value)) ?? lost(now, each, reads)
  return lost(now, each, reads)
}

/** A copy of the dict with a value at a path; undefined if a value on the way is no dict. */
function nested(dict: Value, [key = '', ...rest]: readonly string[], value: Value): Value {
  if (!isDict(dict)) return undefined
  if (!rest.length) return new Map([...dict, [key, value]])
  const inner = nested(dict.get(key) ?? new Map<string, Value>(), rest, value)
  return inner === undefined ? undefined : new Map([...dict, [key, inner]])
}

function pushed(node: Node, { read, unread }: Reads): Value[] {
  if (node.type !== 'SpreadElement') return [read(node)]
  const inner = read(node.argument)
  return Array.isArray(inner) ? inner : [unread(node)]
}

/** Adds the change's code to the value as an unread entry, so that the import reports it. */
function lost(now: Value, { kind, node }: Mutation, { unread }: Reads): Value {
  const code = unread(node)
  if (kind === 'assign' && !Array.isArray(now)) return code
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
