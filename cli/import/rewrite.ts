/** Changes a React project's code from the old library to walletkit, where that is sure. */
import { dirname, relative } from 'node:path'
import type { Change } from '../changes.ts'
import { type ESTree, type Node, type Parse, walk } from '../stages/parse.ts'
import type { Reader } from './evaluate/index.ts'
import type { Module, SourceProject } from './project.ts'
import { countUses, sourceOf } from './uses.ts'

type Edit = { start: number; end: number; text: string }
/** What a file has to import, by module. */
type Imports = Map<string, Set<string>>
type File = { module: Module; edits: Edit[]; imports: Imports; reader: Reader }

const COMPAT: Record<string, { source: RegExp; names: RegExp }> = {
  'walletkit/compat/appkit': {
    source: /^@reown\/appkit\/react$/,
    names:
      /^(?:useAppKit(?:Account|Network|State|Provider|Theme|Events|Balance)?|useDisconnect|useWalletInfo|AppKit(?:Account|Connect|Network)?Button)$/,
  },
  'walletkit/compat/rainbowkit': {
    source: /^@rainbow-me\/rainbowkit$/,
    names: /^(?:ConnectButton|RainbowKitProvider|use(?:Connect|Account|Chain)Modal|(?:light|dark|midnight)Theme)$/,
  },
}
/** AppKit's tags that have a component here. */
const TAG = /<(?:appkit|w3m)-(?:(?:connect|account|network)-)?button\b/
const BUTTONS: Record<string, string> = {
  button: 'ConnectButton',
  'connect-button': 'ConnectButton',
  'account-button': 'AccountButton',
  'network-button': 'NetworkButton',
}
const CREATES = /^(?:createAppKit|createWeb3Modal)$/
const ADAPTERS = /^@reown\/appkit-adapter-/

export type Rewriting = {
  packages: RegExp
  parse: Parse
  /** The folder of the new files: `src`, or `.` */ folder: string
  isNext: boolean
  /** Whether viem has a chain of this name. */
  isEvm: (name: string) => boolean
}

/** The changed files, and the new ones that they import. Files whose change is not sure stay as they are. */
export function rewrite(
  project: SourceProject,
  reader: Reader,
  { packages, parse, folder, isNext, isEvm }: Rewriting,
): Change[] {
  const changes: Change[] = []
  const own = (name: string) => `${folder === '.' ? '' : `${folder}/`}${name}`
  let needsWagmi = false
  const files = project.modules.map((module): File => ({ module, edits: [], imports: new Map(), reader }))
  const changing = files.filter(
    ({ module }) =>
      // Components of other frameworks are left to their authors.
      /\.[cm]?[jt]sx?$/.test(module.file) &&
      !module.file.startsWith('..') &&
      (module.program.body.some((node) => packages.test(sourceOf(node) ?? '')) || TAG.test(module.text)),
  )
  for (const file of changing) calls(file)
  // Only now is it known what the removed calls alone used, also in other files.
  for (const file of changing) adapters(file, files)
  for (const file of changing) {
    const { module } = file
    elements(file)
    networks(file, isEvm)
    importsOf(file, isEvm)
    const after = apply(file, own)
    if (after === module.text || parse(module.file, after).error !== undefined) continue
    needsWagmi ||= file.imports.get(WAGMI)?.size !== undefined
    changes.push({ file: module.file, before: module.text, after })
  }
  if (!changes.length) return []
  // The new files are JavaScript if none of the changed ones is TypeScript.
  const ending = changes.some(({ file }) => /\.[cm]?tsx?$/.test(file)) ? 'ts' : 'js'
  const created = [{ file: own(`walletkit.${ending}`), before: undefined, after: kitFile(folder, isNext) }]
  if (needsWagmi) created.push({ file: own(`walletkitWagmi.${ending}`), before: undefined, after: WAGMI_FILE })
  return [...created, ...changes]
}

const KIT = './walletkit'
const WAGMI = './walletkitWagmi'

function need({ imports }: File, source: string, name: string): void {
  imports.set(source, (imports.get(source) ?? new Set()).add(name))
}

const isFrom = ({ module, reader }: File, name: string, source: RegExp, given: RegExp): boolean => {
  const origin = reader.origin(module, name)
  return origin !== undefined && source.test(origin.source) && given.test(origin.name)
}

