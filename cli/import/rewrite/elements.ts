/** Replaces the old library's providers, buttons and tags in JSX. */
import { type ESTree, type Node, walk } from '../../stages/parse.ts'
import { APPKIT, RAINBOWKIT } from './compat.ts'
import { type File, isFrom, KIT, need, replaceAround } from './edits.ts'

/** AppKit's tags for which walletkit has a component. */
export const TAG = /<(?:appkit|w3m)-(?:(?:connect|account|network)-)?button\b/
const BUTTONS: Record<string, string> = {
  button: 'AppKitButton',
  'connect-button': 'AppKitConnectButton',
  'account-button': 'AppKitAccountButton',
  'network-button': 'AppKitNetworkButton',
}

export function elements(file: File): void {
  const { module } = file
  const wagmi: ESTree.JSXElement[] = []
  walk(module.program, (node) => {
    if (node.type !== 'JSXElement' || node.openingElement.name.type !== 'JSXIdentifier') return
    const tag = node.openingElement.name
    const appkit = /^(?:appkit|w3m)-(.+)$/.exec(tag.name)?.[1]
    if (appkit !== undefined && Object.hasOwn(BUTTONS, appkit)) button(file, node, APPKIT, BUTTONS[appkit] ?? '')
    if (isFrom(file, tag, /^wagmi$/, /^(?:WagmiProvider|WagmiConfig)$/)) wagmi.push(node)
    if (isFrom(file, tag, /^@rainbow-me\/rainbowkit$/, /^RainbowKitProvider$/)) provider(file, node, tag.name, true)
    if (isFrom(file, tag, /^connectkit$/, /^ConnectKitProvider$/))
      provider(file, node, need(file, 'walletkit/react', 'WalletKitProvider'), false)
    if (isFrom(file, tag, /^connectkit$/, /^ConnectKitButton$/) && node.openingElement.selfClosing)
      button(file, node, RAINBOWKIT, 'ConnectButton')
  })
  // Most sites with AppKit have no provider of AppKit that could be replaced, so put walletkit's around wagmi's.
  const [only, ...more] = wagmi
  const isAppKit = [...module.imports.values()].some(({ source }) => /^@reown\/appkit\/react$/.test(source))
  if (only && !more.length && isAppKit) around(file, only)
}

/** Puts the provider around what the page renders by `createRoot(…).render(<App />)`. Returns whether it could. */
export function root(file: File): boolean {
  const rendered: Node[] = []
  walk(file.module.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
    const [first] = node.arguments
    const { property } = node.callee
    if (property.type === 'Identifier' && property.name === 'render' && first?.type === 'JSXElement')
      rendered.push(first)
  })
  const [only, ...more] = rendered
  if (!only || more.length) return false
  around(file, only)
  return true
}

function around(file: File, { start, end }: Node): void {
  const name = need(file, 'walletkit/react', 'WalletKitProvider')
  file.edits.push({ start, end: start, text: `<${name} kit={${need(file, KIT, 'kit')}}>` })
  file.edits.push({ start: end, end, text: `</${name}>` })
}

/** Replaces a button by the component. Keeps its labels and `disabled`; sizes and balances have no equivalent. */
function button(file: File, node: ESTree.JSXElement, source: string, name: string): void {
  const { children, openingElement } = node
  if (children.some((each) => each.type !== 'JSXText' || each.value.trim())) return
  const kept = openingElement.attributes.filter((each) => isNamed(each, /^(?:label|loadingLabel|disabled)$/))
  replaceAround(file, node, kept, [`<${need(file, source, name)}`, ' />'])
}

/** Renames a provider and passes it the kit. Of its attributes only `theme` can stay; the config has the others. */
function provider(
  file: File,
  { openingElement, closingElement }: ESTree.JSXElement,
  name: string,
  keepsTheme: boolean,
): void {
  const kept = openingElement.attributes.filter((each) => keepsTheme && isNamed(each, /^theme$/))
  const end = openingElement.selfClosing ? ' />' : '>'
  replaceAround(file, openingElement, kept, [`<${name} kit={${need(file, KIT, 'kit')}}`, end])
  if (closingElement) file.edits.push({ start: closingElement.start, end: closingElement.end, text: `</${name}>` })
}

const isNamed = (each: Node, name: RegExp) =>
  each.type === 'JSXAttribute' && each.name.type === 'JSXIdentifier' && name.test(each.name.name)
