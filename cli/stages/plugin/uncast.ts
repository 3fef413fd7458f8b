import type { Node } from '../parse.ts'

/** The expression without parentheses, optional chain, `!`, or TypeScript's casts and `satisfies` around it. */
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
