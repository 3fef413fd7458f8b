import { createHash } from 'node:crypto'
import { chainList } from './chains.ts'
import { Refusal } from './refusal.ts'

/** A wallet of the catalogue. All of them are invented, and every web link uses a reserved domain name. */
export type Wallet = {
  id: string
  name: string
  badge_type: 'certified' | 'none'
  chains: string[]
  homepage: string
  image_id: string
  image_url: string
  order: number
  mobile_link: string | null
  desktop_link: string | null
  webapp_link: string | null
  app_store: string | null
  play_store: string | null
  chrome_store: string | null
  rdns: string | null
  injected: { namespace: string; injected_id: string }[] | null
}

/** The catalogue. `list` takes the query of the wallet-list API; `count` is the number of matches on all pages. */
export type WalletCatalogue = {
  list: (query: URLSearchParams) => { data: Wallet[]; count: number }
  /** The name of the wallet with this picture. */
  nameOfImage: (imageId: string) => string | undefined
  readonly size: number
}

const openings = [
  'Amber Arctic Aspen Atlas Aurora Basil Beacon Birch Bramble Breeze Canyon Cedar Cinder Clover Cobalt Comet',
  'Copper Coral Crimson Dapple Delta Drift Dusk Echo Ember Fable Fern Flint Fjord Garnet Glacier Granite',
  'Harbor Hazel Heron Indigo Ivory Jade Juniper Kestrel Lagoon Lantern Larch Lumen Maple Marble Meadow Mica',
  'Moss Nectar Nimbus Oak Onyx Opal Orchid Osprey Pebble Pine',
]
const endings = [
  'Wallet',
  'Vault',
  'Purse',
  'Keys',
  'Pocket',
  'Safe',
  'Chest',
  'Pouch',
  'Locker',
  'Ledgerbook',
  'Nest',
  'Fob',
]
const words = (lines: string[]) => lines.flatMap((line) => line.split(' '))

/** Deterministic numbers in [0, 1) from a text (xorshift over its hash), so that each seed gives its own catalogue. */
function randomFrom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE() || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const uuid = (hex: string) => [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-')

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  const ranked = items.map((item) => ({ item, rank: random() }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}

function createWallet(name: string, order: number, seed: string, random: () => number, url: string): Wallet {
  const slug = name.toLowerCase().replace(' ', '-')
  const id = hash(`${seed}:wallet:${slug}`)
  const imageId = uuid(hash(`${seed}:image:${slug}`))
  const evm = chainList.map((chain) => chain.caipNetworkId)
  const reach = random()
  // A few support no sandbox chain, and some only the first, so that the `chains` filter has an effect.
  const chains = reach < 0.03 ? ['solana:sandbox'] : reach < 0.2 ? evm.slice(0, 1) : ['eip155:1', ...evm]
  const sometimes = (share: number, link: string) => (random() < share ? link : null)
  const extension = sometimes(0.4, `https://extensions.example/${slug}`)
  return {
    id,
    name,
    badge_type: random() < 0.35 ? 'certified' : 'none',
    chains,
    homepage: `https://${slug}.example`,
    image_id: imageId,
    image_url: `${url}/getWalletImage/${imageId}`,
    order,
    mobile_link: sometimes(0.85, `${slug.replaceAll('-', '')}://`),
    desktop_link: sometimes(0.3, `${slug.replaceAll('-', '')}-desktop://`),
    webapp_link: sometimes(0.3, `https://app.${slug}.example`),
    app_store: sometimes(0.7, `https://apps.example/ios/${slug}`),
    play_store: sometimes(0.7, `https://apps.example/android/${slug}`),
    chrome_store: extension,
    rdns: extension && `example.${slug}`,
    injected: extension ? [{ namespace: 'eip155', injected_id: `is${name.replace(' ', '')}` }] : null,
  }
}

function whole(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Refusal(400, name, 'A whole number from 1 is expected')
  return value
}

const commaList = (query: URLSearchParams, name: string) =>
  new Set((query.get(name) ?? '').split(',').flatMap((part) => part.trim() || []))

/** Makes the catalogue of a seed. Pages have 40 entries by default and at most 100. */
export function createWallets(seed: string, url: string): WalletCatalogue {
  const random = randomFrom(`wallets:${seed}`)
  const allNames = words(openings).flatMap((opening) => endings.map((ending) => `${opening} ${ending}`))
  const wallets = shuffle(allNames, random).map((name, i) => createWallet(name, (i + 1) * 10, seed, random, url))
  const imageNames = new Map(wallets.map((wallet) => [wallet.image_id, wallet.name]))

  const list = (query: URLSearchParams) => {
    const include = commaList(query, 'include')
    const exclude = commaList(query, 'exclude')
    const chains = commaList(query, 'chains')
    const search = (query.get('search') ?? '').trim().toLowerCase()
    const badge = query.get('badge_type')
    const matches = wallets.filter(
      (wallet) =>
        (!include.size || include.has(wallet.id)) &&
        !exclude.has(wallet.id) &&
        (!chains.size || wallet.chains.some((chain) => chains.has(chain))) &&
        (!badge || wallet.badge_type === badge) &&
        wallet.name.toLowerCase().includes(search),
    )
    const entries = Math.min(whole(query, 'entries', 40), 100)
    const start = (whole(query, 'page', 1) - 1) * entries
    return { data: matches.slice(start, start + entries), count: matches.length }
  }

  return { list, nameOfImage: (imageId) => imageNames.get(imageId), size: wallets.length }
}
