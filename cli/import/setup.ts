/** Finds a library's calls and JSX elements in a project's source. */
import { walk } from '../stages/parse.ts'
import type { Reader } from './evaluate.ts'
import type { SourceProject } from './project.ts'
import { Unread, type Value } from './value.ts'

/** `given` is the name that the package exports; `source` is the package. */
export type Wanted = { given: string; source: RegExp }
export type FoundCall = { file: string; args: Value[] }
export type FoundElement = { file: string; attributes: Value }

/** Calls of a function from a package, ordered by file and line. */
export function findCalls(project: SourceProject, reader: Reader, { given, source }: Wanted): FoundCall[] {
  const found: FoundCall[] = []
  for (const module of project.modules) {
    walk(module.program, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return
      const origin = reader.origin(module, node.callee.name)
      if (origin?.name !== given || !source.test(origin.source)) return
      const args = node.arguments.map((each) =>
        each.type === 'SpreadElement' ? new Unread(module.text.slice(each.start, each.end)) : reader.read(module, each),
      )
      found.push({ file: module.file, args })
    })
  }
  return found
}

/** Elements of a component from a package. An attribute without a value is true. */
export function findElements(project: SourceProject, reader: Reader, { given, source }: Wanted): FoundElement[] {
  const found: FoundElement[] = []
  for (const module of project.modules) {
    walk(module.program, (node) => {
      if (node.type !== 'JSXOpeningElement' || node.name.type !== 'JSXIdentifier') return
      const origin = reader.origin(module, node.name.name)
      if (origin?.name !== given || !source.test(origin.source)) return
      const attributes = new Map<string, Value>()
      for (const each of node.attributes) {
        const text = module.text.slice(each.start, each.end)
        if (each.type === 'JSXSpreadAttribute') attributes.set(text, new Unread(text))
        else if (each.name.type === 'JSXIdentifier')
          attributes.set(each.name.name, each.value ? reader.read(module, each.value) : true)
      }
      found.push({ file: module.file, attributes })
    })
  }
  return found
}
