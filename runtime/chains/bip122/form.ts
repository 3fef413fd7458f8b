/** What every form of wallet is turned into. Answers are still the wallet's own: `createProvider` parses them. */
import type { Chain } from './chains.ts'
import type { MessageProtocol, SignInput } from './provider.ts'

/** Accounts as the wallet lists them, and the chain where it says which one it is on. */
export type Listing = { accounts: unknown; chain?: Chain | undefined }

/** What a wallet can do once it let the site in. A method that it lacks is absent. */
export type Verbs = {
  signMessage: (asked: {
    address: string
    message: string
    /** Absent only over a relay. */
    protocol: MessageProtocol | undefined
    chain: Chain
  }) => Promise<unknown>
  signPsbt?: (asked: {
    /** In base64. */
    psbt: string
    signInputs: readonly SignInput[] | undefined
    broadcast: boolean
    chain: Chain
  }) => Promise<unknown>
  /** Resolves with the txid. */
  sendTransfer?: (asked: { from: string; recipient: string; amount: bigint; chain: Chain }) => Promise<unknown>
}

export type Form = Verbs & {
  /** Asks the visitor, on the chain where the wallet can be told. */
  connect: (chain: Chain) => Promise<Listing>
  /** Without a prompt; `undefined` when the wallet does not authorise us. */
  resume: (chain: Chain) => Promise<Listing | undefined>
  disconnect?: () => Promise<unknown>
  /** Moves the wallet; resolves with the accounts there, or `undefined` where it has no such chain. */
  moveTo?: (chain: Chain) => Promise<Listing | undefined>
  /** Says that something changed, and what is known of it; returns what stops it. */
  watch?: (changed: (listing?: Listing) => void, gone: () => void) => () => void
}

/** A wallet's error by its code, where the form has codes of its own. */
export const fault = (code: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code })
