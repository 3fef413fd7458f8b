import type { SessionAccount } from './connector.ts'
import type { CaipNetwork } from './network.ts'
import { chainAdapterNotFound } from '../errors/thrown.ts'
import type { Kit } from './kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { BatchCall, CallsStatus, WatchedAsset } from './requests.ts'
import type { Simulation } from './simulation.ts'

/**
 * A transaction as walletkit and its plugins build it. Amounts are in the chain's base units (wei, lamports, satoshi).
 */
export type TransactionRequest = {
  from: string
  to: string
  value?: bigint
  /** eip155: call data in hex; solana: the compiled, unsigned transaction in base64. Absent: sends `value` to `to`. */
  data?: string
  gas?: bigint
  gasPrice?: bigint
  /** eip155 (EIP-1559), in wei per unit of gas. Cannot be combined with `gasPrice`. */
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  /** eip155 (EIP-2930): storage keys are 32 bytes in hex. */
  accessList?: readonly { address: string; storageKeys: readonly string[] }[]
  /** eip155 (EIP-4844): blobs of 131,072 bytes in hex, as `toBlobs` returns them. */
  blobs?: readonly string[]
  maxFeePerBlobGas?: bigint
  /** eip155 (EIP-7702): signed authorizations. */
  authorizationList?: readonly Authorization[]
  chain: CaipNetwork
}

/** A signed authorization (EIP-7702): `address` is the contract whose code the account adopts. */
export type Authorization = {
  address: string
  chainId: number
  nonce: number
  r: string
  s: string
  yParity: number
}

export type TransactionReceipt = { status: 'success' | 'reverted'; hash: string }

/** The transfer of a fungible token. `token` is its contract (or mint); `amount` is in base units. */
export type Transfer = {
  from: string
  to: string
  token: string
  amount: bigint
  chain: CaipNetwork
  /** eip155: CAIP-10 addresses of tokens whose `transfer` returns nothing, in addition to the built-in list (USDT). */
  noReturnTokens?: readonly string[]
}

/** solana: the token accounts whose delegates are to lose their allowance, each with the program that owns it. */
export type Revocation = {
  from: string
  accounts: readonly { address: string; program: string }[]
  chain: CaipNetwork
}

/**
 * What a Solana transaction does, read from its bytes. `fee` is the highest fee that it can cost, in lamports. A step
 * is a transfer to an account, an allowance for a spender, a change of the `authority` over an account (`undefined`:
 * the transaction removes the authority), or another program that runs. A `value` is in base units of `token`, or in
 * lamports without `token`. `token` is the mint, or the token account if the transaction does not name the mint. A
 * program that is `isHarmless` sends no funds away.
 */
export type ReadTransaction = {
  payer: string
  fee: bigint
  /** The transaction has a durable nonce, so it does not expire: whoever has it can send it at any later time. */
  isLasting?: boolean
  steps: readonly (
    | { to: string; value: bigint; token?: string }
    | { spender: string; value: bigint; token: string }
    | { authority: string | undefined; account: string }
    | { program: string; isHarmless: boolean }
  )[]
}

/**
 * Everything that one namespace can do with a wallet's provider. If a namespace cannot do something, the method is
 * absent; callers check for it. Methods throw the errors of the provider or RPC and do not report them; on eip155, if
 * the kit recognises why a transaction was refused, it throws a `TransactionError` with that error as its cause.
 */
