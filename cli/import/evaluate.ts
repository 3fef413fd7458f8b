/** Evaluates source code statically: literals, constants, and imports between the project's files. */
import type { ESTree, Node } from '../stages/parse.ts'
import { builtIn, type Environment } from './environment.ts'
import { bodyOf, mutationsOf, parametersOf, statementsOf } from './functions.ts'
import { changed, enumeration } from './mutate.ts'
import { callMethod, memberOf, REACTIVE, SVELTE_ENVIRONMENT } from './members.ts'
import { createNames } from './names.ts'
import { lineOf, type Module, type Part, type SourceProject } from './project.ts'
import { createTruth } from './truth.ts'
import { Call, Given, isDict, Own, placeOf, setPlace, Unread, Unset, type Value } from './value.ts'

export type Reader = {
  /** The value of an expression in a module. */
  read: (module: Module, node: Node) => Value
  /** The package and name that a module's identifier was imported from, if it comes from a package. */
  origin: (module: Module, name: string) => Given | undefined
  /** Notes about values that were used although the code may choose others at run time. */
  notes: string[]
}

type Scope = ReadonlyMap<string, Value>
const EMPTY: Scope = new Map()

/** The source of the values in `process.env` and `import.meta.env`. */
const ENVIRONMENT = 'process.env'

