/**
 * Collects a build's icons from `icons/`: those of the networks, their tokens and the wallets that the config names.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Icons } from '../../runtime/contracts/config.ts'
import { sourceRoot } from '../package.ts'
import type { EmittedIcons } from './emit.ts'
import type { Selection } from './select.ts'

/** `icons/index.json`: the name of each icon's file. */
export type IconSet = {
  /** The files of networks' icons, by CAIP-2 id. */
  networks: Record<string, string>
  /** The files of currencies' icons, by the symbol of a network's own currency. */
  currencies: Record<string, string>
  /** The files of tokens' icons, by CAIP-2 id, then by address, which is in lower case on EVM networks. */
  tokens: Record<string, Record<string, string>>
  /** The files of wallets' icons, by {@link walletKey}. */
  wallets: Record<string, string>
}

const FOLDER = join(sourceRoot, 'icons')

/** The key of a wallet in `icons/index.json`: `okx` for `OKX Wallet`, `OKX` and `okx`. */
export const walletKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ wallet$/, '')
    .replaceAll(' ', '')

/** The icons for a config. Undefined if `images.builtIn` is false, or if nothing in the config has an icon. */
export async function iconsOf({ config }: Pick<Selection, 'config'>): Promise<Icons | undefined> {
  if (config.images?.builtIn === false) return undefined
  const set = JSON.parse(await readFile(join(FOLDER, 'index.json'), 'utf8')) as IconSet
  const networks = config.networks ?? []
  const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
  const symbols = networks.map(({ nativeCurrency }) => nativeCurrency.symbol)
  const { custom = [], list = [] } = config.wallets ?? {}
  const names = [...custom, ...list].flatMap(({ name, image_url: url }) => (url ? [] : [name]))
  const wallets = names.flatMap((name) => {
    const file = set.wallets[walletKey(name)]
    return file ? [[name, file]] : []
  })

  const named: Omit<Icons, 'images'> = {
    networks: pick(set.networks, ids),
    currencies: pick(set.currencies, symbols),
    tokens: pick(set.tokens, ids),
    wallets: Object.fromEntries(wallets) as Record<string, string>,
  }
  const files = [named.networks, named.currencies, named.wallets, ...Object.values(named.tokens)].flatMap(Object.values)
  if (!files.length) return undefined
  const images = [...new Set(files as string[])].sort().map(async (file) => [file, await imageOf(file)] as const)
  return { images: Object.fromEntries(await Promise.all(images)), ...named }
}

/** What the generated module needs to know of the icons; undefined without icons. `module`: their import path. */
export async function emittedIcons(
  selection: Pick<Selection, 'config'>,
  module: string,
): Promise<EmittedIcons | undefined> {
  const icons = await iconsOf(selection)
  return icons && { module, networks: Object.keys(icons.networks) }
}

const pick = <T>(all: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(all, key) ? [[key, all[key] as T]] : [])))

/**
 * An icon as a `data:` URL, which every build's policy allows: all icons are one request, and none goes to another
 * host.
 */
const imageOf = async (file: string): Promise<string> =>
  `data:image/svg+xml,${svgText(await readFile(join(FOLDER, `${file}.svg`), 'utf8'))}`

/** Escapes only what a URL requires. Base64 would compress worse. */
const svgText = (svg: string) =>
  svg.replaceAll('"', "'").replace(/[%#<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
