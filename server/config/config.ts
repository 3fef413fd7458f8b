/**
 * Reads `walletkit-server.json` and the environment. Secrets do not belong into that file, but into environment
 * variables, or into files that environment variables name.
 */
import { isAbsolute, resolve } from 'node:path'
import { parseMasterKeys, TEST_SECRET } from '../keys/masterKeys.ts'
import type { KnownPaymaster } from '../../sandbox/login/rpc/chain.ts'
import type { MasterKey } from '../keys/wrapper.ts'
import { type BitcoinConfig, bitcoinOf, withEsplora } from './bitcoin.ts'
import { databaseOf } from './database.ts'
import { isInClear, isPostgresUrl } from '../store/postgresUrl.ts'
import type { RedisAddress } from '../store/redisUrl.ts'
import type { PasskeyRule } from '../../sandbox/login/lock/locks.ts'
import { passkeysOf } from './passkeys.ts'
import { type FarcasterConfig, farcasterOf, refuseFarcasterInClear } from './farcaster.ts'
import { type HsmConfig, hsmOf } from './hsm.ts'
import { type IndexConfig, indexOf } from './indexer.ts'
import { networksOf, type NetworkConfig, refuseNodesInClear, solanaOf, type SolanaConfig } from './networks.ts'
import { paymastersOf, refusePaymastersInClear } from './paymasters.ts'
import { redisOf } from './redis.ts'
import { createReader, type Fields, isFields, type Issue, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'
import { type SignInConfig, signInOf } from './signIn.ts'
import { refuseInClear, type SocialConfig, socialOf } from './social.ts'
import {
  type ExchangeName,
  exchangesOf,
  refuseServicesInClear,
  sellerOf,
  type SellerName,
  type ServiceConfig,
  type SolanaExchangeName,
  type SourceName,
  sourcesOf,
} from './sources.ts'
import { type VaultConfig, vaultOf } from './vault.ts'
import { type WrapWith, wrapWithOf } from './wrapWith.ts'

export type { NetworkConfig } from './networks.ts'
export type { Issue } from './read.ts'
export type { Secrets } from './secrets.ts'

export type Config = {
  /**
   * `development` allows what is unsafe on the internet, such as http in `url` and `sites`, the public test key, and
   * mails that are logged instead of sent. `production` refuses all of that.
   */
  mode: 'production' | 'development'
  /** The server's own origin, as visitors reach it. */
  url: string
  host: string
  port: number
  /** The origins of the sites that may embed the login. */
  sites: readonly string[]
  /** The path of the SQLite file, or a PostgreSQL address. Do not log the address: it can contain a password. */
  database: string
  /**
   * The Redis that stores short-lived data (codes, limits) and the relay's messages. Only beside a PostgreSQL;
   * undefined without a Redis.
   */
  redis: RedisAddress | undefined
  /** The header in which a trusted proxy sends the client's IP address; undefined without a proxy. */
  proxyHeader: string | undefined
  /** Where people review what they sign: in a window of this server, or in the login's frame inside the site's page. */
  review: 'window' | 'frame'
  /**
   * Whether people are asked to lock their keys with a passkey. `required`: a person who has not locked them cannot
   * sign.
   */
  passkeys: PasskeyRule
  /**
   * The first key wraps the accounts' data keys if `wrapWith` is `masterKeys`; the others only unwrap. Other secrets
   * are derived from the first key in any case.
   */
  masterKeys: readonly [MasterKey, ...MasterKey[]]
  /**
   * The vault whose key wraps the accounts' data keys, or wrapped those of older accounts; undefined without a vault.
   */
  vault: VaultConfig | undefined
  /** The HSM whose key wraps the accounts' data keys, or wrapped those of older accounts; undefined without an HSM. */
  hsm: HsmConfig | undefined
  wrapWith: WrapWith
  /** `smtp` is undefined if mails are logged instead of sent (development only). */
  mail: { smtp: string | undefined; from: string }
  networks: readonly NetworkConfig[]
  /** The paymasters that pay fees of smart accounts. */
  paymasters: readonly KnownPaymaster[]
  solana: SolanaConfig | undefined
  bitcoin: BitcoinConfig | undefined
  /**
   * From which block on the source `index` reads each network, and for which accounts; undefined without that source.
   */
  index: IndexConfig | undefined
  /**
   * The services that give chain data, in the order in which the server asks them. Without `sources`, `swaps`,
   * `solanaSwaps` and `onramp` there is no blockchain API.
   */
  sources: readonly ServiceConfig<SourceName>[]
  /** The service that quotes and builds swaps on EVM networks. */
  swaps: ServiceConfig<ExchangeName> | undefined
  /** The service that quotes and builds swaps on Solana. */
  solanaSwaps: ServiceConfig<SolanaExchangeName> | undefined
  /** The service that sells cryptocurrency for money. */
  onramp: ServiceConfig<SellerName> | undefined
  /** The path of the token list, or undefined for none. */
  tokens: string | undefined
  social: readonly SocialConfig[]
  /** Sign-in with a wallet's signature, at `{url}/siwx`; undefined without it. */
  signIn: SignInConfig | undefined
  /** The login with Farcaster; undefined without it. */
  farcaster: FarcasterConfig | undefined
  /** The path of the wallet list, or undefined for none. */
  wallets: string | undefined
  relay: boolean
  metricsToken: string | undefined
  log: (typeof LEVELS)[number]
  /** How long requests in progress may go on after SIGTERM or SIGINT, in ms. */
  drain: number
}

/** Thrown for a config with errors: one issue for each error, all of them in the message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, problem, fix }) => `${path} ${problem}. ${fix}`).join('\n'))
    this.issues = issues
  }
}

const LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const
const FIELDS = [
  ...['$schema', 'mode', 'url', 'host', 'port', 'sites', 'database', 'proxyHeader', 'review', 'mail', 'networks'],
  ...['solana', 'bitcoin', 'sources', 'swaps', 'onramp', 'tokens', 'social', 'wallets', 'relay', 'log'],
  ...['drain', 'vault', 'hsm', 'wrapWith', 'signIn', 'paymasters', 'passkeys'],
]
/** Fields that an environment variable `WALLETKIT_{NAME}` overrides. */
const FROM_ENVIRONMENT = ['mode', 'url', 'host', 'port', 'log'] as const

/**
 * Reads and checks the whole config.
 * @param value the parsed file; an empty object without a file
 * @param folder the folder to which relative paths in the config refer
 * @throws ConfigError with every issue, each with its path and what to write. The error never contains a secret.
 */
export function parseConfig(value: unknown, secrets: Secrets, folder: string): Config {
  const issues: Issue[] = []
  const read = createReader(issues)
  if (!isFields(value)) throw new ConfigError([{ path: 'The config', problem: 'is not an object', fix: 'Write {}.' }])
  read.onlyKnown(value, FIELDS, '')
  const given = withEnvironment(value, secrets)

  const mode = read.oneOf(given, 'mode', ['production', 'development']) ?? 'development'
  const host = read.text(given, 'host', 'host', 'Write an address to listen on, as "127.0.0.1".') ?? '127.0.0.1'
  const port = read.whole(given['port'], 'port', 0, 65_535) ?? 4750
  const origin = given['url'] === undefined ? undefined : read.origin(given['url'], 'url')
  const sites = sitesOf(given, read)
  const pathOf = (name: string) => {
    const text = read.text(given, name, name, 'Write the path of a file.')
    return text === undefined || isAbsolute(text) ? text : resolve(folder, text)
  }
  const review = read.oneOf(given, 'review', ['window', 'frame']) ?? 'window'
  const proxyHeader = read.text(given, 'proxyHeader', 'proxyHeader', 'Write a header, as "x-forwarded-for".')
  const masterKeys = keysOf(mode, secrets, read)
  const mail = mailOf(given, mode, secrets, read)
  const networks = networksOf(given['networks'], secrets, read)
  const social = socialOf(given['social'], secrets, read)
  const solana = solanaOf(given['solana'], secrets, read)
  const bitcoin = bitcoinOf(given['bitcoin'], read)
  const sources = withEsplora(sourcesOf(given['sources'], secrets, read), bitcoin, read)
  const { swaps, solanaSwaps } = exchangesOf(given['swaps'], secrets, read)
  if (solanaSwaps && !solana)
    read.wrong('solana', 'is missing, and swaps.jupiter needs its node', 'Write { "rpc": "env:SOLANA_RPC" }.')
  const onramp = sellerOf(given['onramp'], secrets, read)
  const database = databaseOf(given, folder, secrets, read)
  const url = origin ?? `http://127.0.0.1:${port}`
  const redis = redisOf(database, mode, secrets, read)
  const vault = vaultOf(given['vault'], mode, secrets, read)
  const hsm = hsmOf(given['hsm'], folder, secrets, read)
  const relay = given['relay'] ?? (!isPostgresUrl(database) || redis !== undefined)
  if (typeof relay !== 'boolean') read.wrong('relay', 'is not true or false', 'Write true or false.')
  const config = {
    ...{ mode, host, port, sites, proxyHeader, review, mail, networks, social, sources, swaps, solanaSwaps, onramp },
    ...{ vault, hsm, wrapWith: wrapWithOf(given, { vault, hsm }, read) },
    ...{ solana, bitcoin, index: indexOf(given['sources'], networks, read) },
    passkeys: passkeysOf(given, url, read),
    paymasters: paymastersOf(given['paymasters'], sites, read),
    farcaster: farcasterOf(given['social'], secrets, read),
    tokens: pathOf('tokens'),
    url,
    signIn: signInOf(given['signIn'], { url, sites }, read),
    database,
    redis,
    wallets: pathOf('wallets'),
    relay: relay === true,
    metricsToken: secretOf('WALLETKIT_METRICS_TOKEN', secrets, read),
    log: read.oneOf(given, 'log', LEVELS) ?? 'info',
    drain: read.whole(given['drain'], 'drain', 0, 600_000) ?? 10_000,
  }
  if (mode === 'production') {
    productionOf(config, origin, read)
    refuseInClear(social, read)
    if (config.farcaster) refuseFarcasterInClear(config.farcaster, read)
    refuseNodesInClear(networks, solana, read)
    refusePaymastersInClear(config.paymasters, read)
    refuseServicesInClear('sources', sources, read)
    refuseServicesInClear(
      'swaps',
      [swaps, solanaSwaps].filter((each) => each !== undefined),
      read,
    )
    refuseServicesInClear('onramp', onramp ? [onramp] : [], read)
  }
  if (issues.length || !masterKeys) throw new ConfigError(issues)
  return { ...config, masterKeys }
}

function withEnvironment(value: Fields, { environment }: Secrets): Fields {
  const set = FROM_ENVIRONMENT.flatMap((name) => {
    const text = environment[`WALLETKIT_${name.toUpperCase()}`]
    return text ? [[name, text] as const] : []
  })
  return { ...value, ...Object.fromEntries(set) }
}

function sitesOf(given: Fields, read: Reader): string[] {
  const { sites = [] } = given
  if (!Array.isArray(sites)) {
    read.wrong('sites', 'is not a list', 'Write the origins of your sites, as ["https://example.com"].')
    return []
  }
  return (sites as unknown[]).flatMap((site, index) => read.origin(site, `sites[${index}]`) ?? [])
}

/**
 * Reports what `production` requires of `url`, `sites` and `database`, and `development` does not: a `url`, https, at
 * least one site, and for a PostgreSQL on another machine an address that says whether to use TLS.
 */
function productionOf(
  { sites, database }: Pick<Config, 'sites' | 'database'>,
  url: string | undefined,
  read: Reader,
): void {
  if (isPostgresUrl(database) && isInClear(database))
    read.wrong(
      'database',
      'is on another machine, and its address does not ask for TLS',
      'Add "?sslmode=verify-full", or "?sslmode=disable" if nobody else reads that network.',
    )
  if (url === undefined)
    read.wrong(
      'url',
      'is missing',
      'Write the origin at which visitors reach this server, as "https://login.example.com".',
    )
  else if (!url.startsWith('https:'))
    read.wrong('url', 'is not https, and production needs it', 'Put a proxy with a certificate before the server.')
  if (!sites.length) read.wrong('sites', 'is empty, so no site could use the login', 'Write the origins of your sites.')
  for (const [index, site] of sites.entries())
    if (!site.startsWith('https:'))
      read.wrong(`sites[${index}]`, 'is not https, and production needs it', 'Write "https://" and its host.')
}

const KEYS = 'WALLETKIT_MASTER_KEYS'
const MAKE_KEY = `Make one with: echo "k1:$(openssl rand -base64 32)"`

function keysOf(mode: Config['mode'], secrets: Secrets, read: Reader): Config['masterKeys'] | undefined {
  const text = secretOf(KEYS, secrets, read) ?? (mode === 'development' ? TEST_SECRET : undefined)
  if (text === undefined) {
    read.wrong(KEYS, 'is not set, and production has no other key', MAKE_KEY)
    return undefined
  }
  try {
    const keys = parseMasterKeys(text)
    if (mode === 'production' && keys.some(({ id }) => id === TEST_SECRET)) {
      read.wrong(KEYS, `has the test key "${TEST_SECRET}", which is public, and production refuses it`, MAKE_KEY)
      return undefined
    }
    return keys
  } catch (error) {
    read.wrong(KEYS, `is no list of keys: ${error instanceof Error ? error.message : 'unreadable'}`, MAKE_KEY)
    return undefined
  }
}

const SMTP = 'WALLETKIT_SMTP'

function mailOf(given: Fields, mode: Config['mode'], secrets: Secrets, read: Reader): Config['mail'] {
  const { mail = {} } = given
  const fields = isFields(mail) ? mail : {}
  if (!isFields(mail)) read.wrong('mail', 'is not an object', 'Write { "from": "Example <login@example.com>" }.')
  read.onlyKnown(fields, ['from'], 'mail.')
  const from = read.text(fields, 'from', 'mail.from', 'Write "Example <login@example.com>".')
  const smtp = secretOf(SMTP, secrets, read)
  const fix = 'Write "smtps://user:password@host" or "smtp://user:password@host:587".'
  if (smtp !== undefined && !(/^smtps?:/.test(smtp) && URL.canParse(smtp))) read.wrong(SMTP, 'is no SMTP address', fix)
  if (mode === 'production' && smtp === undefined) read.wrong(SMTP, 'is not set, and production prints no mail', fix)
  if (mode === 'production' && from === undefined)
    read.wrong('mail.from', 'is missing', 'Write the sender of the mails, as "Example <login@example.com>".')
  return { smtp, from: from ?? 'walletkit-server <login@localhost>' }
}
