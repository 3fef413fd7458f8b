import { testAccounts, type TestAccount } from './accounts.ts'
import { createAnalytics, type AnalyticsReport } from './analytics.ts'
import { createBitcoin, describeBitcoin, type SandboxBitcoin } from './bitcoin/chain.ts'
import { chainList, type ChainInfo } from './chains.ts'
import { createExchange, type Exchange } from './exchange/index.ts'
import { createFaucet } from './faucet/give.ts'
import { createFaults, type Faults } from './faults.ts'
import { createLog, type LoggedRequest } from './log.ts'
import { createIndexer, type Indexer } from './indexer/index.ts'
import { readBalances } from './balances.ts'
import { startLogin, type Login, type Mail } from './login/index.ts'
import { startNode, type EvmNode } from './node.ts'
import { createNames } from './names/index.ts'
import { createSponsor } from './paymaster/sponsor.ts'
import { createOnramp, type Onramp } from './onramp/index.ts'
import type { Chains } from './login/rpc/chain.ts'
import { solanaHere } from './login/rpc/solanaHere.ts'
import { createPriceBook, evmPriced, type PriceBook } from './prices.ts'
import { polkadot, type SandboxPolkadot } from './polkadot.ts'
import { createRelay, RELAY_PATH, type Relay } from './relay/relay.ts'
import type { Services } from './routes.ts'
import { startServer } from './server.ts'
import { createBundler } from './smartAccounts/bundler.ts'
import { createSmartAccounts, type SmartAccounts } from './smartAccounts/index.ts'
import { createSessions, type SmartSessions } from './sessions/index.ts'
import { createSignIn } from './siwx.ts'
import { solanaPriced } from './solana/balances.ts'
import { createSolana, describeSolana, type SandboxSolana } from './solana/chain.ts'
import { deployTokens, type Token } from './tokens.ts'
import { createWallets } from './wallets.ts'
import { watchOver } from './watchdog.ts'

export type SandboxOptions = {
  /** The sandbox's port on 127.0.0.1. Default 4747, or the next free port if it is taken; 0 for any. */
  port?: number
  /** Fail instead of using the next free port. */
  strictPort?: boolean
  /** Determines the invented wallets, their pictures, sessions' keys, and the default of `loginSecret`. Default `'1'`. */
  seed?: string
  /**
   * The secret from which the login service derives users' keys, so that a person has the same addresses at each start,
   * and with which it encrypts them. By default it is derived from the seed.
   */
  loginSecret?: string
  /** A file that stores the login service's users; without it they are in memory. */
  loginFile?: string
  /** The header in which a trusted proxy sends the IP address of the login service's client; its limits count by it. */
  loginProxyHeader?: string
  /** Called for every mail that the login service sends. */
  onMail?: (mail: Mail) => void
}

export type SandboxChain = ChainInfo & { rpcUrl: string }

/** The response of `GET /status`. */
export type SandboxStatus = {
  name: 'walletkit-sandbox'
  url: string
  seed: string
  /** Seconds since the sandbox was ready. */
  uptime: number
  /** The EVM chains. */
  chains: (SandboxChain & { running: boolean })[]
  solana: SandboxSolana
  bitcoin: SandboxBitcoin
  polkadot: SandboxPolkadot
  accounts: readonly TestAccount[]
  accountsNote: string
  tokens: readonly Token[]
  wallets: number
  /** The values for a page's `services`. Most are on one host, so that a Content-Security-Policy needs few entries. */
  services: {
    api: string
    rpc: string
    wallets: string
    analytics: string
    images: string
    relay: string
    secureSite: string
    /** The paymaster's URL, with `{chainId}` in the place of the chain id. */
    paymaster: string
  }
  /** The login service, on its own origin. */
  secureSite: string
  /** The page that shows the login service's mails. */
  mailPage: string
  /** The URL of the sandbox wallet's page. Sites connect to this wallet by WalletConnect, over the sandbox's relay. */
  walletPage: string
}

