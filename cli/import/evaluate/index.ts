/** Evaluates source code statically: literals, constants, and imports between the project's files. */
import type { Node } from '../../stages/parse.ts'
import type { Environment } from '../environment.ts'
import { createNames } from '../names.ts'
import type { Module, SourceProject } from '../project.ts'
import { createTruth } from '../truth.ts'
import { type Given, Own, type Value } from '../value.ts'
import { scopeAround } from './around.ts'
import { apply, mutate } from './calls.ts'
import { type Evaluation, type Scope, unread } from './evaluation.ts'
import { exported, named, origin } from './references.ts'
import { valueOf } from './value.ts'

export type Reader = {
  /** The value of an expression in a module. */
  read: (module: Module, node: Node) => Value
  /** The values of expressions that may use parameters of the functions around them, as the project calls those. */
  readAt: (module: Module, nodes: readonly Node[]) => Value[]
  /** The package and name that a module's identifier was imported from, if it comes from a package. */
  origin: (module: Module, identifier: { name: string; start: number }) => Given | undefined
  /** Notes about values that were used although the code may choose others at run time. */
  notes: string[]
}

const EMPTY: Scope = new Map()

/**
 * Makes the reader of a project's expressions. `data` returns the value of a name that a package exports, if that is
 * known data, such as a network.
 */
export function createReader(
  project: SourceProject,
  data: (given: Given) => Value,
  environment: Environment = new Map(),
): Reader {
  const notes: string[] = []
  const note = (text: string) => void (notes.includes(text) || notes.push(text))
  const lookup = (given: Given): Value => exported(at, given, data)

  function read(module: Module, node: Node): Value {
    if (at.busy.has(node)) return unread(module, node)
    at.busy.add(node)
    try {
      return valueOf(at, module, node)
    } finally {
      at.busy.delete(node)
    }
  }
  function readTop(module: Module, node: Node): Value {
    const before = at.scope
    at.scope = EMPTY
    try {
      return read(module, node)
    } finally {
      at.scope = before
    }
  }
  function decide(module: Module, node: Node): Value {
    const before = at.deciding
    at.deciding = true
    try {
      return read(module, node)
    } finally {
      at.deciding = before
    }
  }
  function constant(module: Module, name: string, init: Node): Value {
    const found = mutate(at, module, name, readTop(module, init), module.program.body)
    return found instanceof Own && !found.name ? new Own(name, found) : found
  }

  function readAt(module: Module, nodes: readonly Node[]): Value[] {
    const [first] = nodes
    const before = at.scope
    try {
      if (first) at.scope = new Map([...before, ...scopeAround(at, module, first)])
      return nodes.map((each) => read(module, each))
    } finally {
      at.scope = before
    }
  }

  const at: Evaluation = {
    project,
    environment,
    names: createNames(project, { read: readTop, constant, data: lookup }),
    truth: createTruth(decide, note),
    notes,
    note,
    scope: EMPTY,
    deciding: false,
    busy: new Set(),
    read,
    named: (module, name, node) => named(at, module, name, node),
    readTop,
    constant,
    mutate: (module, name, value, statements) => mutate(at, module, name, value, statements),
    lookup,
    apply: (own, args) => apply(at, own, args),
  }
  return { read, readAt, origin: (module, identifier) => origin(at, module, identifier), notes }
}
