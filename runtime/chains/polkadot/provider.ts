/** The wallet's side of Substrate chains: what apps hold, and the one parser of each kind of answer that a wallet gives. */
import type { CaipNetworkId } from '../../lib/namespace.ts'
import type { CaipNetwork } from '../network.ts'
import type { SessionAccount } from '../../connectors/connector.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { cleanText } from '../../lib/text.ts'
import { decodeSs58 } from './ss58.ts'

export type Hex = `0x${string}`

/** `address` is SS58 with the active network's prefix. */
export type PolkadotAccount = { readonly address: string; readonly name?: string; readonly type?: string }

/** What `@polkadot/api` calls SignerPayloadRaw. `data` is hex, or plain text where it is no hex. */
export type SignerRaw = { address: string; data: string; type?: 'bytes' | 'payload' }

/** What `@polkadot/api` calls SignerPayloadJSON: an extrinsic in its serialised form. */
export type SignerPayload = { address: string; genesisHash: string; method: string }

export type SignerResult = {
  id: number
  /** 64 bytes for a message; one byte of its kind before them for an extrinsic. */
  signature: Hex
  /** The whole extrinsic, where the wallet changed what the visitor signed. */
  signedTransaction?: Hex | Uint8Array
}

/** Fits `Signer` of `@polkadot/api`. */
export type PolkadotSigner = {
  /** Signs bytes. Throws what the wallet throws. */
  signRaw: (raw: SignerRaw) => Promise<SignerResult>
  /** Signs an extrinsic, which stays unsent. Throws what the wallet throws. */
  signPayload: (payload: SignerPayload) => Promise<SignerResult>
}

/** What `kit.getProvider('polkadot')` gives, whichever way the wallet is reached. */
export type PolkadotProvider = {
  /** The accounts that the visitor shows this site, on the active network. */
  readonly accounts: readonly PolkadotAccount[]
  /** For `api.tx.…signAndSend(address, { signer })`. */
  readonly signer: PolkadotSigner
  /**
   * Signs a text with the account, the first where none is named. A wallet of the page signs `<Bytes>text</Bytes>`, so
   * that no text is ever a transaction; `signatureVerify` of `@polkadot/util-crypto` takes both spellings.
   */
  signMessage: (message: string, address?: string) => Promise<Hex>
  /** The accounts as another network spells them. Throws `CHAIN_NOT_SUPPORTED` where the wallet has none for it. */
  accountsOn: (network: CaipNetwork) => readonly SessionAccount[]
  /** `polkadot_signMessage` { address, message } and `polkadot_signTransaction` { address, transactionPayload }. */
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
  /** `accountsChanged` with the addresses; `disconnect`. */
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/** Checks that a value is our own object. Throws an Error otherwise. */
export function toPolkadotProvider(value: unknown): PolkadotProvider {
  const provider = value as Partial<PolkadotProvider> | null | undefined
  if (typeof provider?.signMessage !== 'function') throw new Error('The wallet has no Polkadot provider')
  return provider as PolkadotProvider
}

/** An account as a wallet has it; `genesisHash` binds it to one network. */
export type ListedAccount = PolkadotAccount & { readonly key: Uint8Array; readonly genesisHash?: string }

/**
 * The accounts of a wallet's list, each key once; `undefined` when it is no list. Entries without an SS58 address are left
 * out, and so are those of type `ethereum`, which Substrate chains do not know.
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

/** Whether an account may be used on a network. */
export const serves = ({ genesisHash }: ListedAccount, caipNetworkId: CaipNetworkId): boolean =>
  genesisHash === undefined || genesisHash.slice(2, 34) === caipNetworkId.slice('polkadot:'.length)

/** `0x` and 64 to 66 bytes in hex: of sr25519 and ed25519 or of ecdsa, with or without the byte that says which. */
export const parseSignature = (value: unknown): Hex | undefined =>
  typeof value === 'string' && /^0x([0-9a-f]{2}){64,66}$/i.test(value) ? (value as Hex) : undefined

/** A signer's answer; `undefined` when it is none. */
export function parseResult(value: unknown): Omit<SignerResult, 'id'> | undefined {
  const { signature, signedTransaction: whole } = isRecord(value) ? value : {}
  const parsed = parseSignature(signature)
  if (!parsed) return undefined
  const signedTransaction = whole instanceof Uint8Array || isHex(whole) ? whole : undefined
  return { signature: parsed, ...(signedTransaction && { signedTransaction }) }
}

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
