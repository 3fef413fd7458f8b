/** Turns networks, in the forms of the libraries, into entries of the config's `networks`. */
import { findNetwork } from '../../schema/networks.ts'
import type { Json } from '../../schema/pieces.ts'
import { at, Call, type Dict, isCode, isDict, toJson, type Value } from './value.ts'

/** Namespaces that walletkit has a chain family for. */
const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122']

export type Chain =
  | {
      id: string
      entry: Json
      rpcUrls?: string[]
      image?: string
      /** An RPC address of the site's own that could not be read. */
      unread?: Value
    }
  /** A network that walletkit has no chain family for. */
  | { id: string; foreign: string }

/**
 * The CAIP-2 id of a network object, or of a chain id: a number, decimal or hex text, or a CAIP-2 id, which stays as it
 * is. A chain id without a namespace is that of an EVM network. Undefined for other values.
 */
export function idOf(value: Value): string | undefined {
  if (typeof value === 'number') return `eip155:${value}`
  if (typeof value === 'string') return value.includes(':') ? value : chainId(value)
  const [caip, id, chain] = [at(value, 'caipNetworkId'), at(value, 'id'), at(value, 'chainId')]
  if (typeof caip === 'string') return caip
  const reference = id ?? chain
  const namespace = at(value, 'chainNamespace')
  if (typeof reference === 'string' && typeof namespace === 'string' && namespace !== 'eip155')
    return reference.includes(':') ? reference : `${namespace}:${reference}`
  if (typeof reference === 'number') return `eip155:${reference}`
  return typeof reference === 'string' ? chainId(reference) : undefined
}

/** The CAIP-2 id for a chain id as text, decimal or in hex (`0x1`); undefined for other texts. */
const chainId = (text: string): string | undefined =>
  /^(?:0x[0-9a-f]+|\d+)$/i.test(text) ? `eip155:${Number(text)}` : undefined

/**
 * The config's entry for a network, or `foreign` for one whose namespace walletkit does not know. Undefined when the
 * value is no network, or cannot be read whole. `known`: the network's id if the value comes from viem's table.
 */
export function chainOf(value: Value, known: string | undefined): Chain | undefined {
  const id = idOf(value)
  if (!isDict(value) || id === undefined) return undefined
  const [namespace = ''] = id.split(':')
  if (!NAMESPACES.includes(namespace)) return { id, foreign: namespace }
  // An EVM network that has no RPC URLs in the table is one of walletkit's sandbox. The site's own local chain may have
  // the same id and is another network, so ignore the table's entry.
  const found = findNetwork(id)
  const own = namespace === 'eip155' && found?.rpcUrls.default.http.length === 0 ? undefined : found
  if (own && (known === id || namespace !== 'eip155')) return { id, entry: id }
  const chain = standard(value)
  const image = imageOf(value)
  const urls = [at(chain, 'rpcUrls', 'default', 'http')].flat()
  const rpcUrls = urls.filter((each) => typeof each === 'string')
  const unread = urls.find(isCode)
  const extra = { ...(image !== undefined && { image }), ...(unread !== undefined && { unread }) }
  // If the table knows the network under the same name, its entry needs only the id and the RPC addresses.
  const [name, currency] = [at(chain, 'name'), at(chain, 'nativeCurrency', 'symbol')]
  const same =
    isShort(value) ||
    ((name === undefined || name === own?.name) && (currency === undefined || currency === own?.nativeCurrency.symbol))
  if (own && same) {
    const differs = rpcUrls.join() !== own.rpcUrls.default.http.join()
    return { id, entry: id, ...(differs && rpcUrls.length > 0 && { rpcUrls }), ...extra }
  }
  const entry = wholeOf(chain, id)
  return entry === undefined ? undefined : { id, entry, ...extra }
}

/**
 * The network that a package's function was given, as in `addContracts(mainnet)`, also where an object spreads its
 * result; undefined for other values.
 */
export function madeFrom(value: Value): Value {
  if (value instanceof Call) return value.args.find((each) => isDict(each) && idOf(each) !== undefined)
  if (!isDict(value) || idOf(value) !== undefined) return undefined
  return [...value].map(([key, each]) => (key.startsWith('...') ? madeFrom(each) : undefined)).find(Boolean)
}

/** Whether the network has the short form of Web3Modal or Web3-Onboard, in which a site may choose any name for it. */
const isShort = (value: Dict) => !value.has('rpcUrls') && value.has('rpcUrl')

/**
 * viem's form of a network that Web3Modal or Web3-Onboard describe: `{ chainId, name, currency, explorerUrl, rpcUrl }`.
 */
function standard(value: Dict): Dict {
  if (value.has('rpcUrls')) return value
  const symbol = value.get('currency') ?? value.get('token') ?? at(value, 'nativeCurrency', 'symbol')
  const explorer = value.get('explorerUrl') ?? value.get('blockExplorerUrl')
  const url = value.get('rpcUrl')
  return new Map<string, Value>([
    ['name', value.get('name') ?? value.get('label')],
    [
      'nativeCurrency',
      new Map<string, Value>([
        ['name', symbol],
        ['symbol', symbol],
        ['decimals', 18],
      ]),
    ],
    ['rpcUrls', new Map([['default', new Map([['http', url === undefined ? [] : [url]]])]])],
    ...(explorer === undefined
      ? []
      : [
          [
            'blockExplorers',
            new Map([
              [
                'default',
                new Map<string, Value>([
                  ['name', 'Explorer'],
                  ['url', explorer],
                ]),
              ],
            ]),
          ] as const,
        ]),
  ])
}

function wholeOf(chain: Dict, id: string): Json | undefined {
  const pick = (dict: Value, ...keys: string[]): Dict =>
    new Map(isDict(dict) ? keys.flatMap((key) => (dict.get(key) === undefined ? [] : [[key, dict.get(key)]])) : [])
  const [namespace = '', reference = ''] = id.split(':')
  const explorer = pick(at(chain, 'blockExplorers', 'default'), 'name', 'url')
  const whole: Dict = new Map<string, Value>([['id', namespace === 'eip155' ? Number(reference) : reference]])
  if (namespace !== 'eip155') whole.set('chainNamespace', namespace)
  for (const [key, item] of pick(chain, 'name', 'testnet')) whole.set(key, item)
  whole.set('nativeCurrency', pick(chain.get('nativeCurrency'), 'name', 'symbol', 'decimals'))
  whole.set('rpcUrls', new Map([['default', new Map([['http', readable(at(chain, 'rpcUrls', 'default', 'http'))]])]]))
  if (explorer.size === 2 && toJson(explorer) !== undefined)
    whole.set('blockExplorers', new Map([['default', explorer]]))
  return toJson(whole)
}

/** The RPC addresses that could be read without running the code; if none could, all values as they are. */
function readable(urls: Value): Value {
  const kept = (Array.isArray(urls) ? urls : [urls]).filter((each) => typeof each === 'string')
  return kept.length ? kept : urls
}

function imageOf(value: Dict): string | undefined {
  const image = value.get('iconUrl') ?? at(value, 'assets', 'imageUrl')
  return typeof image === 'string' && /^(?:https?:\/\/|\/|data:image)/.test(image) ? image : undefined
}