/** A running sandbox: chains, services and switches, on one loopback address. */
export type Sandbox = {
  /** `http://127.0.0.1:PORT` */
  url: string
  port: number
  /** The EVM chains. */
  chains: SandboxChain[]
  solana: SandboxSolana
  bitcoin: SandboxBitcoin
  /** The Polkadot accounts. There is no node: they can sign, but nothing is sent. */
  polkadot: SandboxPolkadot
  /** The well-known test accounts. Their keys are public: never send real funds to them. */
  accounts: readonly TestAccount[]
  tokens: Token[]
  /** Pools and a router on the EVM chains, deployed on first use. */
  exchange: Exchange
  faults: Pick<Faults, 'set' | 'clear' | 'list'>
  relay: Relay
  /** The login service's own origin, for `services.secureSite` of a page. */
  secureSite: string
  /** Functions with which tests read the login service's mails and change its rules. */
  login: Login
  /** Functions with which tests read the on-ramp's purchases and change its rules. */
  onramp: Pick<Onramp, 'purchases' | 'rules' | 'set'>
  /** The history of the chains; a test may add its own rows. */
  indexer: Pick<Indexer, 'add' | 'clear'>
  /** Smart accounts on the EVM chains. Their contracts are deployed on first use. */
  smartAccounts: SmartAccounts
  /** The session service: its sessions, and the use of their keys. */
  sessions: SmartSessions
  /** The newest 5,000 requests, oldest first, without preflights, websockets and those to `/status` and `/sandbox/`. */
  requests: () => LoggedRequest[]
  analytics: () => AnalyticsReport
  status: () => SandboxStatus
  /** Stops everything that was started, and resolves when it has ended. It may be called twice. */
  stop: () => Promise<void>
}

const accountsNote = 'Test keys, all of them public. Never send anything real to them.'

/** Starts all EVM nodes in parallel. When one fails to start, the others are stopped and its error is thrown. */
async function startNodes(): Promise<EvmNode[]> {
  const started = await Promise.allSettled(chainList.map((chain) => startNode(chain)))
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = started.find((result) => result.status === 'rejected')
  if (!failed) return nodes
  await Promise.all(nodes.map((node) => node.stop()))
  throw failed.reason
}

/** Starts the EVM nodes, and a watchdog that ends them even if this process is killed (not on Windows). */
async function startWatchedNodes() {
  const nodes = await startNodes()
  const dismiss = watchOver(nodes.map((node) => node.pid))
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await dismiss()
  }
  return { nodes, stop }
}

const loginOptions = (options: SandboxOptions, seed: string) => {
  const { loginSecret = `walletkit-sandbox login ${seed}`, loginFile, loginProxyHeader, onMail } = options
  return {
    secret: loginSecret,
    ...(loginFile !== undefined && { file: loginFile }),
    ...(loginProxyHeader !== undefined && { proxyHeader: loginProxyHeader }),
    ...(onMail && { caught: onMail }),
  }
}

type Described = Pick<SandboxStatus, 'url' | 'seed' | 'tokens'> & {
  chains: SandboxChain[]
  nodes: readonly EvmNode[]
  others: Pick<SandboxStatus, 'solana' | 'bitcoin' | 'polkadot'>
  wallets: { size: number }
  relay: Relay
  login: { url: string }
}

/** Call it when the sandbox is ready: `uptime` counts from then. @returns the function that answers `GET /status` */
function statusOf({ url, seed, chains, nodes, others, tokens, wallets, relay, login }: Described): () => SandboxStatus {
  const since = Date.now()
  const services = {
    ...{ api: url, rpc: url, wallets: url, analytics: url, images: url },
    relay: relay.url,
    secureSite: login.url,
    paymaster: `${url}/paymaster/{chainId}`,
  }
  return () => ({
    name: 'walletkit-sandbox',
    url,
    seed,
    uptime: (Date.now() - since) / 1000,
    chains: chains.map((chain, index) => ({ ...chain, running: nodes[index]?.running() ?? false })),
    ...others,
    accounts: testAccounts,
    accountsNote,
    tokens,
    wallets: wallets.size,
    services,
    secureSite: login.url,
    mailPage: `${url}/mail`,
    walletPage: `${url}/wallet`,
  })
}

const ofChain = (tokens: readonly Token[], id: number) => tokens.filter(({ chainId }) => chainId === id)

/** Reads an account's balances on one of the chains. */
const balancesOf =
  (nodes: readonly EvmNode[], prices: PriceBook): NonNullable<Chains['balances']> =>
  async ({ node: { id } }, address) => {
    const node = nodes.find((each) => each.id === id)
    return node ? readBalances(node, address, prices) : []
  }

