import type { AnalyticsSink } from './analytics.ts'
import type { Answer } from './answer.ts'
import { parseAddress, readBalances } from './balances.ts'
import type { BitcoinChain } from './bitcoin/chain.ts'
import type { ExchangeService } from './exchange/index.ts'
import { exchangeRoutes } from './exchange/routes.ts'
import { explorerRoutes } from './explorer/routes.ts'
import { parseFault, type Faults } from './faults.ts'
import type { Faucet } from './faucet/give.ts'
import { faucetRoutes } from './faucet/routes.ts'
import { tile, tokenImage } from './images.ts'
import type { RequestLog } from './log.ts'
import type { RunningLogin } from './login/index.ts'
import { loginRoutes } from './login/routes.ts'
import type { Names } from './names/index.ts'
import { nameRoutes } from './names/routes.ts'
import type { Indexer } from './indexer/index.ts'
import { indexerRoutes } from './indexer/routes.ts'
import type { EvmNode, RpcChain } from './node.ts'
import type { Onramp } from './onramp/index.ts'
import { onrampRoutes } from './onramp/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { paymasterRoutes } from './paymaster/routes.ts'
import type { Sponsor } from './paymaster/sponsor.ts'
import type { PriceBook } from './prices.ts'
import { requireProject } from './project.ts'
import { parseObject, Refusal } from './refusal.ts'
import type { RelayServer } from './relay/relay.ts'
import { parseSwitches } from './relay/switches.ts'
import type { SandboxStatus } from './sandbox.ts'
import { isSolanaAddress, readSolanaBalances } from './solana/balances.ts'
import type { SolanaChain } from './solana/chain.ts'
import type { SessionService } from './sessions/index.ts'
import { sessionRoutes } from './sessions/routes.ts'
import type { SignIn } from './siwx.ts'
import { walletPage, walletPolicy } from './wallet/page.ts'
import walletStyle from './wallet/wallet.css.ts'
import { walletScript } from './wallet/script.ts'
import type { WalletCatalogue } from './wallets.ts'

/** The parts of the sandbox that the endpoints use. */
export type Services = {
  nodes: readonly EvmNode[]
  solana: SolanaChain
  bitcoin: BitcoinChain
  prices: PriceBook
  exchange: ExchangeService
  wallets: WalletCatalogue
  analytics: AnalyticsSink
  relay: RelayServer
  login: RunningLogin
  indexer: Indexer
  onramp: Onramp
  names: Names
  faucet: Faucet
  sessions: SessionService
  /** The paymaster service of each EVM chain. */
  sponsors: readonly Sponsor[]
  signIn: SignIn
  faults: Faults
  log: RequestLog
  status: () => SandboxStatus
}

/** A request as an endpoint gets it; `params` are the named parts of its path, decoded. */
export type Asked = {
  url: URL
  query: URLSearchParams
  params: Record<string, string>
  body: Buffer
  /** The header `Accept`: a browser accepts HTML, a program may ask for JSON. */
  accept: string
}

export type Endpoint = (asked: Asked, services: Services) => Answer | Promise<Answer>

const json = (value: unknown, status = 200): Answer => ({ status, json: value })
const svg = (body: string): Answer => ({ type: 'image/svg+xml', body })
const param = (asked: Asked, name: string) => asked.params[name] ?? ''

/** The nodes that a `chainId` (CAIP-2) names; all of them when it is missing. */
function chosenNodes(asked: Asked, { nodes }: Services): readonly EvmNode[] {
  const chainId = asked.query.get('chainId')
  if (!chainId) return nodes
  const chosen = nodes.filter((node) => node.caipNetworkId === chainId)
  if (!chosen.length) throw new Refusal(400, 'chainId', `The sandbox has no network ${chainId}`)
  return chosen
}

async function forward(chain: RpcChain | undefined, body: Buffer): Promise<Answer> {
  if (!chain) throw new Refusal(404, 'chainId', 'The sandbox has no such network')
  const { status, body: answer } = await chain.forward(body).catch((cause: unknown) => {
    throw new Refusal(502, 'rpc', `${chain.name} does not answer: ${String(cause)}`)
  })
  return { status, type: 'application/json', body: answer }
}

/**
 * The chain of an RPC URL: `/rpc/{id}`, `/rpc/solana`, or `/v1/?chainId={CAIP-2}`, the form of the public RPC service.
 * Undefined for any other URL.
 */
export function rpcChain(url: URL, { nodes, solana }: Services): RpcChain | undefined {
  const path = url.pathname.replace(/\/$/, '')
  if (path === '/rpc/solana') return solana
  const chainId = path === '/v1' ? url.searchParams.get('chainId') : `eip155:${/^\/rpc\/(\d+)$/.exec(path)?.[1]}`
  return [...nodes, solana].find((chain) => chain.caipNetworkId === chainId)
}

const balance: Endpoint = async (asked, services) => {
  requireProject(asked)
  const currency = asked.query.get('currency') ?? 'usd'
  if (currency !== 'usd') throw new Refusal(400, 'currency', 'The sandbox quotes in usd only')
  // The real service's parameter `forceUpdate` has no effect here: balances are never cached.
  const address = param(asked, 'address')
  const { solana } = services
  if (isSolanaAddress(address) && [solana.caipNetworkId, null].includes(asked.query.get('chainId'))) {
    return json({ balances: readSolanaBalances(solana, address, services.prices) })
  }
  const owner = parseAddress(address)
  const nodes = chosenNodes(asked, services)
  const balances = await Promise.all(nodes.map((node) => readBalances(node, owner, services.prices)))
  return json({ balances: balances.flat() })
}

