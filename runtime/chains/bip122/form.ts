/**
 * The interface of every wallet form: each form adapts the API of some wallets to it. Methods may return the wallet's
 * response unparsed; `createProvider` and the driver parse it.
 */
import type { Chain } from './chains.ts'
import type { MessageProtocol, SignInput } from './provider.ts'

/** The accounts as the wallet lists them, and its chain if it reports one. */
export type Listing = { accounts: unknown; chain?: Chain | undefined }

/** What a wallet can do after the site connected. A method that the wallet lacks is absent. */
export type Verbs = {
  signMessage: (asked: {
    address: string
    message: string
    /** How to sign. `undefined` only for a remote wallet, which then chooses the protocol itself. */
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
  /** Sends `amount` satoshi; resolves with the transaction id. */
  sendTransfer?: (asked: { from: string; recipient: string; amount: bigint; chain: Chain }) => Promise<unknown>
}

export type Form = Verbs & {
  /**
   * Asks the wallet to connect, with a prompt. Asks for accounts on `chain`, if the wallet lets a site choose the
   * chain.
   */
  connect: (chain: Chain) => Promise<Listing>
  /** Reads the accounts without a prompt; `undefined` if the wallet does not authorise this site. */
  resume: (chain: Chain) => Promise<Listing | undefined>
  disconnect?: () => Promise<unknown>
  /** Switches the wallet's chain; resolves with the accounts there, or `undefined` if it lacks the chain. */
  moveTo?: (chain: Chain) => Promise<Listing | undefined>
  /**
   * Listens to the wallet. Calls `changed` when its accounts or chain change, with the new listing if the event
   * contains it, and `gone` when it disconnects. Returns a function that stops it.
   */
  watch?: (changed: (listing?: Listing) => void, gone: () => void) => () => void
}

/** An Error with a JSON-RPC code, such as wallets throw. */
export const fault = (code: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code })
