import type { Hex, LocalAccount, SignableMessage, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { Call, Kind } from './account.ts'
import type { Grant, Session } from './sessions.ts'

/** A user operation that the bundler accepted. */
export type SentCalls = {
  userOpHash: Hex
  /** Resolves when it is mined. `success` is false when all of its calls were reverted. */
  wait: () => Promise<{ transactionHash: Hex; success: boolean; receipt: TransactionReceipt }>
}

/** Amounts are in wei. A rejection by the bundler is a BundlerError. An unknown chain id throws. */
export type SmartAccounts = {
  /** The contracts' addresses, the same on each chain. */
  entryPoint: Hex
  factory: Hex
  implementation: Hex
  /** The address of an owner's account, whether or not it exists yet. The first call funds it with 1 ETH for fees. */
  addressOf: (chainId: number, owner: Hex) => Promise<Hex>
  isDeployed: (chainId: number, address: Hex) => Promise<boolean>
  /** Funds an empty address with 1 ETH, once. */
  fund: (chainId: number, address: Hex) => Promise<void>
  /**
   * Makes calls in one user operation, all of them or none. The first operation deploys the account or, for the kind
   * `delegated`, makes the owner's own address delegate to it.
   */
  sendCalls: (chainId: number, owner: LocalAccount, calls: readonly Call[], kind?: Kind) => Promise<SentCalls>
  /** The same, signed by a session key of `account`, which must be deployed. */
  sendCallsWith: (chainId: number, key: LocalAccount, account: Hex, calls: readonly Call[]) => Promise<SentCalls>
  /** ERC-1271 signatures, in the form of ERC-6492 while the account is not deployed. */
  signMessage: (chainId: number, owner: LocalAccount, message: SignableMessage) => Promise<Hex>
  signTypedData: (chainId: number, owner: LocalAccount, data: TypedDataDefinition) => Promise<Hex>
  /** Grants a key a session, or replaces its existing one. */
  grantSession: (chainId: number, owner: LocalAccount, grant: Grant, kind?: Kind) => Promise<SentCalls>
  revokeSession: (chainId: number, owner: LocalAccount, key: Hex, kind?: Kind) => Promise<SentCalls>
  /** The sessions that were not revoked, including expired ones. */
  sessions: (chainId: number, address: Hex) => Promise<Session[]>
  /** Makes the owner's own address run the account's code (EIP-7702). Resolves with the transaction's hash. */
  delegate: (chainId: number, owner: LocalAccount) => Promise<Hex>
  isDelegated: (chainId: number, address: Hex) => Promise<boolean>
}