/**
 * Starts a real local back end: two EVM chains, a Solana and a Bitcoin chain (both started on first use) with funded
 * test accounts and tokens, and the services that a page calls. It contacts nothing outside this machine.
 * @throws Error for example when the port is not available or an EVM chain cannot start; everything is stopped then
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 4747, strictPort = false, seed = '1' } = options
  const undo: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  // Begin with the part that started last: the relay and others close their clients' sockets, which the HTTP server
  // would cut.
  const stop = () => (stopping ??= Promise.all(undo.reverse().map((step) => step())).then(() => undefined))

  try {
    let ready: (services: Services) => void = () => {}
    const services = new Promise<Services>((resolve) => (ready = resolve))
    const server = await startServer(port, strictPort, () => services)
    undo.push(server.close)

    const relay = createRelay({ url: `ws://127.0.0.1:${server.port}${RELAY_PATH}` })
    undo.push(async () => relay.close())
    const chainOfSolana = createSolana()
    const chainOfBitcoin = createBitcoin()
    undo.push(chainOfBitcoin.stop, async () => chainOfSolana.close())

    const { nodes, stop: stopNodes } = await startWatchedNodes()
    undo.push(stopNodes)
    const tokens = (await Promise.all(nodes.map(deployTokens))).flat()
    const bundlers = nodes.map(createBundler)
    const smartAccounts = createSmartAccounts(bundlers)
    const { sessions, service: sessionService } = createSessions(nodes, smartAccounts, seed)

    const url = `http://127.0.0.1:${server.port}`
    const chains = nodes.map(({ id, name, caipNetworkId }) => ({ id, name, caipNetworkId, rpcUrl: `${url}/rpc/${id}` }))
    const chainIds = nodes.map((node) => node.id)
    const { exchange, service: exchangeService } = createExchange(nodes, tokens)
    const prices = createPriceBook([...evmPriced([...tokens, ...exchange.tokens], chainIds), ...solanaPriced])
    const login = await startLogin({
      ...loginOptions(options, seed),
      sandboxUrl: url,
      port: port && server.port + 1,
      chains: {
        bundlers,
        smart: smartAccounts,
        paymasters: [{ url: `${url}/paymaster/{chainId}` }],
        solana: solanaHere(chainOfSolana),
        balances: balancesOf(nodes, prices),
      },
    })
    undo.push(login.close)
    const [faults, log, analytics, wallets] = [createFaults(), createLog(), createAnalytics(), createWallets(seed, url)]
    const others = { solana: describeSolana(url), bitcoin: describeBitcoin(url), polkadot }
    const onramp = createOnramp({ nodes, solana: chainOfSolana, tokens, prices, url })
    const indexer = createIndexer({ nodes, solana: chainOfSolana, prices, purchases: onramp.purchases })
    const status = statusOf({ url, seed, chains, nodes, others, tokens, wallets, relay, login })
    ready({
      ...{ prices, wallets, analytics, relay, login, onramp, indexer, faults, log, status },
      nodes: bundlers.map((bundler) => bundler.node),
      solana: chainOfSolana,
      bitcoin: chainOfBitcoin,
      exchange: exchangeService,
      names: createNames(),
      faucet: createFaucet(nodes, chainOfSolana, chainOfBitcoin),
      sessions: sessionService,
      sponsors: bundlers.map((each) => createSponsor(each, ofChain(tokens, each.node.id))),
      signIn: createSignIn(Object.fromEntries(chains.map(({ caipNetworkId, rpcUrl }) => [caipNetworkId, rpcUrl]))),
    })

    const report = { requests: log.list, analytics: analytics.report, status }
    const evm = { chains, accounts: testAccounts, tokens }
    const secure = { secureSite: login.url, login: login.login }
    return {
      url,
      port: server.port,
      ...evm,
      ...others,
      ...secure,
      relay,
      onramp: { purchases: onramp.purchases, rules: onramp.rules, set: onramp.set },
      smartAccounts,
      sessions,
      exchange,
      indexer: { add: indexer.add, clear: indexer.clear },
      faults: { set: faults.set, clear: faults.clear, list: faults.list },
      ...report,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
