/** Decides conditions, as a production build would. */
import type { ESTree, Node } from '../stages/parse.ts'
import { lineOf, type Module } from './project.ts'
import { isCode, Unset, type Value } from './value.ts'

/** Whether a condition holds; undefined when only running the code could tell. */
export type Truth = ((module: Module, node: Node) => boolean | undefined) & {
  /** Whether two expressions have the same value; undefined when only running the code could tell. */
  same: (module: Module, one: Node, other: Node) => boolean | undefined
}

/** Environment variables that hold a project id of WalletConnect. No flag, such as `ENABLE_WALLET_CONNECT`, is one. */
const PROJECT_ID = /PROJECT_?ID|(?:WALLET_?CONNECT|REOWN|WC)(?:_CLOUD)?_(?:ID|KEY)\b/

/** The words with which code asks for production: `ENVIRONMENT === 'prod'`. */
const PRODUCTION = /^(?:prod(?:uction)?|live|main(?:net)?)$/i

/** Whether two numbers are in the order that the operator asks for; undefined for other values. */
function ordered(operator: string, left: Value, right: Value): boolean | undefined {
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  if (operator.endsWith('=') && left === right) return true
  return operator.startsWith('<') ? left < right : left > right
}

/** Whether a text is how a number is written: `1` and `'1'`. */
const saysNumber = (number: Value, text: Value) => typeof number === 'number' && text === String(number)

/**
 * Makes the function that decides conditions. `read` evaluates an expression with the environment of a production
 * build.
 */
export function createTruth(read: (module: Module, node: Node) => Value, note: (text: string) => void): Truth {
  function truth(module: Module, node: Node): boolean | undefined {
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ChainExpression':
        return truth(module, node.expression)
      case 'UnaryExpression': {
        if (node.operator !== '!') return plain(module, node)
        const inner = truth(module, node.argument)
        return inner === undefined ? undefined : !inner
      }
      case 'LogicalExpression':
        return node.operator === '??' ? plain(module, node) : both(module, node)
      case 'BinaryExpression':
        return compare(module, node)
      default:
        return plain(module, node)
    }
  }

  function both(module: Module, { operator, left, right }: ESTree.LogicalExpression): boolean | undefined {
    const [one, two] = [truth(module, left), truth(module, right)]
    // `&&` is decided by a false side, `||` by a true one, even when the other side is unknown.
    const decisive = operator === '||'
    if (one === decisive || two === decisive) return decisive
    return one === undefined || two === undefined ? undefined : !decisive
  }

  function compare(module: Module, node: ESTree.BinaryExpression | ESTree.PrivateInExpression): boolean | undefined {
    if (node.left.type === 'PrivateIdentifier') return undefined
    // `typeof window !== 'undefined'` holds, because a page runs in a browser.
    const browser = /^typeof (?:window|document|globalThis\.window)\s*(!|=)==?\s*(['"`])undefined\2$/.exec(
      text(module, node),
    )
    if (browser) return browser[1] === '!'
    if (/^[<>]=?$/.test(node.operator)) return ordered(node.operator, read(module, node.left), read(module, node.right))
    if (!/^[!=]==?$/.test(node.operator)) return undefined
    const isSame = same(module, node.left, node.right)
    return isSame === undefined ? undefined : node.operator.startsWith('!') ? !isSame : isSame
  }

  function same(module: Module, one: Node, other: Node): boolean | undefined {
    if (asksForProduction(module, one, other) || asksForProduction(module, other, one)) return true
    const [left, right] = [primitive(module, one), primitive(module, other)]
    if (!left || !right) return undefined
    // A number that may be a text when the code runs, such as a chain id of the environment: its schema decides.
    const isEither = saysNumber(left.value, right.value) || saysNumber(right.value, left.value)
    return isEither ? undefined : left.value === right.value
  }

  /** Whether an environment variable without a value is compared with a word for production. */
  function asksForProduction(module: Module, one: Node, other: Node): boolean {
    const [variable, word] = [read(module, one), read(module, other)]
    if (!(variable instanceof Unset) || typeof word !== 'string' || !PRODUCTION.test(word)) return false
    said(module, one, variable.code)
    return true
  }

  /**
   * The value of one side, if it can be compared, else undefined. An environment variable without a value is undefined.
   */
  function primitive(module: Module, node: Node): { value: Value } | undefined {
    const found = read(module, node)
    if (found instanceof Unset) {
      said(module, node, found.code)
      return { value: undefined }
    }
    return isCode(found) || (typeof found === 'object' && found !== null) ? undefined : { value: found }
  }

  function plain(module: Module, node: Node): boolean | undefined {
    const found = read(module, node)
    if (!(found instanceof Unset)) return isCode(found) ? undefined : Boolean(found)
    // A site has its project id when it is built, wherever the value comes from.
    if (PROJECT_ID.test(found.code)) return true
    said(module, node, found.code)
    return false
  }

  const said = (module: Module, node: Node, code: string) =>
    note(
      `${module.file}:${lineOf(module, node.start)}: ${code} is not set; the condition was decided as for production.`,
    )
  const text = (module: Module, { start, end }: Node) => module.text.slice(start, end)
  return Object.assign(truth, { same })
}
