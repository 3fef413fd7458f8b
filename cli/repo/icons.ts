/**
 * `npm run icons`: writes the folder `icons/` again, from a pinned version of web3icons. The folder has the pictures
 * of networks, tokens and wallets from which `walletkit build` chooses. web3icons is 81 MB, so neither sites nor this
 * repository install it.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type IconSet, walletKey } from '../stages/icons.ts'
import { main, ROOT, say } from './run.ts'

const CORE = '@web3icons/core@4.0.56'
const METADATA = '@web3icons/common@0.11.51'

/** Copy icons of tokens only down to this rank in market value, so that the folder stays small. */
const RANK = 150
/** The most characters of an icon. A longer SVG usually contains an embedded photograph. */
const LIMIT = 6000

/** The networks whose tokens' icons are copied: their CAIP-2 ids, by the names that web3icons has for them. */
const PLATFORMS: Readonly<Record<string, string>> = {
  ethereum: 'eip155:1',
  'optimistic-ethereum': 'eip155:10',
  'binance-smart-chain': 'eip155:56',
  xdai: 'eip155:100',
  'polygon-pos': 'eip155:137',
  zksync: 'eip155:324',
  base: 'eip155:8453',
  'arbitrum-one': 'eip155:42161',
  celo: 'eip155:42220',
  avalanche: 'eip155:43114',
  linea: 'eip155:59144',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** Networks that show the icon of another one, mostly test networks, by CAIP-2 id. */
const SAME: Readonly<Record<string, string>> = {
  'eip155:97': 'eip155:56',
  'eip155:43113': 'eip155:43114',
  'eip155:44787': 'eip155:42220',
  'eip155:59141': 'eip155:59144',
  'eip155:80002': 'eip155:137',
  'eip155:84532': 'eip155:8453',
  'eip155:421614': 'eip155:42161',
  'eip155:560048': 'eip155:1',
  'eip155:11155420': 'eip155:10',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000933ea01ad0ee984209779ba': 'bip122:000000000019d6689c085ae165831e93',
}

/** The icons in `icons/own/`, which were drawn for this repository: those of the sandbox's networks, by CAIP-2 id. */
const OWN: Readonly<Record<string, string>> = {
  'eip155:31337': 'own/sandbox-one',
  'eip155:31338': 'own/sandbox-two',
  'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh': 'own/sandbox-solana',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'own/sandbox-bitcoin',
  'polkadot:2b086afabd2c77b63e5e147e308568e2': 'own/sandbox-polkadot',
}

type Entry = { id: string; filePath: string; variants: string[]; name?: string }
type Network = Entry & { caip2id?: string }
type Token = Entry & { symbol: string; marketCapRank?: number | null; addresses?: Record<string, string> }
type Metadata = { networks: Network[]; tokens: Token[]; wallets: Entry[] }

main(async () => {
  const cache = join(ROOT, '.cache/icons')
  const [core, common] = [
    await fetchPackage(CORE, join(cache, 'core')),
    await fetchPackage(METADATA, join(cache, 'common')),
  ]
  const { networks, tokens, wallets } = (await import(
    pathToFileURL(join(common, 'dist/metadata/index.js')).href
  )) as Metadata
  const out = join(ROOT, 'icons')
  const set: IconSet = { networks: {}, currencies: {}, tokens: {}, wallets: {} }
  const texts = new Map<string, string>()

  /**
   * Adds an icon to the set.
   * @returns its name; undefined if it has no version with a background, or is too large
   */
  const keep = async ({ filePath, variants }: Entry): Promise<string | undefined> => {
    const [kind = '', name = ''] = filePath.split(':')
    const file = `${kind}s/${name}`
    if (texts.has(file)) return file
    if (!variants.includes('background')) return undefined
    const path = join(core, 'dist/svgs', `${kind}s`, 'background', `${name}.svg.js`)
    const { default: text } = (await import(pathToFileURL(path).href)) as { default: string }
    const svg = terse(text)
    if (svg.length > LIMIT) return undefined
    texts.set(file, svg)
    return file
  }

  for (const network of networks) {
    const { caip2id: id } = network
    const file = id && !set.networks[id] && (await keep(network))
    if (file) set.networks[id] = file
  }
  Object.assign(set.networks, OWN)
  for (const [id, other] of Object.entries(SAME)) set.networks[id] ??= set.networks[other] ?? missing(other)

  const ranked = tokens
    .filter(({ marketCapRank: rank }) => rank && rank <= RANK)
    .sort((a, b) => (a.marketCapRank ?? 0) - (b.marketCapRank ?? 0))
  for (const token of ranked) {
    const at = Object.entries(token.addresses ?? {}).flatMap(([platform, address]) => {
      const network = PLATFORMS[platform]
      return network ? [{ network, address: network.startsWith('eip155') ? address.toLowerCase() : address }] : []
    })
    // A chain's own coin has no address, or is in COINS. Skip other tokens that are on none of the PLATFORMS.
    const isCoin = !Object.keys(token.addresses ?? {}).length || COINS.has(token.symbol.toUpperCase())
    if (!at.length && !isCoin) continue
    const file = await keep(token)
    if (!file) continue
    if (isCoin) set.currencies[token.symbol.toUpperCase()] ??= file
    for (const { network, address } of at) (set.tokens[network] ??= {})[address] ??= file
  }
  for (const wallet of wallets) {
    const file = await keep(wallet)
    if (file) set.wallets[walletKey(wallet.name ?? wallet.id)] = file
  }

  for (const folder of ['networks', 'tokens', 'wallets']) {
    await rm(join(out, folder), { recursive: true, force: true })
    await mkdir(join(out, folder), { recursive: true })
  }
  for (const [file, text] of texts) await writeFile(join(out, `${file}.svg`), text)
  await writeFile(join(out, 'index.json'), `${JSON.stringify(sorted(set), null, 2)}\n`)
  const bytes = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
  say(`${texts.size} icons, ${Math.round(bytes / 1000)} kB`)
})

/** Native currencies that also exist as a token on another network, so that web3icons lists addresses for them. */
const COINS = new Set([
  'ETH',
  'BNB',
  'SOL',
  'POL',
  'MATIC',
  'AVAX',
  'BTC',
  'DOT',
  'CELO',
  'FTM',
  'XDAI',
  'KSM',
  'MNT',
  'S',
])

function missing(id: string): never {
  throw new Error(`The set has no icon of ${id}`)
}

/** Removes line breaks, the size and the class from an SVG: an `img` does not need them. */
const terse = (svg: string) =>
  svg
    .replace(/\s*\n\s*/g, '')
    .replace(' class="web3icons"', '')
    .replace(' width="24" height="24"', '')

async function fetchPackage(spec: string, folder: string): Promise<string> {
  const inside = join(folder, 'package')
  const done = await readFile(join(folder, 'spec'), 'utf8').catch(() => '')
  if (done === spec) return inside
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const run = promisify(execFile)
  await run('npm', ['pack', spec, '--pack-destination', folder, '--loglevel', 'error'])
  const [file = ''] = await readdir(folder)
  await run('tar', ['xzf', join(folder, file), '-C', folder])
  await writeFile(join(folder, 'spec'), spec)
  return inside
}

/** Sorts the keys of objects, so that the diff to a newer version of the set is short. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)]),
      )
    : value
