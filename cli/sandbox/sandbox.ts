import { testAccounts, type TestAccount } from './accounts.ts'
import { createAnalytics, type AnalyticsReport } from './analytics.ts'
import { createBitcoin, describeBitcoin, type SandboxBitcoin } from './bitcoin/chain.ts'
import { chainList, type ChainInfo } from './chains.ts'
import { createExchange, type Exchange } from './exchange/index.ts'
import { createFaults, type Faults } from './faults.ts'
import { createLog, type LoggedRequest } from './log.ts'
import { createIndexer, type Indexer } from './indexer/index.ts'
import { startLogin, type Login, type Mail } from './login/index.ts'
import { startNode, type EvmNode } from './node.ts'
import { createNames } from './names/index.ts'
import { createOnramp, type Onramp } from './onramp/index.ts'
import { createPriceBook, evmPriced } from './prices.ts'
import { polkadot, type SandboxPolkadot } from './polkadot.ts'
import { createRelay, type Relay } from './relay/relay.ts'
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
  /** Where pages reach the sandbox on 127.0.0.1. Default 4747; the next free one when taken; 0 for any. */
  port?: number
  /** Fail instead of taking the next free port. */
  strictPort?: boolean
  /** Decides all that is invented (wallets, pictures): the same seed, the same sandbox. Default `'1'`. */
  seed?: string
  /** Opens the keys of the login service. Default: follows from the seed, as everything invented does. */
  loginSecret?: string
  /** A file that keeps the login service's users; in memory without it. */
  loginFile?: string
  /** Told of every mail that the login service sent. */
  onMail?: (mail: Mail) => void
}

export type SandboxChain = ChainInfo & { rpcUrl: string }

/** What `GET /status` answers. */
export type SandboxStatus = {
  name: 'walletkit-sandbox'
  url: string
  seed: string
  /** Seconds since it was ready. */
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
  /** What a page's `services` names: all the same host, so that a content security policy needs one entry. */
  services: {
    api: string
    rpc: string
    wallets: string
    analytics: string
    images: string
    relay: string
    secureSite: string
  }
  /** The login service, on an origin of its own. */
  secureSite: string
  /** Where a person finds the mails that the login service sent. */
  mailPage: string
  /** Where a person finds the wallet page, which answers over the relay. */
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
  /** There is no node: accounts and signatures only. */
  polkadot: SandboxPolkadot
  /** The well-known test accounts: their keys are public, never put anything real there. */
  accounts: readonly TestAccount[]
  tokens: Token[]
  /** Pools and a router on the EVM chains, deployed when they are first needed. */
  exchange: Exchange
  faults: Pick<Faults, 'set' | 'clear' | 'list'>
  relay: Relay
  /** The login service's own origin: `services.secureSite` of a page. */
  secureSite: string
  /** The login service: its mails, its rules. */
  login: Login
  /** The on-ramp: what was bought, and its rules. */
  onramp: Pick<Onramp, 'purchases' | 'rules' | 'set'>
  /** What happened on the chains; a test may lay rows of its own among them. */
  indexer: Pick<Indexer, 'add' | 'clear'>
  /** Smart accounts on the EVM chains. Their contracts are deployed when they are first needed. */
  smartAccounts: SmartAccounts
  /** What the session service holds, and the use of its keys. */
  sessions: SmartSessions
  /** The requests so far, oldest first; those to `/status` and `/sandbox/` excepted. */
  requests: () => LoggedRequest[]
  analytics: () => AnalyticsReport
  status: () => SandboxStatus
  /** Ends everything that was started and resolves when it has ended. May be called twice. */
  stop: () => Promise<void>
}

const accountsNote = 'Test keys, all of them public. Never send anything real to them.'

/** Starts both chains at once; when one fails, neither is left running. */
async function startNodes(): Promise<EvmNode[]> {
  const started = await Promise.allSettled(chainList.map(startNode))
  const nodes = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = started.find((result) => result.status === 'rejected')
  if (!failed) return nodes
  await Promise.all(nodes.map((node) => node.stop()))
  throw failed.reason
}

