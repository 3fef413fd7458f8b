/** Finds a library's calls and JSX elements in a project's source. */
import { type Node, walk } from '../stages/parse.ts'
import type { Reader } from './evaluate/index.ts'
import { isMinor } from './minor.ts'
import { lineOf, type Module, type SourceProject } from './project.ts'
import { setPlace, Unread, type Value } from './value.ts'

/**
 * An export to search for. `given`: its name in the package, or `Class.method` for a static method. `source` matches
 * the package as imports name it, such as `@reown/appkit/react`.
 */
export type Wanted = { given: string; source: RegExp }
/** `holder`: the constant or function that the set-up is part of, such as `testConfig`. */
export type Found = { file: string; line: number; holder?: string }
/** `start` and `end`: where the call stands in its file. */
export type FoundCall = Found & { name: string; source: string; args: Value[]; start: number; end: number }
export type FoundElement = Found & { name: string; attributes: Value }

/** Calls of a function from a package, and `new` of a class, ordered by file and line. */
export function findCalls(project: SourceProject, reader: Reader, { given, source }: Wanted): FoundCall[] {
  const found: FoundCall[] = []
  // A call may be in the tree twice, also as the value of its variable: count it once.
  const seen = new Set<Node>()
  for (const module of project.modules) {
    walk(module.program, (node) => {
      if ((node.type !== 'CallExpression' && node.type !== 'NewExpression') || seen.has(node)) return
      seen.add(node)
      const from = calledFrom(module, reader, node.callee, given)
      if (from === undefined || !source.test(from)) return
      const plain = node.arguments.filter((each) => each.type !== 'SpreadElement')
      const values = reader.readAt(module, plain)
      const args = node.arguments.map((each) =>
        each.type === 'SpreadElement'
          ? new Unread(module.text.slice(each.start, each.end))
          : values[plain.indexOf(each)],
      )
      found.push({
        file: module.file,
        line: lineOf(module, node.start),
        name: given,
        source: from,
        args,
        ...{ start: node.start, end: node.end },
        ...holderOf(module, node),
      })
    })
  }
  return found
}

/** The name that the top-level statement around a node declares. */
function holderOf({ program }: Module, { start, end }: Node): { holder?: string } {
  const holds = (each: Node) => each.start <= start && end <= each.end
  const statement = program.body.find(holds)
  const inner = statement?.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (inner?.type === 'FunctionDeclaration') return inner.id ? { holder: inner.id.name } : {}
  const id = inner?.type === 'VariableDeclaration' ? inner.declarations.find(holds)?.id : undefined
  return id?.type === 'Identifier' ? { holder: id.name } : {}
}

/** The package that a call of `given` comes from; undefined when it is a call of something else. */
function calledFrom(module: Module, reader: Reader, callee: Node, given: string): string | undefined {
  if (callee.type === 'MemberExpression') {
    if (callee.object.type !== 'Identifier' || callee.property.type !== 'Identifier') return undefined
    const origin = reader.origin(module, callee.object)
    // A static method of a class that the package exports.
    if (origin && `${origin.name}.${callee.property.name}` === given) return origin.source
    if (!origin || callee.property.name !== given) return undefined
    return origin.name === '*' || origin.name === 'default' ? origin.source : undefined
  }
  if (callee.type !== 'Identifier') return undefined
  const origin = reader.origin(module, callee)
  return origin?.name === given || (origin?.name === 'default' && callee.name === given) ? origin.source : undefined
}

/** Elements of a component from a package. An attribute without a value is true. */
export function findElements(project: SourceProject, reader: Reader, { given, source }: Wanted): FoundElement[] {
  const found: FoundElement[] = []
  // An element may be in the tree twice, also as the value of its variable: count it once.
  const seen = new Set<Node>()
  for (const module of project.modules) {
    walk(module.program, (node) => {
      if (node.type !== 'JSXOpeningElement' || node.name.type !== 'JSXIdentifier' || seen.has(node)) return
      seen.add(node)
      const origin = reader.origin(module, node.name)
      if (origin?.name !== given || !source.test(origin.source)) return
      const attributes = new Map<string, Value>()
      const put = (key: string, value: Value, { start }: Node) => {
        attributes.set(key, value)
        setPlace(attributes, key, `${module.file}:${lineOf(module, start)}`)
      }
      for (const each of node.attributes) {
        const text = module.text.slice(each.start, each.end)
        if (each.type === 'JSXSpreadAttribute') {
          const inner = reader.readAt(module, [each.argument])[0]
          if (inner instanceof Map) for (const [key, value] of inner) put(key, value, each)
          else put(text, new Unread(text), each)
        } else if (each.name.type === 'JSXIdentifier')
          put(each.name.name, each.value ? reader.readAt(module, [each.value])[0] : true, each)
      }
      found.push({ file: module.file, line: lineOf(module, node.start), name: given, attributes })
    })
  }
  return found
}

/** The entry whose file shares the most folders with `file`, at best `file` itself; undefined for an empty list. */
export function nearest<T extends Found>(list: readonly T[], file: string): T | undefined {
  const common = (other: string) => {
    const [own, others] = [file.split('/'), other.split('/')]
    const index = own.findIndex((each, at) => each !== others[at])
    return index === -1 ? own.length : index
  }
  return [...list].sort((a, b) => common(b.file) - common(a.file))[0]
}

/** Sorts set-ups: those of tests, stories, mocks and examples come last; within that by file and line. */
export function byImportance(list: readonly Found[]): Found[] {
  const minor = (each: Found) => Number(isMinor(each))
  return [...list].sort((a, b) => minor(a) - minor(b) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
}
