/** Evaluates calls of the project's own functions, of methods, and of functions that packages export. */
import type { ESTree, Node } from '../../stages/parse.ts'
import { bodiesOf, parametersOf, statementsOf } from '../functions.ts'
import { mutationsOf } from '../mutations.ts'
import { callMethod, REACTIVE } from '../members.ts'
import { changed } from '../mutate.ts'
import type { Module } from '../project.ts'
import { Call, Given, isCode, isDict, Own, Unread, type Value } from '../value.ts'
import { type Evaluation, lineAt, textOf, unread } from './evaluation.ts'
import { isNamed, origin } from './references.ts'

export function call(at: Evaluation, module: Module, node: ESTree.CallExpression | ESTree.NewExpression): Value {
  const { callee } = node
  const argument = (each: ESTree.Argument) =>
    each.type === 'SpreadElement' ? unread(module, each) : at.read(module, each)
  if (callee.type === 'MemberExpression') {
    const text = textOf(module, callee)
    const name = callee.property.type === 'Identifier' && !callee.computed ? callee.property.name : ''
    const target =
      callee.object.type === 'Identifier' && !isNamed(at, module, callee.object)
        ? undefined
        : at.read(module, callee.object)
    // A call of what a package exports: `AppKit.createAppKit(…)`, after `import * as AppKit from …`.
    if (target instanceof Given && (target.name === '*' || /^lodash/.test(target.source)))
      return new Call(name, target.source, node.arguments.map(argument))
    return callMethod(text, name, target, node.arguments.map(argument), at.apply, () => unread(module, node))
  }
  if (callee.type !== 'Identifier') {
    // A function that is called where it is written, `(() => { … })()`, or one that another call returns.
    const made = at.read(module, callee)
    // wagmi calls a connector itself; code that wraps one does so too: `walletConnect({…})(config)`.
    if (made instanceof Call && /connector/i.test(made.source)) return made
    return (made instanceof Own ? at.apply(made, node.arguments.map(argument)) : undefined) ?? unread(module, node)
  }
  const given = origin(at, module, callee)
  if (!given) {
    const own = isNamed(at, module, callee) ? at.read(module, callee) : undefined
    if (own instanceof Own) return at.apply(own, node.arguments.map(argument)) ?? unread(module, node)
    if (own instanceof Given) return new Call(own.name, own.source, node.arguments.map(argument))
    const method = callMethod(callee.name, '', undefined, node.arguments.map(argument), at.apply, () => undefined)
    return method ?? globalCall(at, module, callee.name, node.arguments.map(argument)) ?? unread(module, node)
  }
  const args = node.arguments.map(argument)
  // `defineChain` returns the network that is written out as its argument.
  if (given.name === 'defineChain' && isDict(args[0])) return args[0]
  if (/^use(?:Memo|State)$|^computed$/.test(given.name) && args[0] instanceof Own)
    return at.apply(args[0], []) ?? unread(module, node)
  if (REACTIVE.test(given.name) && given.source === 'vue') return args[0]
  return new Call(given.name, given.source, args)
}

/**
 * The value of a call of a function that is used without an import, such as Nuxt's `useRuntimeConfig`; undefined for
 * functions that are not known.
 */
function globalCall(at: Evaluation, module: Module, name: string, args: Value[]): Value {
  if (/^define(?:Nuxt)?Config$/.test(name) || REACTIVE.test(name)) return args[0]
  if (name !== 'useRuntimeConfig') return undefined
  const config = at.project.modules.find(({ file }) => /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/.test(file))
  const init = config?.constants.get('default')
  const runtime = config && init && at.readTop(config, init)
  return isDict(runtime) ? runtime.get('runtimeConfig') : unread(module, module.program)
}

/**
 * The value for a function of the project, or for markup. Markup keeps its text: it may contain a disclaimer's links.
 */
export function own(at: Evaluation, name: string, module: Module, node: Node): Own {
  const made: Own = new Own(name, { module, node, outer: at.scope, call: (args) => at.apply(made, args) })
  return made
}

/** The value that a function of the project returns for these arguments; undefined if only running it could tell. */
export function apply(at: Evaluation, { module, node, outer }: Own, args: readonly Value[]): Value {
  const before = at.scope
  at.scope = new Map([...outer, ...parametersOf(node, args, (each) => at.read(module, each))])
  try {
    for (const [name, value] of at.scope)
      at.scope = new Map([...at.scope, [name, mutate(at, module, name, value, statementsOf(node))]])
    const bodies = bodiesOf(node, {
      truth: (each) => at.truth(module, each),
      same: (one, other) => at.truth.same(module, one, other),
    })
    const [first, ...others] = bodies.filter((each) => !at.busy.has(each)).map((each) => at.read(module, each))
    // Lists, mostly of networks or wallets: take the entries of all, because none may be lost.
    const lists = [first, ...others].filter((each) => Array.isArray(each) || isCode(each))
    if (lists.length < 2 || !lists.some(Array.isArray)) return first
    at.note(`${lineAt(module, node)}: what is returned is decided by code; all lists were taken together.`)
    return [...new Set(lists.flat())]
  } finally {
    at.scope = before
  }
}

/** The value after the changes that statements make to it. */
export function mutate(at: Evaluation, module: Module, name: string, value: Value, statements: readonly Node[]): Value {
  const own = mutationsOf(statements).filter((each) => each.name === name)
  const isList = Array.isArray(value) || isDict(value)
  // A package's function may return a list: `connectors = connectorsForWallets(…); connectors.push(…)`.
  const grows = value instanceof Call && own.some(({ kind }) => kind === 'push')
  // A theme that is changed after the call: `const theme = darkTheme(); theme.colors.accentColor = '#0f0'`.
  const themed = value instanceof Call && /Theme$/.test(value.name) && own.some(({ kind }) => kind !== 'push')
  const all = isList || grows || themed ? own : own.filter(({ kind }) => kind === 'assign')
  if (!all.length) return value
  const inside = <T>(now: Value, read: () => T): T => {
    const before = at.scope
    at.scope = new Map([...before, [name, now]])
    try {
      return read()
    } finally {
      at.scope = before
    }
  }
  const start = grows ? [new Unread(`...${name}`)] : themed ? new Map<string, Value>() : value
  const after = changed(start, all, {
    read: (each, now) => (now === undefined ? at.read(module, each) : inside(now, () => at.read(module, each))),
    truth: (each, now) => inside(now, () => at.truth(module, each)),
    taken: (each) => at.note(`${lineAt(module, each)}: whether this runs is decided by code; it was taken.`),
    unread: (each) => unread(module, each),
  })
  return themed ? new Call('assign', 'Object', [value, after]) : after
}