export type Adapter = {
  readonly namespace: string
  /** The native balance in base units. */
  getBalance?: (kit: Kit, network: CaipNetwork, address: string) => Promise<bigint>
  /**
   * Makes the wallet use the network. On eip155, asks the wallet to switch, and to add the network if the wallet does
   * not know it; other wallets are only asked where they have to switch. On chains whose addresses depend on the
   * network, resolves with the wallet's accounts there.
   */
  switchNetwork?: (kit: Kit, provider: unknown, network: CaipNetwork) => Promise<readonly SessionAccount[] | void>
  signMessage?: (kit: Kit, provider: unknown, address: string, message: string) => Promise<string>
  /**
   * Asks the wallet to sign and send the transaction; resolves with its hash. Never retry: a second call could send
   * twice.
   */
  sendTransaction?: (kit: Kit, provider: unknown, request: TransactionRequest) => Promise<string>
  /** Builds the request that transfers a token, for {@link sendTransaction} and for gas estimates. */
  buildTransfer?: (kit: Kit, transfer: Transfer) => Promise<TransactionRequest>
  /** solana: builds the request that revokes the allowances of several delegates, for {@link sendTransaction}. */
  buildRevocation?: (kit: Kit, revocation: Revocation) => Promise<TransactionRequest>
  /** Gas units that the transaction would use. */
  estimateGas?: (kit: Kit, request: TransactionRequest) => Promise<bigint>
  /** The whole fee of a transaction in base units, on chains where the fee is not gas times gas price (Solana). */
  estimateFee?: (kit: Kit, request: TransactionRequest) => Promise<bigint>
  /** The price of one unit of gas, in base units of the native currency. */
  getGasPrice?: (kit: Kit, network: CaipNetwork) => Promise<bigint>
  /**
   * Polls until the transaction is in a block, and resolves with its receipt. Rejects when `signal` aborts, after
   * `timeout` ms if that is given, and on Solana with `TX_NOT_FOUND` once the transaction has expired. On eip155 it
   * polls without an end otherwise, because a transaction can be pending for days.
   */
  waitForTransaction?: (
    kit: Kit,
    network: CaipNetwork,
    hash: string,
    signal?: AbortSignal,
    timeout?: number,
  ) => Promise<TransactionReceipt>
  /** The node's own record of a transaction, unparsed. Throws if the node does not know the transaction. */
  getTransaction?: (kit: Kit, network: CaipNetwork, hash: string) => Promise<Record<string, unknown>>
  /** Asks once for a transaction's receipt. Throws if the transaction is not in a block yet. */
  getReceipt?: (kit: Kit, network: CaipNetwork, hash: string) => Promise<TransactionReceipt>
  /** The token's balance in base units, its decimals and its symbol (empty on Solana), read from the chain. */
  getToken?: (
    kit: Kit,
    network: CaipNetwork,
    token: string,
    owner: string,
  ) => Promise<{ balance: bigint; decimals: number; symbol: string }>
  /** The capabilities that the wallet reports, keyed by hex chain id (EIP-5792). */
  getCapabilities?: (kit: Kit, provider: unknown, address: string) => Promise<Record<string, Record<string, unknown>>>
  /** The wallet's response to `wallet_getAssets` (ERC-7811), unparsed. */
  getAssets?: (kit: Kit, provider: unknown, address: string, network: CaipNetwork) => Promise<unknown>
  /**
   * The wallet's response to `wallet_grantPermissions` (ERC-7715), unparsed. Never retry: a second request could grant
   * twice.
   */
  grantPermissions?: (kit: Kit, provider: unknown, request: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** The wallet's response to `wallet_revokePermissions` (ERC-7715), unparsed. */
  revokePermissions?: (kit: Kit, provider: unknown, request: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** Asks the wallet to sign typed data (EIP-712), given as JSON; resolves with the signature. */
  signTypedData?: (kit: Kit, provider: unknown, address: string, json: string) => Promise<string>
  /** Asks the wallet to list a token (EIP-747); resolves with whether it does. */
  watchAsset?: (kit: Kit, provider: unknown, asset: WatchedAsset) => Promise<boolean>
  /**
   * Asks the wallet to send calls as one batch (EIP-5792); resolves with the batch's id. `isAtomic`: either all calls
   * succeed or none does. `paymaster`: the URL of a paymaster that the wallet may use (ERC-7677). Never retry: a second
   * call could send twice.
   */
  sendCalls?: (
    kit: Kit,
    provider: unknown,
    batch: {
      from: string
      chain: CaipNetwork
      calls: readonly BatchCall[]
      isAtomic: boolean
      paymaster?: string | undefined
    },
  ) => Promise<string>
  /** Asks the wallet what became of the batch with this id. */
  getCallsStatus?: (kit: Kit, provider: unknown, id: string) => Promise<CallsStatus>
  isAddress?: (text: string) => boolean
  /**
   * Asks the network's node what a transaction would do after the calls in `after`, which run first, in order. The
   * result covers all of them. Solana ignores `after`. Throws if the node cannot simulate, or does not answer.
   */
  simulate?: (kit: Kit, request: TransactionRequest, after?: readonly BatchCall[]) => Promise<Simulation>
  /** solana: reads what a transaction (base64) does; `undefined` if the text is not a valid transaction. */
  readTransaction?: (transaction: string) => Promise<ReadTransaction | undefined>
}

/** Loads the namespace's adapter. Throws 'Chain adapter not found' if the build does not include that namespace. */
export async function adapterOf(kit: Kit, namespace: Namespace): Promise<Adapter> {
  const chain = kit.chains.get(namespace)
  if (!chain) throw chainAdapterNotFound()
  return (await chain.adapter()).default
}