/** `data` returns the value of a name that a package exports, if that is known data, such as a network. */
export function createReader(
  project: SourceProject,
  data: (given: Given) => Value,
  environment: Environment = new Map(),
): Reader {
  const notes: string[] = []
  const busy = new Set<Node>()
  /** The parameters of the function that is being evaluated. */
  let scope: Scope = EMPTY
  /** Whether a condition is being evaluated: it is decided as for production. */
  let deciding = false
  const note = (text: string) => void (notes.includes(text) || notes.push(text))
  const lookup = (given: Given): Value =>
    SVELTE_ENVIRONMENT.test(given.source)
      ? given.name === 'env'
        ? new Given('*', ENVIRONMENT)
        : variable(given.name, given.name)
      : data(given)
  const names = createNames(project, { read: readTop, constant, data: lookup })
  const truth = createTruth(decide, note)

  function read(module: Module, node: Node): Value {
    // A constant that depends on itself has no value.
    if (busy.has(node)) return unread(module, node)
    busy.add(node)
    try {
      return value(module, node)
    } finally {
      busy.delete(node)
    }
  }

  /** Reads a constant of a module, where the parameters of the current function mean nothing. */
  function readTop(module: Module, node: Node): Value {
    const before = scope
    scope = EMPTY
    try {
      return read(module, node)
    } finally {
      scope = before
    }
  }

  function constant(module: Module, name: string, init: Node): Value {
    const found = mutate(module, name, readTop(module, init), module.program.body)
    return found instanceof Own && !found.name ? new Own(name, found) : found
  }

  function decide(module: Module, node: Node): Value {
    const before = deciding
    deciding = true
    try {
      return read(module, node)
    } finally {
      deciding = before
    }
  }

  function own(name: string, module: Module, node: Node): Own {
    const made: Own = new Own(name, { module, node, outer: scope, call: (args) => apply(made, args) })
    return made
  }

  const textOf = (module: Module, { start, end }: Node) => module.text.slice(start, end)
  const unread = (module: Module, node: Node) => new Unread(textOf(module, node))

  function value(module: Module, node: Node): Value {
    switch (node.type) {
      case 'Literal':
        return node.value === null || ['string', 'number', 'boolean'].includes(typeof node.value)
          ? (node.value as Value)
          : unread(module, node)
      case 'TemplateLiteral':
        return template(module, node)
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'JSXExpressionContainer':
        return read(module, node.expression)
      case 'AwaitExpression':
        return read(module, node.argument)
      case 'ArrayExpression':
        return list(module, node)
      case 'ObjectExpression':
        return object(module, node)
      // Markup is kept whole: it may hold the links of a disclaimer.
      case 'JSXElement':
      case 'JSXFragment':
        return own('markup', module, node)
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return own(node.id?.name ?? '', module, node)
      case 'TSEnumDeclaration':
        return enumeration(
          node,
          (each) => read(module, each),
          (each) => textOf(module, each),
        )
      case 'Identifier':
        return node.name === 'undefined' ? undefined : named(module, node.name, node)
      case 'MemberExpression':
        return member(module, node)
      case 'CallExpression':
      case 'NewExpression':
        return call(module, node)
      case 'LogicalExpression':
        return logical(module, node)
      case 'ConditionalExpression':
        return conditional(module, node)
      case 'BinaryExpression':
        return binary(module, node)
      case 'UnaryExpression':
        return unary(module, node)
      default:
        return unread(module, node)
    }
  }

  function unary(module: Module, node: ESTree.UnaryExpression): Value {
    const inner = read(module, node.argument)
    if (node.operator === '-' && typeof inner === 'number') return -inner
    if (node.operator === '+' && (typeof inner === 'number' || typeof inner === 'string')) return Number(inner)
    if (node.operator === '!') return truth(module, node) ?? unread(module, node)
    return unread(module, node)
  }

  function binary(module: Module, node: ESTree.BinaryExpression | ESTree.PrivateInExpression): Value {
    if (node.left.type === 'PrivateIdentifier') return unread(module, node)
    if (/^[!=]==?$/.test(node.operator)) return truth(module, node) ?? unread(module, node)
    const [left, right] = [read(module, node.left), read(module, node.right)]
    const isText = typeof left === 'string' || typeof right === 'string'
    const isPlain = (each: Value) => typeof each === 'string' || typeof each === 'number'
    if (node.operator === '+' && isText && isPlain(left) && isPlain(right)) return `${left}${right}`
    return unread(module, node)
  }

  function template(module: Module, node: ESTree.TemplateLiteral): Value {
    let text = ''
    for (const [index, { value: part }] of node.quasis.entries()) {
      text += part.cooked ?? ''
      const expression = node.expressions[index]
      if (!expression) continue
      const inner = read(module, expression)
      if (typeof inner !== 'string' && typeof inner !== 'number') return unread(module, node)
      text += String(inner)
    }
    return text
  }

  function list(module: Module, { elements }: ESTree.ArrayExpression): Value {
    return elements.flatMap((element): Value[] => {
      if (!element) return []
      if (element.type !== 'SpreadElement') {
        const both = element.type === 'ConditionalExpression' ? undecided(module, element) : undefined
        return both ?? [read(module, element)]
      }
      const inner = read(module, element.argument)
      // `...(condition && list)` spreads false or nothing.
      if (inner === undefined || inner === null || inner === false) return []
      return Array.isArray(inner) ? inner : [unread(module, element)]
    })
  }

  function object(module: Module, { properties }: ESTree.ObjectExpression): Value {
    const found = new Map<string, Value>()
    const put = (key: string, item: Value, place: string) => {
      found.set(key, item)
      setPlace(found, key, place)
    }
    for (const property of properties) {
      const place = `${module.file}:${lineOf(module, property.start)}`
      if (property.type === 'SpreadElement') {
        const inner = read(module, property.argument)
        if (isDict(inner)) for (const [key, item] of inner) put(key, item, placeOf(inner, key) ?? place)
        else if (inner !== undefined && inner !== null && inner !== false)
          put(textOf(module, property), unread(module, property), place)
        continue
      }
      const key = keyOf(module, property)
      if (key !== undefined) put(key, property.method ? unread(module, property) : read(module, property.value), place)
      else put(textOf(module, property.key), unread(module, property), place)
    }
    return found
  }

  function keyOf(module: Module, { key, computed }: ESTree.ObjectProperty): string | undefined {
    if (!computed && key.type === 'Identifier') return key.name
    const inner = read(module, key)
    return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : undefined
  }

  function named(module: Module, name: string, node: Node): Value {
    if (scope.has(name)) return scope.get(name)
    const local = module.locals(name, node.start)
    if (local) return part(module, local, node)
    const init = module.constants.get(name)
    if (init) return constant(module, name, init)
    const piece = module.parts.get(name)
    if (piece) return part(module, piece, node)
    const imported = module.imports.get(name)
    return imported ? (names.imported(module, imported) ?? unread(module, node)) : unread(module, node)
  }

  /** A constant that is taken out of another value: `const { chains } = configureChains(…)`. */
  function part(module: Module, { init, path }: Part, node: Node): Value {
    return path.reduce<Value>((inner, key) => access(inner, key) ?? unread(module, node), read(module, init))
  }

  const access = (inner: Value, key: string | number): Value => {
    if (inner instanceof Given && inner.source === ENVIRONMENT) return variable(String(key), `${ENVIRONMENT}.${key}`)
    const found = memberOf(inner, key)
    return found instanceof Given && found !== inner ? lookup(found) : found
  }

  function member(module: Module, node: ESTree.MemberExpression): Value {
    if (/^(?:process|import\.meta|globalThis\.process)\.env$/.test(textOf(module, node)))
      return new Given('*', ENVIRONMENT)
    const key = node.property.type === 'Identifier' && !node.computed ? node.property.name : read(module, node.property)
    const inner = read(module, node.object)
    if (typeof key !== 'string' && typeof key !== 'number') return unread(module, node)
    if (inner instanceof Given && inner.source === ENVIRONMENT) return variable(String(key), textOf(module, node))
    if (isDict(inner)) {
      // A missing member may come from a `...rest` that cannot be evaluated.
      const isWhole = ![...inner].some(([name, item]) => item instanceof Unread && name.startsWith('...'))
      return inner.has(String(key)) || isWhole ? inner.get(String(key)) : unread(module, node)
    }
    const found = access(inner, key)
    return found === undefined && !Array.isArray(inner) ? unread(module, node) : found
  }

  /** A sample's value counts only where the code has no other one. */
  function variable(name: string, code: string): Value {
    const set = environment.get(name)
    if (set && !(deciding && !set.production)) {
      if (set.sample) note(`${name} has no value but the sample in ${set.file}, which was taken.`)
      else note(`${name} was read from ${set.file}.`)
      return set.value
    }
    return builtIn(name) ?? new Unset(code)
  }

  function call(module: Module, node: ESTree.CallExpression | ESTree.NewExpression): Value {
    const { callee } = node
    const argument = (each: ESTree.Argument) =>
      each.type === 'SpreadElement' ? unread(module, each) : read(module, each)
    if (callee.type === 'MemberExpression') {
      const text = textOf(module, callee)
      const name = callee.property.type === 'Identifier' && !callee.computed ? callee.property.name : ''
      const target =
        callee.object.type === 'Identifier' && !isNamed(module, callee.object) ? undefined : read(module, callee.object)
      // `AppKit.createAppKit(…)` of `import * as AppKit from …`.
      if (target instanceof Given && target.name === '*')
        return new Call(name, target.source, node.arguments.map(argument))
      return callMethod(text, name, target, node.arguments.map(argument), apply, () => unread(module, node))
    }
    if (callee.type !== 'Identifier') return unread(module, node)
    const given = origin(module, callee.name)
    if (!given) {
      const own = isNamed(module, callee) ? read(module, callee) : undefined
      if (own instanceof Own) return apply(own, node.arguments.map(argument)) ?? unread(module, node)
      const method = callMethod(callee.name, '', undefined, node.arguments.map(argument), apply, () => undefined)
      return method ?? globalCall(module, callee.name, node.arguments.map(argument)) ?? unread(module, node)
    }
    const args = node.arguments.map(argument)
    // `defineChain` returns the network that is written out as its argument.
    if (given.name === 'defineChain' && isDict(args[0])) return args[0]
    if (/^use(?:Memo|State)$|^computed$/.test(given.name) && args[0] instanceof Own)
      return apply(args[0], []) ?? unread(module, node)
    if (REACTIVE.test(given.name) && given.source === 'vue') return args[0]
    return new Call(given.name, given.source, args)
  }

  /** Functions that Nuxt puts into every file. */
  function globalCall(module: Module, name: string, args: Value[]): Value {
    if (/^define(?:Nuxt)?Config$/.test(name) || REACTIVE.test(name)) return args[0]
    if (name !== 'useRuntimeConfig') return undefined
    const config = project.modules.find(({ file }) => /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/.test(file))
    const init = config?.constants.get('default')
    const runtime = config && init && readTop(config, init)
    return isDict(runtime) ? runtime.get('runtimeConfig') : unread(module, module.program)
  }

  const isNamed = (module: Module, { name, start }: { name: string; start: number }) =>
    scope.has(name) ||
    module.constants.has(name) ||
    module.parts.has(name) ||
    module.imports.has(name) ||
    module.locals(name, start) !== undefined

  /** The value after the changes that statements make to it. */
  const mutate = (module: Module, name: string, value: Value, statements: readonly Node[]): Value =>
    Array.isArray(value) || isDict(value)
      ? changed(
          value,
          mutationsOf(statements).filter((each) => each.name === name),
          {
            read: (each) => read(module, each),
            truth: (each) => truth(module, each),
            unread: (each) => unread(module, each),
          },
        )
      : value

  /** Calls a function of the project: the value of the expression that it returns. */
  function apply({ module, node, outer }: Own, args: readonly Value[]): Value {
    const before = scope
    scope = new Map([...outer, ...parametersOf(node, args, (each) => read(module, each))])
    try {
      for (const [name, value] of scope)
        scope = new Map([...scope, [name, mutate(module, name, value, statementsOf(node))]])
      const body = bodyOf(node, {
        truth: (each) => truth(module, each),
        same: (one, other) => truth.same(module, one, other),
      })
      return body && !busy.has(body) ? read(module, body) : undefined
    } finally {
      scope = before
    }
  }

  function logical(module: Module, node: ESTree.LogicalExpression): Value {
    if (node.operator === '&&') {
      const isTrue = truth(module, node.left)
      return isTrue === undefined ? read(module, node.left) : isTrue ? read(module, node.right) : false
    }
    const known = notes.length
    const left = read(module, node.left)
    const decided = node.operator === '??' ? left !== undefined && left !== null : Boolean(left)
    const isSample = notes.slice(known).some((each) => each.includes('has no value but the sample'))
    if (!(left instanceof Unread) && !(isSample && decided)) return decided ? left : read(module, node.right)
    const right = read(module, node.right)
    if (right instanceof Unread || right === '') return left
    notes.length = known
    note(
      `${textOf(module, node.left).replace(/\s+/g, ' ').slice(0, 60)} is not known here; the value after it was taken.`,
    )
    return right
  }

  function conditional(module: Module, node: ESTree.ConditionalExpression): Value {
    const isTrue = truth(module, node.test)
    if (isTrue !== undefined) return read(module, isTrue ? node.consequent : node.alternate)
    const both = [read(module, node.consequent), read(module, node.alternate)]
    // Lists of networks: what either branch has.
    if (both.every(Array.isArray)) {
      note(`${place(module, node)}: ${textOf(module, node.test)} is decided by code; both lists were taken together.`)
      return [...new Set((both as Value[][]).flat())]
    }
    return both[0] === both[1] ? both[0] : unread(module, node)
  }

  /** Both branches of a list's element, when reading alone cannot choose. */
  function undecided(module: Module, node: ESTree.ConditionalExpression): Value[] | undefined {
    if (truth(module, node.test) !== undefined) return undefined
    const both = [read(module, node.consequent), read(module, node.alternate)]
    if (!both.every(isDict)) return undefined
    note(`${place(module, node)}: ${textOf(module, node.test)} is decided by code; both were taken.`)
    return [...new Set(both)]
  }

  const place = (module: Module, { start }: Node) => `${module.file}:${lineOf(module, start)}`

  function origin(module: Module, name: string): Given | undefined {
    return module.constants.has(name) ? undefined : names.origin(module, name)
  }

  return { read, origin, notes }
}
