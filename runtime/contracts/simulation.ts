/** The types of a simulation: what a network's node says a transaction would do, before it is signed. */

/** `token`: the contract (or mint); absent for the native currency. `id`: only for an NFT (ERC-721, ERC-1155). */
export type SimulatedAsset = { token?: string; id?: bigint }

/** How much of an asset an account gains (above zero) or loses (below zero), in base units, without the network fee. */
export type BalanceChange = SimulatedAsset & {
  amount: bigint
  /** `symbol` and `decimals` come from the token's contract; absent if the contract was not read or did not answer. */
  symbol?: string
  decimals?: number
}

/** What an account other than the sender gets. `amount` is in base units. */
export type SimulatedReceipt = SimulatedAsset & { holder: string; amount: bigint }

/**
 * What a spender may take from the account after the transaction. `amount` is in base units. `all`: every NFT of the
 * contract (`setApprovalForAll`).
 */
export type SimulatedAllowance = SimulatedAsset & {
  token: string
  spender: string
  amount: bigint
  all?: true
  symbol?: string
  decimals?: number
}

/**
 * The outcome of a transaction on the newest block. `reverted`: the transaction would fail and move nothing; `reason`
 * is the node's or the contract's own short text. Addresses are as the network writes them; on EVM networks in lower
 * case.
 */
export type Simulation = {
  status: 'success' | 'reverted'
  reason?: string
  /** The sender's gains and losses. An asset of which the sender has the same amount afterwards is left out. */
  changes: readonly BalanceChange[]
  receipts: readonly SimulatedReceipt[]
  allowances: readonly SimulatedAllowance[]
}
