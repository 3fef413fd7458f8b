/**
 * Reads which services give chain data, quote swaps and sell cryptocurrency. Their API keys are in environment
 * variables.
 */
import { isLoopback } from '../../sandbox/answer.ts'
import { INDEX_FIELDS } from './indexer.ts'
import { refuseNodeInClear } from './networks.ts'
import { type Fields, isFields, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

/**
 * The config of one service. `url` is its origin or base address, '' if the service has a host for each network or
 * none. `key` is its API key, `undefined` if it has none. `networks` has, by EVM chain id, the service's names of the
 * networks or the origins that answer for them; names that are missing come from the table in the service's own code.
 */
export type ServiceConfig<N extends string = string> = {
  name: N
  url: string
  key: string | undefined
  networks: Readonly<Record<string, string>>
  /** A public id of the operator's account at the service. */
  clientId: string | undefined
}

/**
 * `key`: whether the service needs an API key, takes one, or has none. `networks`: with `words`, the config may give
 * the service's names of networks; with `origins`, the config must give the origins that answer for the networks.
 */
type About = {
  url?: string
  key: 'needed' | 'optional' | 'none'
  networks?: 'words' | 'origins'
  needsClientId?: boolean
  /** Whether `url` may have a path: operators often run such a service beside others on one host. */
  hasPath?: boolean
  /**
   * The fields that the config may have for a source of this server's own; they replace `url`, `networks` and
   * `clientId`.
   */
  fields?: readonly string[]
}

/**
 * The names in `sources`. `rpc` asks the nodes of the config's networks for each request, and `index` answers from the
 * database what this server has read from these nodes before.
 */
export const SOURCES = {
  rpc: { url: '', key: 'none', fields: [] },
  etherscan: { url: 'https://api.etherscan.io', key: 'needed' },
  blockscout: { url: '', key: 'optional', networks: 'origins' },
  alchemy: { url: '', key: 'needed', networks: 'words' },
  helius: { url: 'https://api.helius.xyz', key: 'needed' },
  esplora: { url: '', key: 'none', hasPath: true },
  index: { url: '', key: 'none', fields: INDEX_FIELDS },
  coingecko: { url: 'https://api.coingecko.com', key: 'optional', networks: 'words' },
  defillama: { url: 'https://coins.llama.fi', key: 'none', networks: 'words' },
} as const satisfies Record<string, About>
export type SourceName = keyof typeof SOURCES

export const EXCHANGES = {
  '0x': { url: 'https://api.0x.org', key: 'needed' },
  '1inch': { url: 'https://api.1inch.dev', key: 'needed' },
  lifi: { url: 'https://li.quest', key: 'optional' },
} as const satisfies Record<string, About>
export type ExchangeName = keyof typeof EXCHANGES

/** The exchanges for Solana. A config may have one in addition to an exchange for EVM networks. */
export const SOLANA_EXCHANGES = {
  jupiter: { url: 'https://api.jup.ag', key: 'needed' },
} as const satisfies Record<string, About>
export type SolanaExchangeName = keyof typeof SOLANA_EXCHANGES

export const SELLERS = {
  coinbase: { url: 'https://api.developer.coinbase.com', key: 'needed', needsClientId: true },
  moonpay: { url: 'https://buy.moonpay.com', key: 'needed', needsClientId: true },
  transak: { url: 'https://api-gateway.transak.com', key: 'needed', needsClientId: true },
  ramp: { url: 'https://app.ramp.network', key: 'none', needsClientId: true },
} as const satisfies Record<string, About>
export type SellerName = keyof typeof SELLERS

/** Reads the field `sources`: the services with the data of chains, in the order in which the server asks them. */
export const sourcesOf = (value: unknown, secrets: Secrets, read: Reader): ServiceConfig<SourceName>[] =>
  servicesOf('sources', value, SOURCES, secrets, read)

/** Reads the field `swaps`: at most one exchange for EVM networks, and one for Solana. */
export function exchangesOf(
  value: unknown,
  secrets: Secrets,
  read: Reader,
): { swaps: ServiceConfig<ExchangeName> | undefined; solanaSwaps: ServiceConfig<SolanaExchangeName> | undefined } {
  const all = servicesOf('swaps', value, { ...EXCHANGES, ...SOLANA_EXCHANGES }, secrets, read)
  const isSolana = (each: ServiceConfig): each is ServiceConfig<SolanaExchangeName> => each.name in SOLANA_EXCHANGES
  const evm = all.filter((each): each is ServiceConfig<ExchangeName> => !isSolana(each))
  return { swaps: onlyOne('swaps', evm, read), solanaSwaps: all.find(isSolana) }
}

/** Reads the field `onramp`: at most one seller. */
export const sellerOf = (value: unknown, secrets: Secrets, read: Reader): ServiceConfig<SellerName> | undefined =>
  onlyOne('onramp', servicesOf('onramp', value, SELLERS, secrets, read), read)

function onlyOne<T>(field: string, services: readonly T[], read: Reader): T | undefined {
  if (services.length > 1) read.wrong(field, 'names several services', 'Keep one of them.')
  return services[0]
}

function servicesOf<N extends string>(
  field: string,
  value: unknown,
  table: Readonly<Record<N, About>>,
  secrets: Secrets,
  read: Reader,
): ServiceConfig<N>[] {
  if (value === undefined) return []
  const names = Object.keys(table) as N[]
  if (!isFields(value)) {
    read.wrong(field, 'is not an object', `Write { "${names[0]}": {} }.`)
    return []
  }
  read.onlyKnown(value, names, `${field}.`)
  return Object.entries(value).flatMap(([given, fields]) => {
    const name = names.find((each) => each === given)
    return name === undefined ? [] : (serviceOf(field, name, fields, table[name], secrets, read) ?? [])
  })
}

/** The environment variable with a service's API key, such as `WALLETKIT_ETHERSCAN_KEY`. */
const keyName = (name: string) => `WALLETKIT_${name.toUpperCase()}_KEY`

function serviceOf<N extends string>(
  field: string,
  name: N,
  value: unknown,
  about: About,
  secrets: Secrets,
  read: Reader,
): ServiceConfig<N> | undefined {
  const path = `${field}.${name}`
  if (!isFields(value)) return read.wrong(path, 'is not an object', 'Write {}.')
  const known = [
    ...(about.networks === 'origins' ? [] : ['url']),
    ...(about.networks ? ['networks'] : []),
    ...(about.needsClientId ? ['clientId'] : []),
  ]
  read.onlyKnown(value, about.fields ?? known, `${path}.`)
  const readUrl = (given: unknown) =>
    about.hasPath ? read.base(given, `${path}.url`) : read.origin(given, `${path}.url`)
  const url = value['url'] === undefined ? (about.url ?? '') : readUrl(value['url'])
  const clientId = read.text(value, 'clientId', `${path}.clientId`, `Copy it from your account at ${name}.`)
  if (about.needsClientId && value['clientId'] === undefined)
    return read.wrong(`${path}.clientId`, 'is missing', `Copy it from your account at ${name}.`)
  const key = about.key === 'none' ? undefined : secretOf(keyName(name), secrets, read)
  if (about.key === 'needed' && key === undefined) {
    const isReported = Boolean(secrets.environment[`${keyName(name)}_FILE`])
    if (!isReported)
      read.wrong(keyName(name), `is not set, and ${path} needs it`, `Copy it from your account at ${name}.`)
    return undefined
  }
  const networks = networksOf(value, about, path, read)
  return url === undefined ? undefined : { name, url, key, networks, clientId }
}

/** Reads `networks` of a service: by EVM chain id, its names of the networks or the origins that answer for them. */
function networksOf({ networks = {} }: Fields, about: About, path: string, read: Reader): Record<string, string> {
  const isOrigin = about.networks === 'origins'
  const fix = isOrigin
    ? 'Write { "1": "https://eth.blockscout.com" }: the origin that answers for each EVM chain id.'
    : 'Write { "1": "…" }: what the service calls each EVM chain id, in letters, digits, "-" and "_".'
  if (!isFields(networks)) {
    read.wrong(`${path}.networks`, 'is not an object', fix)
    return {}
  }
  const found = Object.entries(networks).flatMap(([id, name]): [string, string][] => {
    const own = `${path}.networks.${id || '""'}`
    if (!/^[1-9]\d{0,15}$/.test(id)) read.wrong(own, 'is not an EVM chain id', fix)
    else if (isOrigin) {
      const origin = read.origin(name, own)
      return origin === undefined ? [] : [[id, origin]]
    } else if (typeof name === 'string' && /^[a-z0-9][\w-]{0,63}$/i.test(name)) return [[id, name]]
    else read.wrong(own, 'is not a name', fix)
    return []
  })
  if (isOrigin && Object.keys(networks).length === 0) read.wrong(`${path}.networks`, 'is missing', fix)
  return Object.fromEntries(found)
}

/**
 * Reports addresses of services without https, which production refuses: keys would be sent unencrypted. Two
 * exceptions: an origin in `networks` may be on this machine, and an Esplora server, which gets no key, in the
 * operator's own network.
 */
export function refuseServicesInClear(field: string, services: readonly ServiceConfig[], read: Reader): void {
  const [problem, fix] = ['is not https, and production needs it', 'Write "https://" and its host.']
  for (const { name, url, networks } of services) {
    if (name === 'esplora') refuseNodeInClear(`${field}.${name}.url`, url, read)
    else if (url.startsWith('http:')) read.wrong(`${field}.${name}.url`, problem, fix)
    for (const [id, address] of Object.entries(networks))
      if (address.startsWith('http:') && !isLoopback(address))
        read.wrong(`${field}.${name}.networks.${id}`, problem, fix)
  }
}
