/** Evaluates an expression by the kind of its node; `Unread` for kinds that reading alone cannot evaluate. */
import type { Node } from '../../stages/parse.ts'
import { enumeration } from '../mutate.ts'
import type { Module } from '../project.ts'
import type { Value } from '../value.ts'
import { call, own } from './calls.ts'
import { type Evaluation, textOf, unread } from './evaluation.ts'
import { list, object, template } from './literals.ts'
import { binary, conditional, logical, unary } from './operators.ts'
import { member, named } from './references.ts'

export function valueOf(at: Evaluation, module: Module, node: Node): Value {
  switch (node.type) {
    case 'Literal':
      return literal(module, node)
    case 'TemplateLiteral':
      return template(at, module, node)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'JSXExpressionContainer':
      return at.read(module, node.expression)
    case 'AwaitExpression':
      return at.read(module, node.argument)
    case 'ArrayExpression':
      return list(at, module, node)
    case 'ObjectExpression':
      return object(at, module, node)
    case 'JSXElement':
    case 'JSXFragment':
      return own(at, 'markup', module, node)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return own(at, node.id?.name ?? '', module, node)
    // `new` of a class that extends an adapter makes what the adapter's class makes.
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.superClass && /Adapter$/.test(textOf(module, node.superClass))
        ? at.read(module, node.superClass)
        : unread(module, node)
    case 'TSEnumDeclaration':
      return enumeration(
        node,
        (each) => at.read(module, each),
        (each) => textOf(module, each),
      )
    case 'Identifier':
      return node.name === 'undefined' ? undefined : named(at, module, node.name, node)
    case 'MemberExpression':
      return member(at, module, node)
    case 'CallExpression':
    case 'NewExpression':
      return call(at, module, node)
    case 'LogicalExpression':
      return logical(at, module, node)
    case 'ConditionalExpression':
      return conditional(at, module, node)
    case 'BinaryExpression':
      return binary(at, module, node)
    case 'AssignmentExpression':
      return node.operator === '=' ? at.read(module, node.right) : unread(module, node)
    case 'UnaryExpression':
      return unary(at, module, node)
    default:
      return unread(module, node)
  }
}

function literal(module: Module, node: Extract<Node, { type: 'Literal' }>): Value {
  const { value } = node
  const isPlain = value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? value : unread(module, node)
}
