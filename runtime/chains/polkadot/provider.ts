/** The provider of Substrate chains that apps use, and one parser for each kind of response of a wallet. */
import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import type { SessionAccount } from '../../contracts/connector.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { cleanText } from '../../lib/text.ts'
import { decodeSs58 } from './ss58.ts'

export type Hex = `0x${string}`

/** An account; `address` is SS58 with the active network's prefix. */
export type PolkadotAccount = { readonly address: string; readonly name?: string; readonly type?: string }

/** `SignerPayloadRaw` of `@polkadot/api`. `data` that is not hex is plain text. */
export type SignerRaw = { address: string; data: string; type?: 'bytes' | 'payload' }

/** `SignerPayloadJSON` of `@polkadot/api`: a serialised extrinsic. */
export type SignerPayload = { address: string; genesisHash: string; method: string }

export type SignerResult = {
  id: number
  /** In hex. For an extrinsic, the first byte names the signature scheme; a message's signature has no such byte. */
  signature: Hex
  /** The whole extrinsic, if the wallet changed it before it signed. */
  signedTransaction?: Hex | Uint8Array
}

/** An object that fits the type `Signer` of `@polkadot/api`. */
export type PolkadotSigner = {
  /** Signs bytes. Rejects with the wallet's errors. */
  signRaw: (raw: SignerRaw) => Promise<SignerResult>
  /** Signs an extrinsic, and does not send it. Rejects with the wallet's errors. */
  signPayload: (payload: SignerPayload) => Promise<SignerResult>
}

/** What `kit.getProvider('polkadot')` returns, for extensions and remote wallets alike. */
export type PolkadotProvider = {
  /** The accounts that the visitor shares with this site, on the active network. */
  readonly accounts: readonly PolkadotAccount[]
  /** Pass it to `signAndSend(address, { signer })` of `@polkadot/api`. */
  readonly signer: PolkadotSigner
  /**
   * Signs a text with the account, by default the first. An extension signs `<Bytes>text</Bytes>`, so that no text can
   * be a transaction; `signatureVerify` of `@polkadot/util-crypto` accepts it with and without the tags.
   */
  signMessage: (message: string, address?: string) => Promise<Hex>
  /**
   * The accounts with their addresses on another network. Throws `CHAIN_NOT_SUPPORTED` if the wallet has none there.
   */
  accountsOn: (network: CaipNetwork) => readonly SessionAccount[]
  /**
   * Calls `polkadot_signMessage` with `{ address, message }`, or `polkadot_signTransaction` with
   * `{ address, transactionPayload }`.
   */
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** Adds a listener. Events: `accountsChanged` with the wallet's addresses, and `disconnect`. */
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/** Checks, by its methods, that a value is a provider made by this folder. Throws an Error otherwise. */
export function toPolkadotProvider(value: unknown): PolkadotProvider {
  const provider = value as Partial<PolkadotProvider> | null | undefined
  if (typeof provider?.signMessage !== 'function') throw new Error('The wallet has no Polkadot provider')
  return provider as PolkadotProvider
}

/** An account as a wallet lists it. With a `genesisHash`, it may be used on that network only. */
export type ListedAccount = PolkadotAccount & { readonly key: Uint8Array; readonly genesisHash?: string }

/**
 * The accounts of a wallet's list, without duplicates; `undefined` if the value is not a list. Skips entries without an
 * SS58 address, and those of type `ethereum`, which Substrate chains do not support.
 */
export function parseListed(value: unknown): ListedAccount[] | undefined {
  if (!Array.isArray(value)) return undefined
  const seen = new Set<string>()
  return value.flatMap((entry: unknown): ListedAccount[] => {
    const { address, name, type, genesisHash } = isRecord(entry) ? entry : {}
    const key = decodeSs58(address)?.key
    if (typeof address !== 'string' || key === undefined || type === 'ethereum') return []
    const bound = typeof genesisHash === 'string' && /^0x[0-9a-f]{64}$/i.test(genesisHash) ? genesisHash : undefined
    const own = `${key.join()} ${bound ?? ''}`
    if (seen.has(own)) return []
    seen.add(own)
    return [
      {
        address,
        key,
        ...(typeof name === 'string' && cleanText(name) && { name: cleanText(name) }),
        ...(typeof type === 'string' && { type: type.slice(0, 16) }),
        ...(bound !== undefined && { genesisHash: bound.toLowerCase() }),
      },
    ]
  })
}

/** Whether an account may be used on a network: a wallet can limit an account to one network. */
export const serves = ({ genesisHash }: ListedAccount, caipNetworkId: CaipNetworkId): boolean =>
  genesisHash === undefined || genesisHash.slice(2, 34) === caipNetworkId.slice('polkadot:'.length)

/** `0x` and 64 to 66 bytes: 64 for sr25519 and ed25519, 65 for ecdsa, and optionally a byte that names the scheme. */
export const parseSignature = (value: unknown): Hex | undefined =>
  typeof value === 'string' && /^0x([0-9a-f]{2}){64,66}$/i.test(value) ? (value as Hex) : undefined

/** A signer's response; `undefined` if it has no valid signature. */
export function parseResult(value: unknown): Omit<SignerResult, 'id'> | undefined {
  const { signature, signedTransaction: whole } = isRecord(value) ? value : {}
  const parsed = parseSignature(signature)
  if (!parsed) return undefined
  const signedTransaction = whole instanceof Uint8Array || isHex(whole) ? whole : undefined
  return { signature: parsed, ...(signedTransaction && { signedTransaction }) }
}

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
