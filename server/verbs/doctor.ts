/**
 * Tests the database, Redis, the vault, the HSM, the mail server, the networks' nodes, social providers, the services
 * behind the blockchain API and the wallet list, so that an operator learns of errors before visitors do.
 */
import { existsSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import { jupiter } from '../data/exchanges/jupiter.ts'
import { createReader } from '../data/indexer/reader.ts'
import { networksOf } from '../data/network.ts'
import { indexedNetworks, openExchange, openSeller } from '../data/open.ts'
import { genesisOf } from '../data/sources/esplora.ts'
import { readTokenList } from '../data/tokens.ts'
import { chainOf, solanaChainOf } from '../http/chains.ts'
import { checkSmartAccounts } from '../http/smartAccounts.ts'
import { openWrapper, tryWrapper } from '../keys/open.ts'
import { readWalletList } from '../http/walletList.ts'
import { isPostgresUrl, shownUrl } from '../store/postgresUrl.ts'
import { type RedisAddress, shownRedis } from '../store/redisUrl.ts'
import { openIdRegistry } from '../social/idRegistry.ts'
import { providersOf } from '../social/providers.ts'
import { damageOf } from '../store/sqlite.ts'

export type Finding = { name: string; isFine: boolean; text: string }

const checked = async (name: string, look: () => Promise<string> | string): Promise<Finding> => {
  try {
    return { name, isFine: true, text: await look() }
  } catch (error) {
    return { name, isFine: false, text: error instanceof Error ? error.message : String(error) }
  }
}

async function postgresOf(database: string): Promise<string> {
  const { openPostgres, riskOf } = await import('../store/postgres.ts')
  const risk = await riskOf(database)
  if (risk !== undefined) throw new Error(`${shownUrl(database)}: ${risk}`)
  const isCurrent = await openPostgres(database, { upgrade: false }).then(
    async (db) => (await db.destroy(), true),
    () => false,
  )
  return `${shownUrl(database)} answers${isCurrent ? '' : '. Its tables will be brought up to date when the server starts'}`
}

async function redisFinding(address: RedisAddress): Promise<string> {
  const { openRedis, riskOfRedis } = await import('../store/redis.ts')
  const redis = await openRedis(address)
  try {
    const connection = await redis.connection()
    const risk = riskOfRedis(connection)
    if (risk !== undefined) throw new Error(`${shownRedis(address)}: ${risk}`)
    const { info } = connection
    const valkey = info.get('valkey_version')
    return `${shownRedis(address)} answers: ${valkey === undefined ? `Redis ${info.get('redis_version')}` : `Valkey ${valkey}`}`
  } finally {
    redis.close()
  }
}

/**
 * Checks by the genesis block that an Esplora server has the config's Bitcoin network. Some test networks share one
 * address format, so a server of another one would answer too, with balances of its own network.
 */
async function answeringEsplora({ bitcoin }: Config, url: string): Promise<string> {
  const { host } = new URL(url)
  if (bitcoin && (await genesisOf(url)).startsWith(bitcoin.id)) return `${host} answers`
  throw new Error(`${host} has another network: change sources.esplora.url or bitcoin.id`)
}

/** Says for each indexed network whether its node also finds payments inside of transactions (`trace_filter`). */
async function readableBy(config: Config): Promise<string> {
  const findings = indexedNetworks(config, networksOf(config), []).map(async ({ network, from }) => {
    const has = await createReader(network).hasTraces()
    const how = has ? 'also inside of transactions' : 'not inside of transactions: its node has no trace_filter'
    return `${network.name} from block ${from}, ${how}`
  })
  return `reads ${(await Promise.all(findings)).join('; ')}`
}

/**
 * Checks the services behind the blockchain API. Esplora, the nodes that `index` reads, exchanges, and the sellers that
 * have a check are asked; for other services, the finding only names the host.
 */
function serviceFindings(config: Config): Promise<Finding>[] {
  const { sources, swaps, solanaSwaps, onramp, networks, tokens } = config
  const hostOf = ({ url }: { url: string }) => (url === '' ? 'a host for each network' : new URL(url).host)
  return [
    ...sources.map((source) =>
      checked(`source ${source.name}`, async () => {
        if (source.name === 'rpc') return "asks the networks' nodes"
        if (source.name === 'index') return readableBy(config)
        if (source.name === 'esplora') return answeringEsplora(config, source.url)
        return `asks ${hostOf(source)}`
      }),
    ),
    ...(swaps
      ? [
          checked(`swaps ${swaps.name}`, async () => {
            const [network] = networks
            if (!network) throw new Error('there is no EVM network in the config to swap on')
            await openExchange({ swaps })?.check(network.id)
            return `${hostOf(swaps)} answers`
          }),
        ]
      : []),
    ...(solanaSwaps
      ? [
          checked(`swaps ${solanaSwaps.name}`, async () => {
            await jupiter(solanaSwaps).check()
            return `${hostOf(solanaSwaps)} answers`
          }),
        ]
      : []),
    ...(onramp
      ? [
          checked(`onramp ${onramp.name}`, async () => {
            const seller = openSeller(config, [])
            await seller?.check?.()
            return seller?.check
              ? `${hostOf(onramp)} answers`
              : `visitors pay at ${hostOf(onramp)}, which was not asked`
          }),
        ]
      : []),
    ...(tokens === undefined ? [] : [checked('tokens', () => `${readTokenList(tokens).length} tokens`)]),
  ]
}

/** Checks the networks' nodes, and on networks with a bundler the bundler and the contracts of smart accounts. */
function nodeFindings({ networks, solana }: Config): Promise<Finding>[] {
  return [
    ...networks.map((network) =>
      checked(`network ${network.id}`, async () => {
        const id = Number(await chainOf(network).request('eth_chainId'))
        if (id !== network.id)
          throw new Error(`the node of ${network.name} is on the network ${id}: change its rpc or id`)
        return `the node of ${network.name} answers`
      }),
    ),
    ...networks
      .filter(({ bundler }) => bundler !== undefined)
      .map((network) =>
        checked(`smart accounts ${network.id}`, async () => {
          await checkSmartAccounts(network)
          return `the contracts are on ${network.name}, and its bundler is for EntryPoint 0.8`
        }),
      ),
    ...(solana
      ? [
          checked('solana', async () => {
            const hash = await solanaChainOf(solana).request('getGenesisHash', [])
            if (typeof hash !== 'string' || !hash.startsWith(solana.id))
              throw new Error(`its node is on the cluster ${String(hash).slice(0, 32)}: change its rpc or id`)
            return 'its node answers'
          }),
        ]
      : []),
  ]
}

export async function doctor(config: Config): Promise<Finding[]> {
  const { vault, hsm, wrapWith, database, redis, mail, social, farcaster, wallets } = config
  const issuerOf = providersOf(social, Date.now)
  return Promise.all([
    checked('database', async () => {
      if (isPostgresUrl(database)) return postgresOf(database)
      if (!existsSync(database)) return `${database} will be created`
      const [damage] = damageOf(database)
      if (damage !== undefined) throw new Error(`${database} is damaged: ${damage}. Restore a backup.`)
      return `${database} is sound`
    }),
    ...(redis ? [checked('redis', () => redisFinding(redis))] : []),
    ...(vault
      ? [
          checked('vault', async () => {
            await tryWrapper(openWrapper({ ...config, wrapWith: 'vault' }))
            return `the key ${vault.mount}/${vault.key} wraps and unwraps${wrapWith === 'vault' ? '' : ' older accounts'}`
          }),
        ]
      : []),
    ...(hsm
      ? [
          checked('hsm', async () => {
            await tryWrapper(openWrapper({ ...config, wrapWith: 'hsm' }))
            return `the key ${hsm.key} wraps and unwraps${wrapWith === 'hsm' ? '' : ' older accounts'}`
          }),
        ]
      : []),
    checked('mail', async () => {
      if (mail.smtp === undefined) return 'mails are printed, not sent: set WALLETKIT_SMTP'
      const transport = createTransport({ url: mail.smtp, connectionTimeout: 10_000, greetingTimeout: 10_000 })
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
      return 'the SMTP server takes the login'
    }),
    ...nodeFindings(config),
    ...social.map(({ brand, url }) =>
      checked(`social ${brand}`, async () => {
        await issuerOf?.(brand)?.()
        return `logins at ${url}, which sends people back to ${config.url}/social/callback/${brand}`
      }),
    ),
    ...(farcaster
      ? [
          checked('social farcaster', async () => {
            await openIdRegistry(farcaster).check()
            return `the node has the id registry; logins go through ${farcaster.url}, which was not asked`
          }),
        ]
      : []),
    ...serviceFindings(config),
    checked('wallets', () => (wallets === undefined ? 'no list' : `${readWalletList(wallets).length} wallets`)),
  ])
}
