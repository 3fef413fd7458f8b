/**
 * Reads the active account's tokens: from the wallet's own list, else from the API; without an API, the native balance
 * and the config's token from the network's RPC.
 */
import { type Adapter, adapterOf } from '../contracts/adapter.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { toCaipAddress } from '../lib/caip.ts'
import { networkClientNotSet, networkUndefined } from '../errors/thrown.ts'
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipAddress, Namespace } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import { plain } from '../lib/isRecord.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import { THIRTY_SECONDS } from '../lib/time.ts'
import { formatUnits } from '../lib/units.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'
import { parseBalances, parseTokenBalance, type TokenBalance } from '../contracts/tokenBalance.ts'
import { createCache } from './cache.ts'
import { createOrder } from './inOrder.ts'
import { loadRate } from './currency.ts'
import { fetchWalletAssets } from './walletAssets.ts'

/** The namespaces of this package whose balances can be read. */
export const BALANCE_NAMESPACES: readonly Namespace[] = ['eip155', 'solana']
/** Whether the balances of a namespace can be read. For a chain from outside this package, its `family` decides. */
export const hasBalances = ({ chains }: Kit, namespace: Namespace): boolean =>
  chains.get(namespace)?.family?.hasBalances ?? BALANCE_NAMESPACES.includes(namespace)
/** In ms: how long a cached token list or native balance is used, and how long to wait after a failed attempt. */
export const BALANCE_LIFETIME = THIRTY_SECONDS

const parseList = (value: unknown) =>
  Array.isArray(value) ? value.flatMap((entry) => parseTokenBalance(entry) ?? []) : undefined
const parseText = (value: unknown) => (typeof value === 'string' && /^\d{1,78}$/.test(value) ? value : undefined)

export const portfolioCache = perKit((kit) =>
  createCache(kit.storage, STORAGE_KEYS.portfolioCache, BALANCE_LIFETIME, parseList),
)
export const nativeBalanceCache = perKit((kit) =>
  createCache(kit.storage, STORAGE_KEYS.nativeBalanceCache, BALANCE_LIFETIME, parseText),
)
type Flight = { force: boolean; isOver: boolean; balances: Promise<readonly TokenBalance[]> }
/** The newest request for each account's tokens. Simultaneous calls share it. */
const flights = perKit(() => new Map<string, Flight>())
/**
 * Of the reads of one account's balance, the one that began last decides, even if an earlier one is answered later.
 * `natives` has native balances, `tokens` those of the config's tokens.
 */
const natives = perKit(() => createOrder<bigint>())
const tokens = perKit(() => createOrder<Awaited<ReturnType<NonNullable<Adapter['getToken']>>>>())

/**
 * Whether the active network's balances can be read: its namespace has balances, and the API (or, without an API, an
 * RPC URL) serves the network.
 */
export async function canReadBalances(kit: Kit): Promise<boolean> {
  const network = activeNetworkOf(kit)
  if (!network || !hasBalances(kit, network.chainNamespace)) return false
  const api = blockchainApi(kit)
  return api ? api.supports(network.caipNetworkId) : network.rpcUrls.default.http.length > 0
}

/**
 * Fetches the tokens of the active account into its state, and resolves with them. A failure shows 'Token Balance
 * Unavailable' and resolves with the tokens known before; for the next 30 s, calls without `force` do not try again.
 */
export async function updateBalances(kit: Kit, { force = false } = {}): Promise<readonly TokenBalance[]> {
  const account = activeAccount(kit)
  const { caipAddress } = account ?? {}
  if (!account || !caipAddress) return []
  const locked = account.lastRetry !== undefined && Date.now() - account.lastRetry < BALANCE_LIFETIME
  if (locked && !force) return account.tokenBalance ?? []
  account.balanceLoading = true
  try {
    const balances = await fetchBalances(kit, { force })
    if (account.caipAddress !== caipAddress) return balances
    account.tokenBalance = [...balances]
    account.lastRetry = undefined
    return balances
  } catch (error) {
    if (account.caipAddress === caipAddress) {
      account.lastRetry = Date.now()
      report(kit, error, 'TOKEN_BALANCE')
    }
    return account.tokenBalance ?? []
  } finally {
    account.balanceLoading = false
  }
}

