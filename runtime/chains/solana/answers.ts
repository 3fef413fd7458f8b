/** Parsers of a Solana node's responses. Each parser returns `undefined` for an invalid response. */
import { isRecord } from '../../lib/isRecord.ts'
import { decodeBase64, isAddress } from './encodings.ts'

/** An account, read with `encoding: 'base64'`; `owner` is the program that owns it. */
export type ChainAccount = { owner: string; data: Uint8Array }
export type Status = { failed: boolean; settled: boolean }

/**
 * Parses lamports from a JSON number. Returns `undefined` for a number above 2^53 (9 million SOL), because it may have
 * been rounded.
 */
export const parseLamports = (answer: unknown): bigint | undefined =>
  typeof answer === 'number' && Number.isSafeInteger(answer) && answer >= 0 ? BigInt(answer) : undefined

/** The `value` of a response of the shape `{ context, value }`. */
export const valueOf = (answer: unknown): unknown => (isRecord(answer) ? answer['value'] : undefined)

export const parseBalance = (answer: unknown) => parseLamports(valueOf(answer))

export function parseBlockhash(answer: unknown): { blockhash: string; lastValidBlockHeight: bigint } | undefined {
  const value = valueOf(answer)
  if (!isRecord(value)) return undefined
  const { blockhash } = value
  const lastValidBlockHeight = parseLamports(value['lastValidBlockHeight'])
  // A blockhash has the format of an address: base58 of 32 bytes.
  return isAddress(blockhash) && lastValidBlockHeight !== undefined ? { blockhash, lastValidBlockHeight } : undefined
}

/**
 * Parses the answer to `getSignatureStatuses` for one signature: `null` if the node does not know the transaction, and
 * `undefined` for an invalid answer. `settled`: two thirds of the stake have voted for its block.
 */
export function parseStatus(answer: unknown): Status | null | undefined {
  const value = valueOf(answer)
  if (!Array.isArray(value) || value.length !== 1) return undefined
  const [status] = value as unknown[]
  if (status === null) return null
  if (!isRecord(status) || !('err' in status)) return undefined
  const settled = status['confirmationStatus'] === 'confirmed' || status['confirmationStatus'] === 'finalized'
  return { failed: status['err'] !== null, settled }
}

function parseAccount(value: unknown): ChainAccount | undefined {
  if (!isRecord(value)) return undefined
  const { owner, data } = value
  const [text, encoding] = Array.isArray(data) ? (data as unknown[]) : []
  const bytes = typeof text === 'string' && encoding === 'base64' ? decodeBase64(text) : undefined
  return isAddress(owner) && bytes ? { owner, data: bytes } : undefined
}

/** Parses the answer to `getMultipleAccounts`. An account that does not exist is `null`. */
export function parseAccountList(answer: unknown): (ChainAccount | null)[] | undefined {
  const value = valueOf(answer)
  if (!Array.isArray(value)) return undefined
  const accounts = value.map((each: unknown) => (each === null ? null : parseAccount(each)))
  return accounts.every((each) => each !== undefined) ? accounts : undefined
}

/** Parses the answer to `getTokenAccountsByOwner`. */
export function parseOwnedAccounts(answer: unknown): (ChainAccount & { address: string })[] | undefined {
  const value = valueOf(answer)
  if (!Array.isArray(value)) return undefined
  const accounts = value.map((each: unknown) => {
    const [address, account] = isRecord(each) ? [each['pubkey'], parseAccount(each['account'])] : []
    return isAddress(address) && account ? { ...account, address } : undefined
  })
  return accounts.every((each) => each !== undefined) ? accounts : undefined
}
