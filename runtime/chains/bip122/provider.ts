/** The wallet's side of Bitcoin chains: what apps hold, whichever way the wallet is reached. */
import type { SessionAccount } from '../../connectors/connector.ts'
import type { CaipNetwork } from '../network.ts'

export type BitcoinAccount = {
  readonly address: string
  /** 32 or 33 bytes in hex, without 0x; empty where the wallet has not told it. */
  readonly publicKey: string
  /** Money is sent from payment addresses; ordinals ones hold inscriptions and are never spent from by us. */
  readonly purpose: 'payment' | 'ordinals'
}

/** `ecdsa` is the recoverable signature of BIP-137 (65 bytes), `bip322` a witness (BIP-322 "simple"). */
export type MessageProtocol = 'bip322' | 'ecdsa'

export type SignMessage = {
  address: string
  message: string
  /** Absent: `bip322` for segwit addresses and `ecdsa` for the others; over a relay the wallet chooses. */
  protocol?: MessageProtocol
}

/** `sighashTypes` are the types that the input may be signed with, the wallet's own where absent. */
export type SignInput = { address: string; index: number; sighashTypes?: readonly number[] }

export type Psbt = {
  /** BIP-174, in base64. */
  psbt: string
  /** Which inputs to sign with which address. Absent: every input that the wallet has a key for. */
  signInputs?: readonly SignInput[]
  /** The wallet finalises and sends it. */
  broadcast?: boolean
}

/** `psbt` in base64; `txid` (64 hex digits) where it was sent. */
export type SignedPsbt = { psbt: string; txid?: string }

export type Transfer = {
  recipient: string
  /** In satoshi: a bigint, or its decimal text. */
  amount: bigint | string
  /** The payment account to send from, the first where none is named. */
  from?: string
}

/** What `kit.getProvider('bip122')` gives. A method that the wallet lacks is absent. Each throws what the wallet throws. */
export type BitcoinProvider = {
  /** The payment accounts first. */
  readonly accounts: readonly BitcoinAccount[]
  /** The same, from the wallet where it can be asked without a prompt, with their public keys. */
  getAccountAddresses: () => Promise<readonly BitcoinAccount[]>
  /** Resolves with the signature in base64. */
  signMessage: (asked: SignMessage) => Promise<string>
  signPsbt?: (asked: Psbt) => Promise<SignedPsbt>
  /** Signs and sends; resolves with the txid. Never retried. */
  sendTransfer?: (asked: Transfer) => Promise<string>
  /** The accounts on another network, once the wallet is there. Throws `CHAIN_NOT_SUPPORTED` where it has none. */
  moveTo: (network: CaipNetwork) => Promise<readonly SessionAccount[]>
  /**
   * The same verbs by name, as remote wallets know them: `getAccountAddresses`, `signMessage`, `signPsbt` and
   * `sendTransfer` (with `recipientAddress` or `recipient`).
   */
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** `accountsChanged` with the addresses; `disconnect`. */
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/** Checks that a value is our own object. Throws an Error otherwise. */
export function toBitcoinProvider(value: unknown): BitcoinProvider {
  const provider = value as Partial<BitcoinProvider> | null | undefined
  if (typeof provider?.getAccountAddresses !== 'function') throw new Error('The wallet has no Bitcoin provider')
  return provider as BitcoinProvider
}

export const toSessionAccounts = (accounts: readonly BitcoinAccount[]): SessionAccount[] =>
  accounts.map(({ address, purpose }) => ({ address, type: purpose === 'payment' ? 'payment' : 'ordinal' }))