/**
 * Fetches the tokens of the active account without writing them to its state; only a late answer of the wallet itself
 * is written there (`takeLate`). The result is at most 30 s old; with `force`, it is fetched again. Empty without an
 * account. Rejects if the tokens cannot be read. Simultaneous calls share one request. A call with `force` during a
 * request without it starts a second request, which also answers the earlier calls: the first answer may lack a new
 * transaction.
 */
export function fetchBalances(kit: Kit, { force = false } = {}): Promise<readonly TokenBalance[]> {
  const caipAddress = activeAccount(kit)?.caipAddress
  if (!caipAddress) return Promise.resolve([])
  const cached = force ? undefined : portfolioCache(kit).get(caipAddress)
  if (cached) return loadRate(kit).then(() => cached)
  const last = flights(kit).get(caipAddress)
  if (last && !last.isOver && (last.force || !force)) return last.balances
  const newest = () => flights(kit).get(caipAddress) ?? flight
  const flight: Flight = {
    force,
    isOver: false,
    balances: readBalances(kit, caipAddress, force, () => newest() === flight)
      // If a later request has started since, answer with its result. If that fails, an older answer is better than
      // none.
      .then((own) => (newest() === flight ? own : newest().balances.catch(() => own)))
      .finally(() => void (flight.isOver = true)),
  }
  flights(kit).set(caipAddress, flight)
  return flight.balances
}

async function readBalances(
  kit: Kit,
  caipAddress: CaipAddress,
  force: boolean,
  isNewest: () => boolean,
): Promise<readonly TokenBalance[]> {
  const network = activeNetworkOf(kit)
  const address = activeAccount(kit)?.address
  if (!network || !address) return []
  if (!(await canReadBalances(kit))) throw coreError('TOKEN_BALANCE')
  // Wait for the exchange rate too, so that no shown value changes its currency later.
  const rated = loadRate(kit)
  const own = await fetchWalletAssets(kit, network, address, (late) => takeLate(kit, caipAddress, network, late))
  const api = blockchainApi(kit)
  const query = { currency: 'usd', chainId: network.caipNetworkId, ...(force ? { forceUpdate: caipAddress } : {}) }
  const balances = pictured(
    kit,
    network,
    own ??
      (api
        ? parseBalances(await api.read({ path: `v1/account/${address}/balance`, query }))
        : [await nativeEntry(kit, network, address), ...(await tokenEntry(kit, network, address))]),
  )
  if (isNewest()) portfolioCache(kit).set(caipAddress, balances)
  await rated
  return balances
}

/** Replaces the service's list in cache and state by the wallet's own list, which arrived after the waiting time. */
function takeLate(kit: Kit, caipAddress: CaipAddress, network: CaipNetwork, assets: readonly TokenBalance[]) {
  const balances = pictured(kit, network, assets)
  portfolioCache(kit).set(caipAddress, balances)
  const account = activeAccount(kit)
  if (account?.caipAddress === caipAddress) account.tokenBalance = balances
}

/** Returns the balances, with the site's own image for the token that the config names. */
function pictured(kit: Kit, network: CaipNetwork, balances: readonly TokenBalance[]): TokenBalance[] {
  const { address, image } = kit.config.tokens?.[network.caipNetworkId] ?? {}
  const wanted = address && `${network.caipNetworkId}:${address}`.toLowerCase()
  return balances.map((each) => (image && each.address?.toLowerCase() === wanted ? { ...each, iconUrl: image } : each))
}

/**
 * Reads the token that the config's `tokens` names for the network from its contract. Empty if the config names none,
 * or the contract cannot be read.
 */
async function tokenEntry(kit: Kit, network: CaipNetwork, owner: string): Promise<TokenBalance[]> {
  const { caipNetworkId: chainId } = network
  const { address } = kit.config.tokens?.[chainId] ?? {}
  const token = await readConfigToken(kit, network, owner).catch(() => undefined)
  if (!address || !token) return []
  const { balance, decimals, symbol } = token
  const quantity = { decimals: String(decimals), numeric: formatUnits(balance, decimals) }
  return [{ name: symbol, symbol, chainId, address: `${chainId}:${address}`, price: 0, quantity, iconUrl: '' }]
}

