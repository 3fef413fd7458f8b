import { type Fields, isFields, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

/**
 * `id` is the EVM chain id. `symbol` is that of the native currency, which the server assumes to have 18 decimals.
 * `rpc` is the URL of a node, and `bundler` that of a bundler (ERC-4337); without a bundler there are no smart accounts
 * on the network.
 */
export type NetworkConfig = { id: number; name: string; symbol: string; rpc: string; bundler: string | undefined }

const FIX = 'Write { "id": 1, "name": "Ethereum", "symbol": "ETH", "rpc": "https://…" }.'

/**
 * Reads the networks on which people can send. An RPC address with an API key in it is a secret, so it belongs into a
 * variable: `"rpc": "env:ETH_RPC"` reads that variable.
 */
export function networksOf(value: unknown, secrets: Secrets, read: Reader): NetworkConfig[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    read.wrong('networks', 'is not a list', 'Write [] or a list of networks.')
    return []
  }
  const found = (value as unknown[]).flatMap(
    (each, index) => networkOf(each, `networks[${index}]`, secrets, read) ?? [],
  )
  for (const [index, { id }] of found.entries())
    if (found.findIndex((each) => each.id === id) < index)
      read.wrong(`networks[${index}].id`, `is ${id}, as another one's`, 'Remove one of them.')
  return found
}

/**
 * Names the part of a URL that looks like an API key: a user name or password, a query, or a path segment of 20 or more
 * characters with both letters and digits. URLs without a key have short words in the path (`/rpc`, `/ext/bc/C/rpc`).
 */
function secretPart(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { username, password, search, pathname } = new URL(address)
  if (username || password) return 'user name or password'
  if (search) return 'query'
  const isKey = (segment: string) => /^[\w-]{20,}$/.test(segment) && /\d/.test(segment) && /[a-z]/i.test(segment)
  return pathname.split('/').some(isKey) ? 'path' : undefined
}

/**
 * Reads the URL of a node from the config, or from the environment variable that `env:NAME` names. Reports a URL in the
 * config that looks as if it contained an API key.
 */
export function rpcOf(
  fields: Fields,
  path: string,
  fix: string,
  secrets: Secrets,
  read: Reader,
  field = 'rpc',
): string | undefined {
  const given = read.text(fields, field, path, fix)
  const variable = /^env:([A-Z][A-Z0-9_]*)$/.exec(given ?? '')?.[1]
  const secret = given === undefined || variable !== undefined ? undefined : secretPart(given)
  if (secret)
    return read.wrong(
      path,
      `has what looks like a key in its ${secret}`,
      'Put the address into a variable, and write "env:NAME".',
    )
  const rpc = variable === undefined ? given : secretOf(variable, secrets, read)
  if (rpc === undefined || !/^https?:/.test(rpc) || !URL.canParse(rpc))
    return read.wrong(path, variable ? `names ${variable}, which is no address` : 'is not an address', fix)
  return rpc
}

const BUNDLER_FIX = 'Write the address of a bundler for EntryPoint 0.8, or "env:NAME" for one with a key.'

function networkOf(value: unknown, path: string, secrets: Secrets, read: Reader): NetworkConfig | undefined {
  if (!isFields(value)) return read.wrong(path, 'is not an object', FIX)
  read.onlyKnown(value, ['id', 'name', 'symbol', 'rpc', 'bundler'], `${path}.`)
  const id = read.whole(value['id'] ?? '', `${path}.id`, 1, Number.MAX_SAFE_INTEGER)
  const name = read.text(value, 'name', `${path}.name`, FIX)
  const symbol = read.text(value, 'symbol', `${path}.symbol`, FIX) ?? 'ETH'
  const rpc = rpcOf(value, `${path}.rpc`, FIX, secrets, read)
  const hasBundler = value['bundler'] !== undefined
  const bundler = hasBundler ? rpcOf(value, `${path}.bundler`, BUNDLER_FIX, secrets, read, 'bundler') : undefined
  if (rpc === undefined) return undefined
  if (name === undefined) return read.wrong(`${path}.name`, 'is missing', FIX)
  return id === undefined ? undefined : { id, name, symbol, rpc, bundler }
}

/** A node of Solana. `id` is the CAIP-2 reference of its cluster: the first 32 characters of the genesis hash. */
export type SolanaConfig = { id: string; rpc: string }

/** The reference of Solana's mainnet (CAIP-2). */
export const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_FIX = 'Write { "rpc": "env:SOLANA_RPC" }.'

/** Reads the node of Solana; mainnet unless `id` names another cluster. */
export function solanaOf(value: unknown, secrets: Secrets, read: Reader): SolanaConfig | undefined {
  if (value === undefined) return undefined
  if (!isFields(value)) return read.wrong('solana', 'is not an object', SOLANA_FIX)
  read.onlyKnown(value, ['id', 'rpc'], 'solana.')
  const id = read.text(value, 'id', 'solana.id', 'Write the first 32 characters of the genesis hash.') ?? MAINNET
  if (!/^[1-9A-HJ-NP-Za-km-z]{31,32}$/.test(id))
    return read.wrong('solana.id', 'is no cluster', 'Write the first 32 characters of the genesis hash.')
  const rpc = rpcOf(value, 'solana.rpc', SOLANA_FIX, secrets, read)
  return rpc === undefined ? undefined : { id, rpc }
}

/**
 * Whether a host is this machine, has a private address (RFC 1918, RFC 4193), or has a name that only the operator's
 * own network can resolve, such as `node` or `node.internal`.
 */
const isOwnHost = (host: string) =>
  /^(127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2})$/.test(host) ||
  /^\[(::1|f[cd][0-9a-f]{2}:.*)\]$/.test(host) ||
  /^[^.:[\]]+$/.test(host) ||
  /\.(local|localhost|internal|svc)$/.test(host)

/**
 * Reports the URL of a service on the internet without https, which production refuses: anybody on the way to the
 * service could forge its responses.
 */
export function refuseNodeInClear(path: string, rpc: string, read: Reader): void {
  if (rpc.startsWith('http:') && !isOwnHost(new URL(rpc).hostname))
    read.wrong(path, 'is on the internet and not https, and production needs it', 'Write "https://" and its host.')
}

export function refuseNodesInClear(networks: readonly NetworkConfig[], solana: SolanaConfig | undefined, read: Reader) {
  for (const [at, { rpc, bundler }] of networks.entries()) {
    refuseNodeInClear(`networks[${at}].rpc`, rpc, read)
    if (bundler !== undefined) refuseNodeInClear(`networks[${at}].bundler`, bundler, read)
  }
  if (solana) refuseNodeInClear('solana.rpc', solana.rpc, read)
}
