/** Reads the active account's NFTs from the API at `services.api`, if it offers them. */
import { HttpError } from '../http/client.ts'
import { blockchainApi } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import { isRecord } from '../lib/isRecord.ts'
import { cleanText } from '../lib/text.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'

/** `image`: the URL of a picture, the small one if the service names one. */
export type Nft = { id: string; name: string; collection: string; image?: string }
export type NftPage = { nfts: Nft[]; next: string | undefined }

/**
 * The most entries to read from one page of the list. More would block the browser while they are parsed and rendered.
 */
const PAGE_LIMIT = 500

/**
 * Fetches the first page of the active account's NFTs, or the page at `cursor`. Empty without an account or a service,
 * if the service offers no NFTs (404), and if it does not support this network.
 */
export async function fetchNfts(kit: Kit, cursor?: string, signal?: AbortSignal): Promise<NftPage> {
  const chainId = activeNetworkOf(kit)?.caipNetworkId
  const address = activeAccount(kit)?.address
  const nothing: NftPage = { nfts: [], next: undefined }
  if (!chainId || !address) return nothing
  const path = `v1/account/${encodeURIComponent(address)}/nfts`
  try {
    const reply = await blockchainApi(kit)?.read(
      { path, query: { chainId, cursor }, ...(signal && { signal }) },
      chainId,
    )
    return reply === undefined ? nothing : parseNfts(reply)
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return nothing
    throw error
  }
}

/** Parses a page of NFTs; throws if it has no list. Drops invalid entries and those that the service marks as spam. */
export function parseNfts(reply: unknown): NftPage {
  const { data, next } = isRecord(reply) ? reply : {}
  if (!Array.isArray(data)) throw new Error('The service gave no list of NFTs')
  return {
    nfts: data.slice(0, PAGE_LIMIT).flatMap((entry) => parseNft(entry) ?? []),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

const record = (value: unknown) => (isRecord(value) ? value : {})
const text = (value: unknown) => (typeof value === 'string' ? cleanText(value) : '')

function parseNft(entry: unknown): Nft | undefined {
  const { id, name, collection, content, flags } = record(entry)
  if (typeof id !== 'string' || !id || record(flags)['is_spam'] === true) return undefined
  const { preview, detail } = record(content)
  const image = record(preview)['url'] ?? record(detail)['url']
  return {
    id,
    name: text(name),
    collection: text(record(collection)['name']),
    ...(typeof image === 'string' && { image }),
  }
}