/**
 * Balance (in base units), decimals and symbol of the token that the config names for the network; `undefined` if it
 * names none, without an account, and if the namespace's adapter reads no tokens.
 */
async function readConfigToken(kit: Kit, network: CaipNetwork | undefined, owner: string | undefined) {
  const { address } = (network && kit.config.tokens?.[network.caipNetworkId]) ?? {}
  if (!network || !owner || !address) return undefined
  const adapter = await adapterOf(kit, network.chainNamespace)
  const read = adapter.getToken?.bind(adapter, kit, plain(network), address, owner)
  return read && tokens(kit)(toCaipAddress(network.caipNetworkId, owner), read)
}

/** The account and network of a namespace. */
const shownOn = ({ state }: Kit, namespace: Namespace | undefined) =>
  namespace
    ? { account: state.accounts[namespace], network: state.networks[namespace].caipNetwork }
    : { account: undefined, network: undefined }

async function nativeEntry(kit: Kit, network: CaipNetwork, address: string): Promise<TokenBalance> {
  const { name, symbol, decimals } = network.nativeCurrency
  const balance = await readNative(kit, network, address)
  const quantity = { decimals: String(decimals), numeric: formatUnits(balance, decimals) }
  return { name, symbol, chainId: network.caipNetworkId, price: 0, quantity, iconUrl: '' }
}

type NativeOptions = { force?: boolean; namespace?: Namespace | undefined }

/**
 * The native balance of a namespace's account, by default the active one's, in base units. It is at most 30 s old; with
 * `force`, it is read again. Throws what the RPC throws, and without an account or an adapter that reads balances.
 */
export async function fetchNativeBalance(
  kit: Kit,
  { force = false, namespace = kit.state.networks.activeChain }: NativeOptions = {},
): Promise<bigint> {
  const { account, network } = shownOn(kit, namespace)
  if (!account?.address || !network) throw networkUndefined()
  return readNative(kit, network, account.address, force)
}

async function readNative(kit: Kit, network: CaipNetwork, address: string, force = false): Promise<bigint> {
  const caipAddress = toCaipAddress(network.caipNetworkId, address)
  const cached = force ? undefined : nativeBalanceCache(kit).get(caipAddress)
  if (cached !== undefined) return BigInt(cached)
  const adapter = await adapterOf(kit, network.chainNamespace)
  const read = adapter.getBalance?.bind(adapter, kit, plain(network), address)
  if (!read) throw networkClientNotSet()
  const balance = await natives(kit)(caipAddress, read)
  nativeBalanceCache(kit).set(caipAddress, balance.toString())
  return balance
}

/**
 * Updates the balance that buttons and pages show: the native one, or that of the token in the config's `tokens`; of
 * the active account, or of another namespace's. Rejects on a failure, and then keeps the known balance.
 */
export async function updateNativeBalance(
  kit: Kit,
  { force = false, namespace = kit.state.networks.activeChain }: NativeOptions = {},
): Promise<void> {
  const { account, network } = shownOn(kit, namespace)
  const before = account?.caipAddress
  if (!account || !network || !before) return
  const { decimals, symbol } = network.nativeCurrency
  if (account.balance === undefined) account.balanceStatus = 'loading'
  try {
    const token = await readConfigToken(kit, network, account.address)
    if (account.caipAddress !== before) return
    const { balance, ...unit } = token ?? {
      balance: await fetchNativeBalance(kit, { force, namespace }),
      ...{ decimals, symbol },
    }
    if (account.caipAddress !== before) return
    account.balance = formatUnits(balance, unit.decimals)
    account.balanceSymbol = unit.symbol
    account.balanceStatus = 'success'
  } catch (error) {
    if (account.caipAddress === before && account.balance === undefined) account.balanceStatus = 'error'
    throw error
  }
}
