/** The state and the functions that the files of this folder share during one evaluation. */
import type { Node } from '../../stages/parse.ts'
import type { Environment } from '../environment.ts'
import type { createNames } from '../names.ts'
import { lineOf, type Module, type SourceProject } from '../project.ts'
import type { Truth } from '../truth.ts'
import { type Given, type Own, Unread, type Value } from '../value.ts'

export type Scope = ReadonlyMap<string, Value>

export type Evaluation = {
  readonly project: SourceProject
  readonly environment: Environment
  readonly names: ReturnType<typeof createNames>
  readonly truth: Truth
  /** Notes about values that were used although the code may choose others at run time. */
  readonly notes: string[]
  readonly note: (text: string) => void
  /** The parameters of the function that is being evaluated. */
  scope: Scope
  /** Whether a condition is being evaluated. Then, of the `.env` files, only those for production count. */
  deciding: boolean
  /** The nodes that are being read now: a constant that depends on itself is among them, and has no value. */
  readonly busy: Set<Node>
  readonly read: (module: Module, node: Node) => Value
  /** The value of a name where a node of the module stands. */
  readonly named: (module: Module, name: string, node: Node) => Value
  /** Reads a constant of a module, without the parameters of the function that is being evaluated. */
  readonly readTop: (module: Module, node: Node) => Value
  /** The value of a module's constant, with the changes that its module makes to it. */
  readonly constant: (module: Module, name: string, init: Node) => Value
  /** The value after the changes that statements make to it. */
  readonly mutate: (module: Module, name: string, value: Value, statements: readonly Node[]) => Value
  /**
   * The value of a name that a package exports, if it is known data or an environment variable; else the name
   * (`Given`).
   */
  readonly lookup: (given: Given) => Value
  /** The value that a function of the project returns for these arguments; undefined if only running it could tell. */
  readonly apply: (own: Own, args: readonly Value[]) => Value
}

export const textOf = (module: Module, { start, end }: Node) => module.text.slice(start, end)

export const unread = (module: Module, node: Node) => new Unread(textOf(module, node))

export const lineAt = (module: Module, { start }: Node) => `${module.file}:${lineOf(module, start)}`
