import type { SessionAccount } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import type { CaipNetwork } from './network.ts'

/** A transaction as our own screens build it. Amounts in the chain's base units (wei, lamports, satoshi). */
export type TransactionRequest = {
  from: string
  to: string
  value?: bigint
  /** eip155: call data in hex; solana: the compiled transaction, not signed, in base64. Absent: `value` goes to `to`. */
  data?: string
  gas?: bigint
  gasPrice?: bigint
  /** eip155 (EIP-1559, wei for one unit of gas); not beside `gasPrice`. */
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  /** eip155 (EIP-2930): storage keys are 32 bytes in hex. */
  accessList?: readonly { address: string; storageKeys: readonly string[] }[]
  /** eip155 (EIP-4844): blobs of 131,072 bytes in hex, as `toBlobs` makes them. */
  blobs?: readonly string[]
  maxFeePerBlobGas?: bigint
  /** eip155 (EIP-7702): signed authorizations. */
  authorizationList?: readonly Authorization[]
  chain: CaipNetwork
}

/** EIP-7702, signed: `address` is the code that the account takes. */
export type Authorization = {
  address: string
  chainId: number
  nonce: number
  r: string
  s: string
  yParity: number
}

export type TransactionReceipt = { status: 'success' | 'reverted'; hash: string }

/** A fungible token's transfer; `amount` in base units. */
export type Transfer = {
  from: string
  to: string
  token: string
  amount: bigint
  chain: CaipNetwork
  /** CAIP-10 addresses of tokens, beside the known ones, whose transfer returns nothing. */
  noReturnTokens?: readonly string[]
}

/**
 * What the bytes of a transaction say (solana): base units sent to an account, of a token (its mint) or of the native
 * currency, and what else runs; `isHarmless` takes nothing away.
 */
export type ReadTransaction = {
  payer: string
  steps: readonly ({ to: string; value: bigint; token?: string } | { program: string; isHarmless: boolean })[]
}

/**
 * Everything that one namespace can do, given a wallet's provider. A method that a namespace lacks is absent, and its
 * absence is the capability check: nothing throws "not implemented". Errors are the provider's or RPC's own, unreported.
 */
export type Adapter = {
  readonly namespace: string
  /** The native balance in base units. */
  getBalance?: (kit: Kit, network: CaipNetwork, address: string) => Promise<bigint>
  /**
   * Resolves when the wallet is on the network; adds it first where the wallet does not know it. With accounts, where an
   * account is spelled in another way on each network.
   */
  switchNetwork?: (kit: Kit, provider: unknown, network: CaipNetwork) => Promise<readonly SessionAccount[] | void>
  signMessage?: (kit: Kit, provider: unknown, address: string, message: string) => Promise<string>
  /** Asks the wallet to sign and send; resolves with the hash. Never retried. */
  sendTransaction?: (kit: Kit, provider: unknown, request: TransactionRequest) => Promise<string>
  /** The call that transfers a token, ready for {@link sendTransaction} and for gas estimates. */
  buildTransfer?: (kit: Kit, transfer: Transfer) => Promise<TransactionRequest>
  /** Gas units that the transaction would use. */
  estimateGas?: (kit: Kit, request: TransactionRequest) => Promise<bigint>
  /** What the transaction would cost in all, in base units, where the fee is not gas times its price. */
  estimateFee?: (kit: Kit, request: TransactionRequest) => Promise<bigint>
  /** Base units of the native currency for one unit of gas. */
  getGasPrice?: (kit: Kit, network: CaipNetwork) => Promise<bigint>
  /**
   * Polls until the transaction is in a block; `signal` ends that, and so does `timeout` (ms) where one is given: a
   * transaction may wait for days.
   */
  waitForTransaction?: (
    kit: Kit,
    network: CaipNetwork,
    hash: string,
    signal?: AbortSignal,
    timeout?: number,
  ) => Promise<TransactionReceipt>
  /** The node's own record of a transaction, unparsed. Throws where the node does not know it. */
  getTransaction?: (kit: Kit, network: CaipNetwork, hash: string) => Promise<Record<string, unknown>>
  /** What became of a transaction, asked once. Throws where it is in no block yet. */
  getReceipt?: (kit: Kit, network: CaipNetwork, hash: string) => Promise<TransactionReceipt>
  /** The token's balance in base units and its decimals, read from the chain. */
  getToken?: (
    kit: Kit,
    network: CaipNetwork,
    token: string,
    owner: string,
  ) => Promise<{ balance: bigint; decimals: number; symbol: string }>
  /** What the wallet says that it can do, by hex chain id (EIP-5792). */
  getCapabilities?: (kit: Kit, provider: unknown, address: string) => Promise<Record<string, Record<string, unknown>>>
  /** The wallet's own answer to `wallet_getAssets` (ERC-7811), unparsed. */
  getAssets?: (kit: Kit, provider: unknown, address: string, network: CaipNetwork) => Promise<unknown>
  /** The wallet's own answer to `wallet_grantPermissions` (ERC-7715), unparsed. Never retried. */
  grantPermissions?: (kit: Kit, provider: unknown, request: Readonly<Record<string, unknown>>) => Promise<unknown>
  isAddress?: (text: string) => boolean
  /** solana: what a transaction (base64, as it is handed to a wallet) does; `undefined` for what is none. */
  readTransaction?: (transaction: string) => Promise<ReadTransaction | undefined>
}
