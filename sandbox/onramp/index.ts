/** An on-ramp with a test checkout page. It pays purchases out in real transactions on the sandbox's own chains. */
import type { EvmNode } from '../node.ts'
import type { PriceBook } from '../prices.ts'
import type { SolanaChain } from '../solana/chain.ts'
import type { Token } from '../tokens.ts'
import { soldIn } from './currencies.ts'
import { createOrders } from './orders.ts'
import { createTreasury } from './treasury.ts'

export type { OnrampRules, Purchase } from './orders.ts'

export type OnrampParts = {
  nodes: readonly EvmNode[]
  solana: SolanaChain
  tokens: readonly Token[]
  prices: PriceBook
  /** The sandbox's URL, which has the checkout page. */
  url: string
}

export function createOnramp({ nodes, solana, tokens, prices, url }: OnrampParts) {
  const sold = soldIn(tokens)
  return { url, sold, ...createOrders(sold, prices, createTreasury(nodes, solana)) }
}

export type Onramp = ReturnType<typeof createOnramp>
