/** Finds the places where a project's code still uses the old library. */
import type { Node } from '../stages/parse.ts'
import { lineOf, type Module } from './project.ts'
import { compatOf } from './rewrite/compat.ts'
import { usesOf } from './scope.ts'

export type Use = {
  /** `file:line`. */
  at: string
  /** The export or tag that is used. */
  name: string
  hint: string
}

/** AppKit's tags, in markup of any kind. */
const TAG = /<((?:appkit|w3m)-[a-z-]+)/g

const HINTS: Record<string, string> = {
  createAppKit: 'Remove it: kit = createWalletKit(generated) takes its place.',
  createWeb3Modal: 'Remove it: kit = createWalletKit(generated) takes its place.',
  getDefaultConfig: 'Replace it by a config with walletkitConnector(kit) of walletkit/wagmi.',
  connectorsForWallets: 'Replace its result by [walletkitConnector(kit)] of walletkit/wagmi.',
  WagmiAdapter: 'Replace its wagmiConfig by a config with walletkitConnector(kit) of walletkit/wagmi.',
  ConnectKitProvider: 'WalletKitProvider of walletkit/react.',
  ConnectKitButton: 'ConnectButton of walletkit/react.',
}
/** Imports from the library's packages, and AppKit's tags, by file and line. */
export function findUses(modules: readonly Module[], packages: RegExp): Use[] {
  return modules.flatMap((module) => [...importUses(module, packages), ...tagUses(module)])
}

function importUses(module: Module, packages: RegExp): Use[] {
  return module.program.body.flatMap((node): Use[] => {
    const source = sourceOf(node)
    if (source === undefined || !packages.test(source)) return []
    const at = `${module.file}:${lineOf(module, node.start)}`
    if (node.type !== 'ImportDeclaration' || !node.specifiers.length)
      return [{ at, name: source, hint: 'Remove the import.' }]
    return node.specifiers.map(({ local }) => {
      const name = module.imports.get(local.name)?.name ?? local.name
      return { at, name, hint: hintOf(name, source) }
    })
  })
}

function hintOf(name: string, source: string): string {
  if (Object.hasOwn(HINTS, name)) return HINTS[name] ?? ''
  if (source.endsWith('/networks')) return 'Import the networks from viem/chains.'
  const compat = compatOf(source, name)
  if (compat) return `${compat.module} has it, for React.`
  return `${source}: remove it, or see walletkit/react.`
}

/** Finds AppKit's tags in the whole file: markup of components and pages is not in the parsed script. */
function tagUses(module: Module): Use[] {
  return [...module.whole.matchAll(TAG)].map(({ 1: name = '', index }) => ({
    at: `${module.file}:${lineOf({ text: module.whole }, index)}`,
    name: `<${name}>`,
    hint: /network/.test(name)
      ? '<walletkit-network-button> of walletkit/elements.'
      : '<walletkit-button> of walletkit/elements.',
  }))
}

export const sourceOf = (node: Node): string | undefined =>
  (node.type === 'ImportDeclaration' ||
    node.type === 'ExportNamedDeclaration' ||
    node.type === 'ExportAllDeclaration') &&
  node.source
    ? node.source.value
    : undefined

/** The step that is left where a page got walletkit's hooks or buttons, and no provider for them. */
export function missingProvider(changes: readonly { file: string; after: string }[]): Use[] {
  const user = changes.find(({ after }) => after.includes('walletkit/compat/appkit'))
  if (!user || changes.some(({ after }) => /<(?:walletkit)?WalletKitProvider\b/.test(after))) return []
  const hint = 'Put <WalletKitProvider kit={kit}> of walletkit/react around your app: without it, these throw.'
  return [{ at: `${user.file}:1`, name: 'WalletKitProvider', hint }]
}

/** How often a module's own name is used in it, outside of the given ranges. */
export const countUses = (
  { program }: Module,
  name: string,
  except: readonly { start: number; end: number }[],
): number =>
  usesOf(program, name).filter((each) => !except.some(({ start, end }) => each.start >= start && each.end <= end))
    .length