/** Replaces calls that create the old library's modal or its wagmi config. */
function calls(file: File): void {
  const { edits, module } = file
  const swap = (node: Node, text: string, source: string, name: string) => {
    edits.push({ start: node.start, end: node.end, text })
    need(file, source, name)
  }
  walk(module.program, (node) => {
    if (node.type === 'ExpressionStatement' && isCreate(file, node.expression)) return remove(file, node)
    if (isCreate(file, node) && !covered(file, node)) return swap(node, 'kit', KIT, 'kit')
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    if (node.callee.type !== 'Identifier' || covered(file, node)) return
    const { name } = node.callee
    const [first] = node.arguments
    const isDefault = (each: Node | undefined) =>
      each?.type === 'CallExpression' &&
      each.callee.type === 'Identifier' &&
      isFrom(file, each.callee.name, /^@rainbow-me\/rainbowkit$|^connectkit$/, /^getDefaultConfig$/)
    if (isDefault(node)) return swap(node, 'wagmiConfig', WAGMI, 'wagmiConfig')
    if (isFrom(file, name, /^wagmi$/, /^createConfig$/) && isDefault(first))
      return swap(node, 'wagmiConfig', WAGMI, 'wagmiConfig')
    if (isFrom(file, name, ADAPTERS, /^WagmiAdapter$/)) return swap(node, '{ wagmiConfig }', WAGMI, 'wagmiConfig')
  })
}

/** Removes adapters that only the removed calls used, exported ones too. */
function adapters(file: File, files: readonly File[]): void {
  const { edits, module } = file
  for (const node of module.program.body) {
    const isExported = node.type === 'ExportNamedDeclaration'
    const declared = isExported ? node.declaration : node
    if (declared?.type !== 'VariableDeclaration' || declared.declarations.length !== 1) continue
    const [only] = declared.declarations
    if (only?.id.type !== 'Identifier' || only.init?.type !== 'NewExpression' || only.init.callee.type !== 'Identifier')
      continue
    if (!isFrom(file, only.init.callee.name, ADAPTERS, /Adapter$/) || covered(file, only.init)) continue
    const { name } = only.id
    if (countUses(module, name, [...edits, node]) > 0) continue
    if (!isExported || !files.some((other) => other !== file && uses(other, name))) remove(file, node)
  }
}

