/** An exchange on the sandbox's EVM chains: real contracts, with functions for tests. */
import { decodeEventLog, getAddress, type Hex } from 'viem'
import * as router from '../contracts/artifacts/ExchangeRouter.ts'
import type { EvmNode } from '../node.ts'
import { receipt, type NodeReceipt } from '../receipt.ts'
import type { Token } from '../tokens.ts'
import { ETHER, FEE_ADDRESS, MAKER, ROUTER, WRAPPED_ETHER } from './addresses.ts'
import { openExchangeChain, swapData, valueOf, type ExchangeChain, type PoolState } from './chain.ts'
import { transaction } from './deploy.ts'
import type { Pair } from './params.ts'
import { exchangeTokens } from './tokens.ts'

export type { PoolState } from './chain.ts'

/** Tokens by symbol (`ETH`, `DAI`, …); `amount` in the smallest unit of `from`. */
export type Trade = { from: string; to: string; amount: bigint }

/** The exchange as tests use it. The contracts are deployed on first use, at the same addresses on every chain. */
export type Exchange = {
  router: Hex
  /** The address that receives the fee of each swap: 0.85 % of the input, in the input token. */
  feeAddress: Hex
  wrappedEther: Hex
  /**
   * The tokens that are deployed with the exchange (UNI, WBTC), on every chain; the test accounts start without them.
   */
  tokens: readonly Token[]
  /** Deploys the contracts if they do not exist yet. */
  ready: (chainId: number) => Promise<void>
  /** Every pool with its reserves, read from the chain. A pool of ether has wrapped ether. */
  pools: (chainId: number) => Promise<PoolState[]>
  /**
   * Swaps from the exchange's own account, which moves the price. Resolves when it is mined, with the output in the
   * smallest unit of `to`. Throws when the swap would pay nothing, for example because no pools connect the two tokens.
   */
  trade: (chainId: number, trade: Trade) => Promise<{ hash: Hex; amountOut: bigint }>
  /**
   * Makes one trade, after which a swap of `from` into `to` pays about `percent` less. The two must have a pool of
   * their own.
   * @param percent above 0, below 100
   */
  movePrice: (chainId: number, move: { from: string; to: string; percent: number }) => Promise<void>
}

/**
 * The amount (of `from`, smallest unit) of each user's newest quote for a pair; `build-approve` without amount uses it.
 */
type Quoted = { get: (pair: Pair) => bigint | undefined; set: (pair: Pair, amount: bigint) => void }

/** The exchange as the HTTP endpoints use it. */
export type ExchangeService = { chains: readonly ExchangeChain[]; quoted: Quoted }

const MOST_QUOTED = 1000

function createQuoted(): Quoted {
  const amounts = new Map<string, bigint>()
  const keyOf = ({ chainId, from, to, user }: Pair) => [chainId, from, to, user].join(' ')
  return {
    get: (pair) => amounts.get(keyOf(pair)),
    set(pair, amount) {
      amounts.delete(keyOf(pair))
      amounts.set(keyOf(pair), amount)
      const [oldest] = amounts.keys()
      if (amounts.size > MOST_QUOTED && oldest !== undefined) amounts.delete(oldest)
    },
  }
}

/**
 * Creates the exchange: `service` for the HTTP endpoints, and `exchange` for tests.
 * @param tokens every token of the sandbox; those of kind `spam` cannot be swapped
 */
export function createExchange(nodes: readonly EvmNode[], tokens: readonly Token[]) {
  const own = exchangeTokens(nodes.map(({ id }) => id))
  const swappable = [...tokens, ...own].filter(({ kind }) => kind !== 'spam')
  const chains = nodes.map((node) =>
    openExchangeChain(
      node,
      swappable.filter(({ chainId }) => chainId === node.id),
    ),
  )
  return { service: { chains, quoted: createQuoted() } satisfies ExchangeService, exchange: createVerbs(chains, own) }
}

function createVerbs(chains: readonly ExchangeChain[], own: readonly Token[]): Exchange {
  function at(chainId: number): ExchangeChain {
    const chain = chains.find(({ node }) => node.id === chainId)
    if (!chain) throw new Error(`The sandbox has no EVM chain ${chainId}`)
    return chain
  }

  function addressOf({ tokens }: ExchangeChain, symbol: string): Hex {
    const address = symbol === 'ETH' ? ETHER : tokens.find((token) => token.symbol === symbol)?.address
    if (!address) throw new Error(`The exchange has no ${symbol}`)
    return address
  }

  async function trade(chainId: number, { from, to, amount }: Trade) {
    const chain = at(chainId)
    const [first, last] = [addressOf(chain, from), addressOf(chain, to)]
    const { path, amountOut } = await chain.quote(first, last, amount)
    if (!amountOut) throw new Error(`Nothing is paid for ${amount} ${from} in ${to}`)
    // A swap of a page may be mined first and change the price, so accept any output.
    const swap = { path, amountIn: amount, minimumOut: 0n, to: MAKER, deadline: await chain.deadline() }
    const sent = transaction({ to: ROUTER, data: swapData(swap), value: valueOf(first, amount) })
    const hash = (await chain.node.request('eth_sendTransaction', [sent])) as Hex
    const mined = await receipt(chain.node, hash)
    if (mined.status !== '0x1') throw new Error(`The trade failed: ${hash}`)
    return { hash, amountOut: paidOut(mined) }
  }

  async function movePrice(chainId: number, { from, to, percent }: { from: string; to: string; percent: number }) {
    const chain = at(chainId)
    const inPool = (symbol: string) => (symbol === 'ETH' ? WRAPPED_ETHER : addressOf(chain, symbol))
    const [first, last] = [getAddress(inPool(from)), getAddress(inPool(to))]
    const pool = (await chain.pools()).find(({ tokens }) => tokens.includes(first) && tokens.includes(last))
    const left = BigInt(Math.round((100 - percent) * 100))
    if (!pool || left <= 0n || left >= 10_000n) throw new Error(`${from} to ${to} cannot be moved by ${percent} %`)
    const reserve = pool.tokens[0] === first ? pool.reserves[0] : pool.reserves[1]
    // The price is proportional to 1 / reserve², so the reserve of `from` must grow by the factor √(1 / left). The
    // router's fee leaves 99.15 % of the amount for the pool.
    const amount = ((squareRoot((reserve * reserve * 10_000n) / left) - reserve) * 10_000n) / 9_915n
    await trade(chainId, { from, to, amount })
  }

  return {
    router: ROUTER,
    feeAddress: FEE_ADDRESS,
    wrappedEther: WRAPPED_ETHER,
    tokens: own,
    ready: (chainId) => at(chainId).ready(),
    pools: (chainId) => at(chainId).pools(),
    trade,
    movePrice,
  }
}

/** The output of a mined swap, from the receipt's last log, which is the router's `Swapped` event. */
function paidOut(mined: NodeReceipt): bigint {
  const { logs } = mined as { logs: { topics: [Hex, ...Hex[]]; data: Hex }[] }
  const last = logs.at(-1)
  if (!last) throw new Error('The trade left no trace')
  return decodeEventLog({ abi: router.abi, eventName: 'Swapped', ...last }).args.out
}

/** The square root, rounded down, by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = value
  for (let next = (value + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}
