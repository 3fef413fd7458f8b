/** Evaluates template texts, lists and objects that are written out in the source. */
import type { ESTree } from '../../stages/parse.ts'
import type { Module } from '../project.ts'
import { Call, isDict, placeOf, setPlace, type Value } from '../value.ts'
import { own } from './calls.ts'
import { type Evaluation, lineAt, textOf, unread } from './evaluation.ts'
import { undecided } from './operators.ts'

export function template(at: Evaluation, module: Module, node: ESTree.TemplateLiteral): Value {
  let text = ''
  for (const [index, { value: part }] of node.quasis.entries()) {
    text += part.cooked ?? ''
    const expression = node.expressions[index]
    if (!expression) continue
    const inner = at.read(module, expression)
    if (typeof inner !== 'string' && typeof inner !== 'number') return unread(module, node)
    text += String(inner)
  }
  return text
}

export function list(at: Evaluation, module: Module, { elements }: ESTree.ArrayExpression): Value {
  return elements.flatMap((element): Value[] => {
    if (!element) return []
    if (element.type !== 'SpreadElement') {
      const both = element.type === 'ConditionalExpression' ? undecided(at, module, element) : undefined
      return both ?? [at.read(module, element)]
    }
    const inner = at.read(module, element.argument)
    // `...(condition && list)` adds no items if the condition does not hold.
    if (inner === undefined || inner === null || inner === false) return []
    return Array.isArray(inner) ? inner : [unread(module, element)]
  })
}

export function object(at: Evaluation, module: Module, { properties }: ESTree.ObjectExpression): Value {
  const found = new Map<string, Value>()
  const put = (key: string, item: Value, place: string) => {
    found.set(key, item)
    setPlace(found, key, place)
  }
  for (const property of properties) {
    const place = lineAt(module, property)
    if (property.type === 'SpreadElement') {
      const inner = at.read(module, property.argument)
      if (isDict(inner)) for (const [key, item] of inner) put(key, item, placeOf(inner, key) ?? place)
      else if (inner !== undefined && inner !== null && inner !== false)
        put(textOf(module, property), inner instanceof Call ? inner : unread(module, property), place)
      continue
    }
    const key = keyOf(at, module, property)
    if (key !== undefined) put(key, memberValue(at, module, property, key), place)
    // The key cannot be read, but the value counts where only values do: `Object.values(networks)`.
    else {
      const text = `[${textOf(module, property.key)}]`
      put(text, memberValue(at, module, property, text), place)
    }
  }
  return found
}

function memberValue(at: Evaluation, module: Module, property: ESTree.ObjectProperty, key: string): Value {
  if (property.kind !== 'init') return unread(module, property)
  return property.method ? own(at, key, module, property.value) : at.read(module, property.value)
}

function keyOf(at: Evaluation, module: Module, { key, computed }: ESTree.ObjectProperty): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  const inner = at.read(module, key)
  return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : undefined
}