const price: Endpoint = (asked, { prices }) => {
  const { addresses, currency, projectId } = parseObject(asked.body)
  requireProject(asked, projectId)
  return json(prices.list(addresses, currency))
}

const walletImage: Endpoint = (asked, { wallets }) => {
  const id = param(asked, 'id')
  const name = wallets.nameOfImage(id)
  if (!name) throw new Refusal(404, 'id', 'No wallet has this image')
  return svg(tile(`wallet:${id}`, name))
}

const track: Endpoint = (asked, { analytics }) => {
  requireProject(asked)
  analytics.receive(asked.body)
  return json({})
}

const wallet: Endpoint = () => ({
  type: 'text/html; charset=utf-8',
  body: walletPage,
  headers: { 'content-security-policy': walletPolicy, 'referrer-policy': 'no-referrer' },
})

/** Every endpoint except those of sign-in and of the Bitcoin chain. `:name` matches one part of a path. */
const table: Record<string, Endpoint> = {
  'GET /v1/supported-chains': (asked, { nodes, solana }) => {
    requireProject(asked)
    const ids = [...nodes, solana].map((chain) => chain.caipNetworkId)
    return json({ http: ids, ws: ids })
  },
  'GET /v1/account/:address/balance': balance,
  'POST /v1/fungible/price': price,
  ...exchangeRoutes,
  'POST /v1': (asked, services) => {
    requireProject(asked)
    return forward(rpcChain(asked.url, services), asked.body)
  },
  'POST /rpc/:chainId': (asked, services) => forward(rpcChain(asked.url, services), asked.body),
  'GET /getWallets': (asked, { wallets }) => {
    requireProject(asked)
    return json(wallets.list(asked.query))
  },
  'GET /getWalletImage/:id': walletImage,
  'GET /public/getAssetImage/:id': (asked) => svg(tile(`asset:${param(asked, 'id')}`, '')),
  'GET /public/getTokenImage/:symbol': (asked) => svg(tokenImage(param(asked, 'symbol'))),
  'POST /e': track,
  'GET /wallet': wallet,
  // A page opens this when a wallet's link names this wallet page: `{link}/wc?uri={pairing URI}`.
  'GET /wallet/wc': wallet,
  'GET /wallet.js': async () => ({ type: 'text/javascript; charset=utf-8', body: await walletScript() }),
  'GET /wallet.css': () => ({ type: 'text/css; charset=utf-8', body: walletStyle }),
  'GET /sandbox/analytics': (_asked, { analytics }) => json(analytics.report()),
  'DELETE /sandbox/analytics': (_asked, { analytics }) => {
    analytics.clear()
    return json({ cleared: true })
  },
  'GET /sandbox/relay': (_asked, { relay }) => json(relay.report()),
  'POST /sandbox/relay': (asked, { relay }) => {
    relay.apply(parseSwitches(asked.body))
    return json(relay.report())
  },
  'DELETE /sandbox/relay': (_asked, { relay }) => {
    relay.clear()
    return json({ cleared: true })
  },
  ...loginRoutes,
  ...sessionRoutes,
  ...paymasterRoutes,
  ...indexerRoutes,
  ...onrampRoutes,
  ...nameRoutes,
  ...pageRoutes,
  ...explorerRoutes,
  ...faucetRoutes,
  'GET /sandbox/faults': (_asked, { faults }) => json({ faults: faults.list() }),
  'POST /sandbox/faults': (asked, { faults }) => json(faults.set(parseFault(asked.body)), 201),
  'DELETE /sandbox/faults': (asked, { faults }) => {
    faults.clear(asked.query.get('path') ?? undefined)
    return json({ faults: faults.list() })
  },
  'GET /sandbox/requests': (_asked, { log }) => json({ requests: log.list() }),
  'DELETE /sandbox/requests': (_asked, { log }) => {
    log.clear()
    return json({ cleared: true })
  },
}

/** A path's parts between slashes; a trailing slash does not count. */
const partsOf = (path: string) => path.split('/').filter(Boolean)

const routes = Object.entries(table).map(([key, endpoint]) => {
  const [method = '', pattern = ''] = key.split(' ')
  return { method, parts: partsOf(pattern), endpoint }
})

function match(parts: string[], path: string[]): Record<string, string> | undefined {
  if (parts.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const given = path[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = given
    else if (part !== given) return undefined
  }
  return params
}

/** Answers a request, or throws a {@link Refusal}, for example 404 for an unknown path, 405 for a wrong method. */
export async function answer(method: string, url: URL, body: Buffer, services: Services, accept = ''): Promise<Answer> {
  let path: string[]
  try {
    path = partsOf(url.pathname).map(decodeURIComponent)
  } catch {
    throw new Refusal(400, 'path', 'The path is not well encoded')
  }
  const [first, ...rest] = path
  if (first === 'bitcoin') return await services.bitcoin.answer(method, rest, body)
  let wrongMethod = false
  for (const route of routes) {
    const params = match(route.parts, path)
    if (!params) continue
    if (route.method === method)
      return await route.endpoint({ url, query: url.searchParams, params, body, accept }, services)
    wrongMethod = true
  }
  if (wrongMethod) throw new Refusal(405, 'method', `${url.pathname} does not take ${method}`)
  throw new Refusal(404, 'path', `The sandbox has no ${url.pathname}`)
}
