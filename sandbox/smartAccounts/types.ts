import type { Hex, LocalAccount, SignableMessage, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import type { Call, Kind } from './account.ts'
import type { Grant, Session } from './sessions.ts'

/**
 * How an operation ended. `transactionHash`: the bundler's transaction that contains it. `success` is false when its
 * calls were reverted (all of them, never some).
 */
export type Ended = { transactionHash: Hex; success: boolean }

/** What identifies a user operation. `since`: the newest block just before it was sent. */
export type SentOperation = { hash: Hex; sender: Hex; nonce: bigint; since: bigint }

/**
 * Called with a signed operation just before the operation is sent. If this function rejects, nothing is sent. It can
 * store the operation, for the case that the process ends before the bundler answers.
 */
export type Announce = (operation: SentOperation) => Promise<void>

/** A user operation that was sent. */
export type SentCalls = {
  userOpHash: Hex
  /**
   * Resolves when the operation is mined. Rejects if that takes too long (it may be mined later), if another operation
   * took its nonce, or if its receipt cannot be read.
   */
  wait: () => Promise<Ended & { receipt: TransactionReceipt }>
  /** What became of it so far. `replaced`: another operation took its nonce, so it never will be mined. */
  look: () => Promise<Ended | 'pending' | 'replaced'>
}

/** The fields of an operation that make a paymaster pay its fee. */
export type Paying = {
  paymaster: Hex
  paymasterData: Hex
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/**
 * Asks a paymaster to pay for an operation, which has the form of JSON-RPC. `offer` is called before the gas limits are
 * known, `agree` with them, and only if the offer was not final. Both reject if the paymaster does not pay.
 */
export type Payer = {
  offer: (operation: object) => Promise<Paying & { isFinal: boolean }>
  agree: (operation: object) => Promise<Paying>
}

/** An operation that is complete except for its signature, and whose fee a paymaster pays. */
export type SponsoredCalls = Omit<UserOperation<'0.8'>, keyof Paying | 'signature'> & Paying

/**
 * Smart accounts. Amounts are in wei. The bundler rejects an operation with a BundlerError. An unknown chain id throws.
 */
export type SmartAccounts = {
  /** Whether there are smart accounts on a chain. */
  has: (chainId: number) => boolean
  /**
   * The addresses of the contracts, which are the same on each chain: EntryPoint 0.8, and the accounts' factory and
   * code.
   */
  entryPoint: Hex
  factory: Hex
  implementation: Hex
  /**
   * The address of an owner's account, whether or not it exists yet. In the sandbox, the first call gives an
   * account without ether 1 ETH for fees.
   */
  addressOf: (chainId: number, owner: Hex) => Promise<Hex>
  isDeployed: (chainId: number, address: Hex) => Promise<boolean>
  /** In the sandbox: gives an address that has no ether 1 ETH, once as long as the sandbox runs. */
  fund: (chainId: number, address: Hex) => Promise<void>
  /**
   * Makes calls in one user operation, all of them or none. Resolves when the operation is sent. The first operation
   * deploys the account or, for the kind `delegated`, makes the owner's own address delegate to it. Throws `FeeAbove`,
   * with nothing sent, if the fee could be more than `most` wei.
   */
  sendCalls: (
    chainId: number,
    owner: LocalAccount,
    calls: readonly Call[],
    kind?: Kind,
    most?: bigint,
    announce?: Announce,
  ) => Promise<SentCalls>
  /** What became of an operation, which another process may have sent. */
  look: (chainId: number, operation: SentOperation) => ReturnType<SentCalls['look']>
  /**
   * Prepares calls of an owner's account as one operation whose fee a paymaster pays. It signs nothing with the owner's
   * key.
   */
  prepareSponsored: (chainId: number, owner: Hex, calls: readonly Call[], payer: Payer) => Promise<SponsoredCalls>
  /**
   * Signs a prepared operation as it is, and sends it once. Throws `NonceTaken`, with nothing signed, if it is
   * outdated.
   */
  sendSponsored: (
    chainId: number,
    owner: LocalAccount,
    prepared: SponsoredCalls,
    announce?: Announce,
  ) => Promise<SentCalls>
  /** Makes calls of `account`, which must be deployed, in one user operation that its session key `key` signs. */
  sendCallsWith: (chainId: number, key: LocalAccount, account: Hex, calls: readonly Call[]) => Promise<SentCalls>
  /** Signs for the account (ERC-1271). While the account is not deployed, the signature has the form of ERC-6492. */
  signMessage: (chainId: number, owner: LocalAccount, message: SignableMessage) => Promise<Hex>
  signTypedData: (chainId: number, owner: LocalAccount, data: TypedDataDefinition) => Promise<Hex>
  /**
   * Grants a session to a key, or replaces the key's existing one. `grantSession` and `revokeSession` throw `FeeAbove`
   * as `sendCalls` does.
   */
  grantSession: (chainId: number, owner: LocalAccount, grant: Grant, kind?: Kind, most?: bigint) => Promise<SentCalls>
  revokeSession: (chainId: number, owner: LocalAccount, key: Hex, kind?: Kind, most?: bigint) => Promise<SentCalls>
  /** An account's sessions that were not revoked, including expired ones. */
  sessions: (chainId: number, address: Hex) => Promise<Session[]>
  /** In the sandbox: makes the owner's own address run the account's code (EIP-7702). Resolves with the hash. */
  delegate: (chainId: number, owner: LocalAccount) => Promise<Hex>
  isDelegated: (chainId: number, address: Hex) => Promise<boolean>
}
