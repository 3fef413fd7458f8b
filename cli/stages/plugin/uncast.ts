import type { Node } from '../parse.ts'

/** The expression without parentheses around it, and without TypeScript's casts, `!` and `satisfies`. */
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
