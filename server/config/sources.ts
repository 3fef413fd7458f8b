/** Reads which services tell what is on the networks, who swaps and who sells. Their keys are in the environment. */
import { isLoopback } from '../../sandbox/answer.ts'
import { INDEX_FIELDS } from './indexer.ts'
import { refuseNodeInClear } from './networks.ts'
import { type Fields, isFields, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

/**
 * A service of others. `url` is its origin or base address. `key` is its API key, `undefined` if it has none.
 * `networks` has what the service calls the networks, or the origin at which it answers for them, by EVM chain id; empty
 * for the service's own table.
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
 * `key`: whether the service needs an API key, takes one, or has none. `networks`: whether the config may name networks,
 * by words of the service's own, or must, by the origins at which it answers for them.
 */
type About = {
  url?: string
  key: 'needed' | 'optional' | 'none'
  networks?: 'words' | 'origins'
  needsClientId?: boolean
  /** Whether `url` may have a path: a service that is often run beside others under one host. */
  hasPath?: boolean
  /** The fields of a source that is no service of others, instead of all these. */
  fields?: readonly string[]
}

/**
 * What a name in `sources` means. `rpc` are the nodes of the config's own networks, and `index` is what this server reads
 * of them itself.
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

/** The exchange of Solana, beside one of EVM networks. */
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

/** The services of the field `sources`, in the order of the config, in which they are asked. */
export const sourcesOf = (value: unknown, secrets: Secrets, read: Reader): ServiceConfig<SourceName>[] =>
  servicesOf('sources', value, SOURCES, secrets, read)

/** The exchanges of the field `swaps`: one or none for EVM networks, and the same for Solana. */
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

/** The seller of the field `onramp`: one or none. */
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

/** `WALLETKIT_0X_KEY`, `WALLETKIT_ETHERSCAN_KEY`. */
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

/** Reads what a service calls the networks, or where it answers for them. */
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
 * Reports addresses of services without https, which production refuses: keys would be sent in clear. An instance on
 * this machine may be asked without, and an Esplora, which gets no key, in the operator's own network.
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
