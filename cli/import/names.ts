/** Follows names through the project's files to the constant or the package that they come from. */
import type { Node } from '../stages/parse.ts'
import type { Module, SourceProject } from './project.ts'
import { type Dict, Given, isDict, Unread, type Value } from './value.ts'

/**
 * The result for a name that no module exports. It is not `undefined`, because an exported constant may have that
 * value.
 */
const MISSING = Symbol('missing')

type Imported = { source: string; name: string }
type Reads = {
  read: (module: Module, node: Node) => Value
  /** The value of a module's constant. */
  constant: (module: Module, name: string, init: Node) => Value
  data: (given: Given) => Value
}

export function createNames(project: SourceProject, { read, constant, data }: Reads) {
  /** The value of an imported name; undefined if no module exports it. */
  function imported(module: Module, { source, name }: Imported): { value: Value } | undefined {
    const value = follow(module, source, name, new Set())
    return value === MISSING ? undefined : { value }
  }

  /**
   * The value of a name that a module exports; `MISSING` if it exports no such name. `seen` holds the names followed so
   * far, because modules may re-export each other's names in a circle.
   */
  function exported(module: Module, name: string, seen: Set<string>): Value | typeof MISSING {
    if (isSeen(seen, module, name)) return MISSING
    if (name === '*') return whole(module)
    const found = module.exports.get(name)
    if (found && 'local' in found) {
      const init = module.constants.get(found.local)
      if (init) return constant(module, found.local, init)
      const piece = module.parts.get(found.local)
      if (piece) return read(module, piece.id)
      const from = module.imports.get(found.local)
      return from ? follow(module, from.source, from.name, seen) : MISSING
    }
    if (found) return follow(module, found.source, found.name, seen)
    for (const source of module.stars) {
      const other = project.find(module, source)
      const inner = other ? exported(other, name, seen) : MISSING
      if (inner !== MISSING) return inner
    }
    // The exports of a package are not known: it may export any name. Prefer a package for which `data` knows a value
    // under this name.
    const packages = name === 'default' ? [] : module.stars.filter((source) => !project.find(module, source))
    const given = packages.map((source) => data(new Given(name, source)))
    return given.find((each) => !(each instanceof Given)) ?? (given.length ? given[0] : MISSING)
  }

  /** All exports of a module, also those of its `export *`: `import * as chains from './chains'`. */
  function whole(module: Module, seen = new Set<Module>()): Dict {
    seen.add(module)
    const found: Dict = new Map()
    for (const key of module.exports.keys()) {
      const value = exported(module, key, new Set())
      found.set(key, value === MISSING ? undefined : value)
    }
    for (const source of module.stars) {
      const other = project.find(module, source)
      if (other && seen.has(other)) continue
      const inner = other ? whole(other, seen) : data(new Given('*', source))
      // The key tells that names may be missing.
      if (!isDict(inner)) found.set(`...${source}`, new Unread(`export * from '${source}'`))
      else for (const [key, item] of inner) if (key !== 'default' && !found.has(key)) found.set(key, item)
    }
    return found
  }

  function follow(module: Module, source: string, name: string, seen: Set<string>): Value | typeof MISSING {
    const other = project.find(module, source)
    return other ? exported(other, name, seen) : data(new Given(name, source))
  }

  function origin(module: Module, name: string, seen = new Set<string>()): Given | undefined {
    const from = module.imports.get(name)
    return from && giver(module, from.source, from.name, seen)
  }

  /** The package that a name finally comes from, followed through the project's own modules. */
  function giver(module: Module, source: string, name: string, seen: Set<string>): Given | undefined {
    const other = project.find(module, source)
    if (!other) return new Given(name, source)
    if (isSeen(seen, other, name)) return undefined
    const found = other.exports.get(name)
    if (found && 'local' in found)
      return other.constants.has(found.local) ? undefined : origin(other, found.local, seen)
    if (found) return giver(other, found.source, found.name, seen)
    for (const star of other.stars) {
      const inner = giver(other, star, name, seen)
      if (inner) return inner
    }
    return undefined
  }

  return { imported, origin }
}

/** Whether this lookup has already asked the module for the name. Also records the name. */
function isSeen(seen: Set<string>, { file }: Module, name: string): boolean {
  const key = `${file}\n${name}`
  if (seen.has(key)) return true
  seen.add(key)
  return false
}
