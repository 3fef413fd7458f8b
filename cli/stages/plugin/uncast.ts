import type { Node } from '../parse.ts'

/** The expression itself, without parentheses and without what only the compiler reads: casts, `!`, `satisfies`. */
export function uncast(node: Node): Node {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ChainExpression':
      return uncast(node.expression)
    default:
      return node
  }
}
