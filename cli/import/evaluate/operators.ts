/** Evaluates operators and conditional expressions. */
import type { ESTree } from '../../stages/parse.ts'
import type { Module } from '../project.ts'
import { isDict, Unread, type Value } from '../value.ts'
import { type Evaluation, lineAt, textOf, unread } from './evaluation.ts'

export function unary(at: Evaluation, module: Module, node: ESTree.UnaryExpression): Value {
  const inner = at.read(module, node.argument)
  if (node.operator === '-' && typeof inner === 'number') return -inner
  if (node.operator === '+' && (typeof inner === 'number' || typeof inner === 'string')) return Number(inner)
  if (node.operator === '!') return at.truth(module, node) ?? unread(module, node)
  return unread(module, node)
}

export function binary(
  at: Evaluation,
  module: Module,
  node: ESTree.BinaryExpression | ESTree.PrivateInExpression,
): Value {
  if (node.left.type === 'PrivateIdentifier') return unread(module, node)
  if (/^(?:[!=]==?|[<>]=?)$/.test(node.operator)) return at.truth(module, node) ?? unread(module, node)
  const [left, right] = [at.read(module, node.left), at.read(module, node.right)]
  const isText = typeof left === 'string' || typeof right === 'string'
  const isPlain = (each: Value) => typeof each === 'string' || typeof each === 'number'
  if (node.operator === '+' && isText && isPlain(left) && isPlain(right)) return `${left}${right}`
  return unread(module, node)
}

export function logical(at: Evaluation, module: Module, node: ESTree.LogicalExpression): Value {
  if (node.operator === '&&') {
    const isTrue = at.truth(module, node.left)
    return isTrue === undefined ? at.read(module, node.left) : isTrue ? at.read(module, node.right) : false
  }
  const known = at.notes.length
  const left = at.read(module, node.left)
  const decided = node.operator === '??' ? left !== undefined && left !== null : Boolean(left)
  const isSample = at.notes.slice(known).some((each) => each.includes('has no value but the sample'))
  if (!(left instanceof Unread) && !(isSample && decided)) return decided ? left : at.read(module, node.right)
  const right = at.read(module, node.right)
  if (right instanceof Unread || right === '') return left
  at.notes.length = known
  at.note(
    `${textOf(module, node.left).replace(/\s+/g, ' ').slice(0, 60)} is not known here; the value after it was taken.`,
  )
  return right
}

export function conditional(at: Evaluation, module: Module, node: ESTree.ConditionalExpression): Value {
  const isTrue = at.truth(module, node.test)
  if (isTrue !== undefined) return at.read(module, isTrue ? node.consequent : node.alternate)
  const both = [at.read(module, node.consequent), at.read(module, node.alternate)]
  // Two lists, mostly of networks: take the entries of both, because none may be lost.
  if (both.every(Array.isArray)) {
    at.note(`${lineAt(module, node)}: ${textOf(module, node.test)} is decided by code; both lists were taken together.`)
    return [...new Set(mainnetsFirst(both as Value[][]).flat())]
  }
  return both[0] === both[1] ? both[0] : unread(module, node)
}

/** Puts a list of test networks after one that has others, because the first network is the one that a page starts on. */
function mainnetsFirst(lists: readonly Value[][]): Value[][] {
  const isTest = (list: Value[]) =>
    list.length > 0 && list.every((each) => isDict(each) && each.get('testnet') === true)
  return [...lists.filter((each) => !isTest(each)), ...lists.filter(isTest)]
}

/**
 * For a list's element `condition ? a : b`: the values of both branches, if both are objects and only running the code
 * would tell which one is used; else undefined.
 */
export function undecided(at: Evaluation, module: Module, node: ESTree.ConditionalExpression): Value[] | undefined {
  if (at.truth(module, node.test) !== undefined) return undefined
  const both = [at.read(module, node.consequent), at.read(module, node.alternate)]
  if (!both.every(isDict)) return undefined
  at.note(`${lineAt(module, node)}: ${textOf(module, node.test)} is decided by code; both were taken.`)
  return [...new Set(both)]
}
