import type { Hex, LocalAccount, SignableMessage, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { Call, Kind } from './account.ts'
import type { Grant, Session } from './sessions.ts'

/** A user operation that the bundler took. */
export type SentCalls = {
  userOpHash: Hex
  /** Resolves when it is mined; `success` is false when its calls were reverted, all of them. */
  wait: () => Promise<{ transactionHash: Hex; success: boolean; receipt: TransactionReceipt }>
}

/** Amounts are wei. A refusal of the bundler is a BundlerError. An unknown chain id throws. */
export type SmartAccounts = {
  /** The contracts' addresses, the same on each chain. */
  entryPoint: Hex
  factory: Hex
  implementation: Hex
  /** Where an owner's account is or will be. At first it is given 1 ETH, so that it can pay. */
  addressOf: (chainId: number, owner: Hex) => Promise<Hex>
  isDeployed: (chainId: number, address: Hex) => Promise<boolean>
  /** Gives an address that has nothing 1 ETH, once. */
  fund: (chainId: number, address: Hex) => Promise<void>
  /**
   * Makes calls in one user operation: all of them or none. The first one deploys the account, or, of the kind `delegated`,
   * makes the owner's own address delegate to it.
   */
  sendCalls: (chainId: number, owner: LocalAccount, calls: readonly Call[], kind?: Kind) => Promise<SentCalls>
  /** The same, signed by a session key of `account`, which must be deployed. */
  sendCallsWith: (chainId: number, key: LocalAccount, account: Hex, calls: readonly Call[]) => Promise<SentCalls>
  /** ERC-1271 signatures; in the form of ERC-6492 while the account is not deployed. */
  signMessage: (chainId: number, owner: LocalAccount, message: SignableMessage) => Promise<Hex>
  signTypedData: (chainId: number, owner: LocalAccount, data: TypedDataDefinition) => Promise<Hex>
  /** Gives a key a session, or replaces the one that it has. */
  grantSession: (chainId: number, owner: LocalAccount, grant: Grant, kind?: Kind) => Promise<SentCalls>
  revokeSession: (chainId: number, owner: LocalAccount, key: Hex, kind?: Kind) => Promise<SentCalls>
  /** The sessions that were not revoked, expired ones among them. */
  sessions: (chainId: number, address: Hex) => Promise<Session[]>
  /** Makes the owner's own address run the account's code from now on (EIP-7702); resolves with the transaction's hash. */
  delegate: (chainId: number, owner: LocalAccount) => Promise<Hex>
  isDelegated: (chainId: number, address: Hex) => Promise<boolean>
}