/**
 * Starts a real local back end: two EVM chains, a Solana and a Bitcoin chain (both made when they are first asked for) with
 * funded test accounts and tokens, and the services of the specification's section 7 answered from those chains. Nothing outside this machine is contacted.
 * @throws Error when the port cannot be had or a chain cannot be started; nothing is left running then.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 4747, strictPort = false, seed = '1', loginFile, onMail } = options
  const { loginSecret = `walletkit-sandbox login ${seed}` } = options
  const undo: (() => Promise<void>)[] = []
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= Promise.all(undo.map((step) => step())).then(() => undefined))

  try {
    let ready: (services: Services) => void = () => {}
    const services = new Promise<Services>((resolve) => (ready = resolve))
    const server = await startServer(port, strictPort, () => services)
    undo.push(server.close)

    const relay = createRelay(server.port)
    undo.push(async () => relay.close())
    const chainOfSolana = createSolana()
    const chainOfBitcoin = createBitcoin()
    undo.push(chainOfBitcoin.stop, async () => chainOfSolana.close())

    const nodes = await startNodes()
    const dismiss = watchOver(nodes.map((node) => node.pid))
    undo.push(async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await dismiss()
    })
    const tokens = (await Promise.all(nodes.map(deployTokens))).flat()
    const bundlers = nodes.map(createBundler)
    const smartAccounts = createSmartAccounts(bundlers)
    const { sessions, service: sessionService } = createSessions(nodes, smartAccounts)

    const url = `http://127.0.0.1:${server.port}`
    const chains = nodes.map(({ id, name, caipNetworkId }) => ({ id, name, caipNetworkId, rpcUrl: `${url}/rpc/${id}` }))
    const chainIds = nodes.map((node) => node.id)
    const { exchange, service: exchangeService } = createExchange(nodes, tokens)
    const prices = createPriceBook([...evmPriced([...tokens, ...exchange.tokens], chainIds), ...solanaPriced])
    const login = await startLogin({
      sandboxUrl: url,
      port: port && server.port + 1,
      secret: loginSecret,
      ...(loginFile !== undefined && { file: loginFile }),
      ...(onMail && { caught: onMail }),
      chains: { bundlers, smart: smartAccounts, solana: chainOfSolana, prices },
    })
    undo.push(login.close)
    const [faults, log, analytics, wallets] = [createFaults(), createLog(), createAnalytics(), createWallets(seed, url)]
    const others = { solana: describeSolana(url), bitcoin: describeBitcoin(url), polkadot }
    const onramp = createOnramp({ nodes, solana: chainOfSolana, tokens, prices, url })
    const indexer = createIndexer({ nodes, solana: chainOfSolana, prices, purchases: onramp.purchases })
    const since = Date.now()
    const status = (): SandboxStatus => ({
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
      services: {
        api: url,
        rpc: url,
        wallets: url,
        analytics: url,
        images: url,
        relay: relay.url,
        secureSite: login.url,
      },
      secureSite: login.url,
      mailPage: `${url}/mail`,
      walletPage: `${url}/wallet`,
    })
    ready({
      nodes: bundlers.map((bundler) => bundler.node),
      solana: chainOfSolana,
      bitcoin: chainOfBitcoin,
      prices,
      exchange: exchangeService,
      wallets,
      analytics,
      relay,
      login,
      onramp,
      names: createNames(),
      indexer,
      sessions: sessionService,
      signIn: createSignIn(Object.fromEntries(chains.map(({ caipNetworkId, rpcUrl }) => [caipNetworkId, rpcUrl]))),
      faults,
      log,
      status,
    })

    const switches = { set: faults.set, clear: faults.clear, list: faults.list }
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
      faults: switches,
      ...report,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
