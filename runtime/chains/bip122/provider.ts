/** The provider of Bitcoin chains. Apps use the same interface for wallets in this browser and remote ones. */
import type { SessionAccount } from '../../contracts/connector.ts'
import type { CaipNetwork } from '../../contracts/network.ts'

export type BitcoinAccount = {
  readonly address: string
  /** The public key in hex without 0x, usually 32 or 33 bytes; empty if the wallet has not shared it. */
  readonly publicKey: string
  /** Money is sent from `payment` addresses only, because an `ordinals` address may hold inscriptions. */
  readonly purpose: 'payment' | 'ordinals'
}

/**
 * The format of a message signature. `ecdsa` (BIP-137): 65 bytes, from which the signer's key can be computed; for
 * older address types. `bip322`: the witness that a payment from the address would need (BIP-322's form "simple"); for
 * all types.
 */
export type MessageProtocol = 'bip322' | 'ecdsa'

export type SignMessage = {
  address: string
  message: string
  /**
   * If absent: `bip322` for native segwit addresses and `ecdsa` for others. A remote wallet, and one of the Wallet
   * Standard without sats-connect, chooses for itself.
   */
  protocol?: MessageProtocol
}

/**
 * `sighashTypes`: the signature hash types that the wallet may use for the input. If absent, the wallet chooses. If the
 * PSBT names another type for the input, or names none and neither DEFAULT nor ALL is allowed, the request is rejected
 * without asking the wallet.
 */
export type SignInput = { address: string; index: number; sighashTypes?: readonly number[] }

export type Psbt = {
  /** The PSBT (BIP-174) in base64. */
  psbt: string
  /**
   * The inputs to sign, and the address for each. If absent, the wallet signs every input that it has a key for. A
   * wallet that signs with the Wallet Standard's own feature needs the list: without it, the request is rejected.
   */
  signInputs?: readonly SignInput[]
  /** Whether the wallet finalises and broadcasts the transaction. */
  broadcast?: boolean
}

/** `psbt` is the signed PSBT in base64; `txid` (64 hex digits) is set if the wallet has broadcast the transaction. */
export type SignedPsbt = { psbt: string; txid?: string }

export type Transfer = {
  recipient: string
  /** In satoshi: a bigint or a decimal string. */
  amount: bigint | string
  /** The payment address to send from. Default: the address that the page shows, which must be a payment address. */
  from?: string
}

/**
 * What `kit.getProvider('bip122')` returns. `signPsbt` and `sendTransfer` are absent if the wallet in this browser
 * lacks them; a remote session always has both. Methods reject with the wallet's error. They reject with an error of
 * the kit for invalid input, for an account that the wallet did not share, and for an answer that cannot be read.
 */
export type BitcoinProvider = {
  /** The accounts, payment ones first. */
  readonly accounts: readonly BitcoinAccount[]
  /** Reads the accounts with their public keys from the wallet again, if that needs no prompt. */
  getAccountAddresses: () => Promise<readonly BitcoinAccount[]>
  /** Resolves with the signature in base64. */
  signMessage: (asked: SignMessage) => Promise<string>
  signPsbt?: (asked: Psbt) => Promise<SignedPsbt>
  /**
   * Asks the wallet to sign and send a transfer; resolves with the txid. Never retry it: a second call could send
   * twice.
   */
  sendTransfer?: (asked: Transfer) => Promise<string>
  /**
   * Switches the wallet to the network; resolves with its accounts there. Rejects with `CHAIN_NOT_SUPPORTED` if it has
   * no account there.
   */
  moveTo: (network: CaipNetwork) => Promise<readonly SessionAccount[]>
  /**
   * Calls a method by its WalletConnect name: `getAccountAddresses`, `signMessage`, `signPsbt` or `sendTransfer` (with
   * `recipientAddress` or `recipient`).
   */
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Adds a listener. Events: `accountsChanged` with the wallet's addresses, and `disconnect`. */
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/** Checks, by its methods, that a value is a provider made by this folder. Throws an Error otherwise. */
export function toBitcoinProvider(value: unknown): BitcoinProvider {
  const provider = value as Partial<BitcoinProvider> | null | undefined
  if (typeof provider?.getAccountAddresses !== 'function') throw new Error('The wallet has no Bitcoin provider')
  return provider as BitcoinProvider
}

export const toSessionAccounts = (accounts: readonly BitcoinAccount[]): SessionAccount[] =>
  accounts.map(({ address, purpose }) => ({ address, type: purpose === 'payment' ? 'payment' : 'ordinal' }))