/** Whether a file still uses what it imports from another file of the project under this name. */
const uses = ({ module, edits }: File, name: string): boolean =>
  [...module.imports].some(
    ([local, from]) =>
      (from.name === '*' || from.name === name) &&
      /^[.@~#]/.test(from.source) &&
      countUses(module, from.name === '*' ? name : local, [...edits, ...importRanges(module)]) > 0,
  )

const importRanges = ({ program }: Module) => program.body.filter(({ type }) => type === 'ImportDeclaration')

/** Takes networks that viem has not, such as Solana's, out of lists: walletkit's config names them. */
function networks(file: File, isEvm: (name: string) => boolean): void {
  const { edits, module } = file
  const isOther = (node: Node | null) =>
    node?.type === 'Identifier' &&
    isFrom(file, node.name, /^@reown\/appkit\/networks$/, /./) &&
    !isEvm(module.imports.get(node.name)?.name ?? node.name)
  walk(module.program, (node) => {
    if (node.type !== 'ArrayExpression') return
    const { elements: list } = node
    const lastKept = list.findLast((each) => !isOther(each))
    for (const [at, each] of list.entries()) {
      if (!each || !isOther(each)) continue
      const next = list[at + 1]
      edits.push(
        next
          ? { start: each.start, end: next.start, text: '' }
          : { start: lastKept?.end ?? each.start, end: each.end, text: '' },
      )
    }
  })
}

const isCreate = (file: File, node: Node): node is ESTree.CallExpression =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && isFrom(file, node.callee.name, /./, CREATES)

const covered = ({ edits }: File, { start, end }: Node) => edits.some((each) => each.start <= start && end <= each.end)

function remove({ edits, module }: File, { start, end }: Node): void {
  // Remove the line break after the statement too.
  const rest = /^[ \t]*;?[ \t]*\r?\n/.exec(module.text.slice(end))?.[0].length ?? 0
  edits.push({ start, end: end + rest, text: '' })
}

/** Replaces the old library's providers and buttons. */
function elements(file: File): void {
  const { edits, module } = file
  const wagmi: ESTree.JSXElement[] = []
  walk(module.program, (node) => {
    if (node.type !== 'JSXElement' || node.openingElement.name.type !== 'JSXIdentifier') return
    const { name } = node.openingElement.name
    const tag = /^(?:appkit|w3m)-(.+)$/.exec(name)?.[1]
    if (tag !== undefined && Object.hasOwn(BUTTONS, tag)) button(file, node, BUTTONS[tag] ?? '')
    if (isFrom(file, name, /^wagmi$/, /^(?:WagmiProvider|WagmiConfig)$/)) wagmi.push(node)
    if (isFrom(file, name, /^@rainbow-me\/rainbowkit$/, /^RainbowKitProvider$/)) provider(file, node, name, true)
    if (isFrom(file, name, /^connectkit$/, /^ConnectKitProvider$/)) provider(file, node, 'WalletKitProvider', false)
    if (isFrom(file, name, /^connectkit$/, /^ConnectKitButton$/) && node.openingElement.selfClosing) {
      edits.push({ start: node.start, end: node.end, text: '<ConnectButton />' })
      need(file, 'walletkit/react', 'ConnectButton')
    }
  })
  // AppKit has no provider: walletkit's goes around wagmi's.
  const [only, ...more] = wagmi
  const isAppKit = [...module.imports.values()].some(({ source }) =>
    COMPAT['walletkit/compat/appkit']?.source.test(source),
  )
  if (!only || more.length || !isAppKit) return
  edits.push({ start: only.start, end: only.start, text: '<WalletKitProvider kit={kit}>' })
  edits.push({ start: only.end, end: only.end, text: '</WalletKitProvider>' })
  need(file, 'walletkit/react', 'WalletKitProvider')
  need(file, KIT, 'kit')
}

/** Replaces a button's tag by the component and keeps its labels; sizes and balances have no equivalent. */
function button(file: File, { start, end, children, openingElement }: ESTree.JSXElement, name: string): void {
  if (children.some((each) => each.type !== 'JSXText' || each.value.trim())) return
  const kept = openingElement.attributes.filter(
    (each) =>
      each.type === 'JSXAttribute' &&
      each.name.type === 'JSXIdentifier' &&
      /^(?:label|loadingLabel|disabled)$/.test(each.name.name),
  )
  const attributes = kept.map((each) => ` ${file.module.text.slice(each.start, each.end)}`).join('')
  file.edits.push({ start, end, text: `<${name}${attributes} />` })
  need(file, 'walletkit/react', name)
}

/** Renames a provider and passes it the kit. Of its attributes only `theme` can stay; the config has the others. */
function provider(
  file: File,
  { openingElement, closingElement }: ESTree.JSXElement,
  name: string,
  keepsTheme: boolean,
): void {
  const { edits, module } = file
  const theme = openingElement.attributes.find(
    (each) => keepsTheme && each.type === 'JSXAttribute' && each.name.name === 'theme',
  )
  const kept = theme ? ` ${module.text.slice(theme.start, theme.end)}` : ''
  edits.push({ start: openingElement.start, end: openingElement.end, text: `<${name} kit={kit}${kept}>` })
  if (closingElement) edits.push({ start: closingElement.start, end: closingElement.end, text: `</${name}>` })
  need(file, KIT, 'kit')
  if (name === 'WalletKitProvider') need(file, 'walletkit/react', name)
}

/** Changes imports: names that walletkit has move to it, names of the old library without uses go, the rest stays. */
function importsOf(file: File, isEvm: (name: string) => boolean): void {
  const { edits, module } = file
  for (const node of module.program.body) {
    if (node.type !== 'ImportDeclaration') continue
    const source = node.source.value
    if (/^(?:@rainbow-me\/rainbowkit|connectkit)\/styles\.css$/.test(source)) remove(file, node)
    if (!node.specifiers.length) continue
    if (source === '@reown/appkit/networks') {
      chainsOf(file, node, isEvm)
      continue
    }
    const [compat] = Object.entries(COMPAT).find(([, row]) => row.source.test(source)) ?? []
    const kept = node.specifiers.filter((each) => {
      const given = each.type === 'ImportSpecifier' && each.imported.type !== 'Literal' ? each.imported.name : undefined
      if (compat !== undefined && given !== undefined && COMPAT[compat]?.names.test(given)) {
        need(file, compat, given === each.local.name ? given : `${given} as ${each.local.name}`)
        return false
      }
      const { name } = each.local
      if (countUses(module, name, [...edits, node]) > 0) return true
      // What nothing used before either is left to its author, and JSX may need React without naming it.
      return !isOld(source) && (name === 'React' || countUses(module, name, [node]) === 0)
    })
    if (kept.length === node.specifiers.length) continue
    if (!kept.length) remove(file, node)
    else edits.push({ start: node.start, end: node.end, text: shortened(module, node, kept) })
  }
}

/** Imports networks from viem. Those that viem has not stay where they are, if something still uses them. */
function chainsOf(file: File, node: ESTree.ImportDeclaration, isEvm: (name: string) => boolean): void {
  const { edits, module } = file
  const named = (each: (typeof node.specifiers)[number]) =>
    each.type === 'ImportSpecifier' && each.imported.type !== 'Literal' ? each.imported.name : undefined
  const used = node.specifiers.filter(
    (each) =>
      countUses(module, each.local.name, [...edits, node]) > 0 || countUses(module, each.local.name, [node]) === 0,
  )
  const isOther = (each: (typeof node.specifiers)[number]) => {
    const name = named(each)
    return name !== undefined && name !== 'AppKitNetwork' && !isEvm(name)
  }
  const [others, chains] = [used.filter(isOther), used.filter((each) => !isOther(each))]
  if (!used.length) return remove(file, node)
  const texts = (list: typeof used) =>
    list.map((each) =>
      named(each) === 'AppKitNetwork'
        ? `${each.type === 'ImportSpecifier' && each.importKind === 'type' ? 'type ' : ''}Chain as ${each.local.name}`
        : module.text.slice(each.start, each.end),
    )
  const start = `import ${node.importKind === 'type' ? 'type ' : ''}`
  const end = module.text.slice(node.source.end, node.end)
  const line = (list: typeof used, source: string) =>
    list.length ? [`${start}{ ${texts(list).join(', ')} } from ${quoted(module, node.source, source)}${end}`] : []
  if (used.some(({ type }) => type !== 'ImportSpecifier')) {
    edits.push({ start: node.source.start, end: node.source.end, text: quoted(module, node.source, 'viem/chains') })
    return
  }
  const lines = [...line(chains, 'viem/chains'), ...line(others, '@reown/appkit/networks')]
  edits.push({ start: node.start, end: node.end, text: lines.join('\n') })
}

const isOld = (source: string) => /^@reown\/|^@web3modal\/|^@rainbow-me\/|^connectkit|^wagmi$/.test(source)

function shortened(
  module: Module,
  node: ESTree.ImportDeclaration,
  kept: ESTree.ImportDeclaration['specifiers'],
): string {
  const textOf = (each: Node) => module.text.slice(each.start, each.end)
  const named = kept.filter(({ type }) => type === 'ImportSpecifier').map(textOf)
  // A default or a namespace import stands outside of the braces.
  const others = kept.filter(({ type }) => type !== 'ImportSpecifier').map(textOf)
  const list = [...others, ...(named.length ? [`{ ${named.join(', ')} }`] : [])].join(', ')
  return `import ${node.importKind === 'type' ? 'type ' : ''}${list} from ${module.text.slice(node.source.start, node.end)}`
}

function quoted({ text }: Module, { start }: Node, name: string): string {
  const quote = text[start] === '"' ? '"' : "'"
  return quote + name + quote
}

function apply({ module, edits, imports }: File, own: (name: string) => string): string {
  // An edit inside another one is part of what that one replaces.
  const inside = (one: Edit, other: Edit) =>
    one !== other &&
    other.end > other.start &&
    other.start <= one.start &&
    one.end <= other.end &&
    other.end - other.start > one.end - one.start
  const outer = edits.filter((each) => !edits.some((other) => inside(each, other)))
  const sorted = outer.sort((a, b) => b.start - a.start || b.end - a.end)
  const text = sorted.reduce(
    (out, { start, end, text: added }) => out.slice(0, start) + added + out.slice(end),
    module.text,
  )
  const quote = /from "/.test(text) ? '"' : "'"
  const semicolon = /from ['"][^'"]+['"];/.test(module.text) ? ';' : ''
  const lines = [...imports].map(([source, names]) => {
    const path = source.startsWith('.') ? pathTo(module.file, own(source.slice(2))) : source
    return `import { ${[...names].sort().join(', ')} } from ${quote}${path}${quote}${semicolon}\n`
  })
  const directive = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(['"])use client\1;?[ \t]*\r?\n/.exec(text)?.[0].length ?? 0
  return lines.length ? text.slice(0, directive) + lines.join('') + text.slice(directive) : text
}

function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

const kitFile = (folder: string, isNext: boolean) => `import { createWalletKit } from 'walletkit'
import { generated } from '${isNext ? `${folder === '.' ? './' : '../'}walletkit.generated'` : "virtual:walletkit'"}

export const kit = createWalletKit(generated)
`

const WAGMI_FILE = `import { createConfig, http } from 'wagmi'
import { toChains } from 'walletkit/viem'
import { walletkitConnector } from 'walletkit/wagmi'
import { kit } from './walletkit'

const chains = toChains(kit)

export const wagmiConfig = createConfig({
  chains,
  connectors: [walletkitConnector(kit)],
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
  // The kit finds the wallets; without this wagmi lists each of them once more.
  multiInjectedProviderDiscovery: false,
})
`
