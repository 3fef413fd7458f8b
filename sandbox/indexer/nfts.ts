/** Reads NFTs' metadata and owners from their contracts and logs (EIP-721). */
import { decodeFunctionResult, encodeFunctionData, getAddress, pad, parseAbi, type Hex } from 'viem'
import { transferTopic } from '../balances.ts'
import type { Call, EvmNode, Outcome } from '../node.ts'
import { isRecord } from './record.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function tokenURI(uint256 id) view returns (string)',
  'function ownerOf(uint256 id) view returns (address)',
])

/** An NFT's metadata. `image` is an https: or data: URI, absent if the metadata has none. */
export type NftFacts = { collection: string; name: string; image?: string; isSpam: boolean }
export type NftKey = { contract: string; id: bigint }

/** One NFT, as the endpoint returns it. `address` is the collection's, in CAIP-10; `tokenId` is decimal text. */
export type Nft = {
  id: string
  chainId: string
  address: string
  tokenId: string
  name: string
  collection: { name: string }
  content?: { preview: { url: string }; detail: { url: string } }
  flags: { is_spam: boolean }
}

/** Whether a name contains a web address, as those of NFTs that are sent as advertisements do. */
export const isAdvertisement = (name: string): boolean => /\b[a-z0-9-]+\.[a-z]{2,}\b/i.test(name)

/**
 * Reads an NFT's metadata from a base64 `data:` URI. Returns an empty object for any other URI, because the sandbox
 * makes no web requests.
 */
export function parseTokenUri(uri: string): { name?: string; image?: string } {
  const encoded = /^data:application\/json;base64,([A-Za-z0-9+/=]*)$/.exec(uri)?.[1]
  if (encoded === undefined) return {}
  try {
    const read: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
    const { name, image } = isRecord(read) ? read : {}
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof image === 'string' && /^(https:|data:image\/)/.test(image) && { image }),
    }
  } catch {
    return {}
  }
}

const call = (to: string, data: Hex): Call => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })

function decode<Value>(outcome: Outcome | undefined, read: (data: Hex) => Value): Value | undefined {
  try {
    return read(outcome?.result as Hex)
  } catch {
    return undefined
  }
}

/** Reads and caches the metadata of NFTs on one chain, so that each NFT's is read once. */
export function createNftReader(node: EvmNode) {
  const known = new Map<string, NftFacts>()
  const keyOf = ({ contract, id }: NftKey) => `${contract.toLowerCase()}/${id}`

  async function learn(keys: readonly NftKey[]): Promise<void> {
    const wanted = [...new Map(keys.map((key) => [keyOf(key), key])).values()].filter((key) => !known.has(keyOf(key)))
    const outcomes = await node.batch(
      wanted.flatMap(({ contract, id }) => [
        call(contract, encodeFunctionData({ abi, functionName: 'name' })),
        call(contract, encodeFunctionData({ abi, functionName: 'tokenURI', args: [id] })),
      ]),
    )
    for (const [at, key] of wanted.entries()) {
      const [first, second] = outcomes.slice(at * 2)
      const collection = decode(first, (data) => decodeFunctionResult({ abi, functionName: 'name', data })) ?? ''
      const uri = decode(second, (data) => decodeFunctionResult({ abi, functionName: 'tokenURI', data })) ?? ''
      const { name = `${collection} #${key.id}`, image } = parseTokenUri(uri)
      const isSpam = isAdvertisement(collection) || isAdvertisement(name)
      known.set(keyOf(key), { collection, name, ...(image && { image }), isSpam })
    }
  }

  /**
   * The NFTs that an address has now, newest first. `place`: the number of the transfer that brought the NFT. It stays
   * the same when the address gets or sends other NFTs.
   */
  async function held(owner: Hex): Promise<{ nft: Nft; place: number }[]> {
    const topics = [transferTopic, null, pad(owner, { size: 32 })]
    const logs = await node.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }])
    const came = (logs as { address: string; topics: string[] }[]).flatMap(({ address, topics: [, , , id] }, place) =>
      id === undefined ? [] : [{ contract: address, id: BigInt(id), place }],
    )
    const keys = [...new Map(came.reverse().map((key) => [keyOf(key), key])).values()]
    const owners = await node.batch(
      keys.map(({ contract, id }) => call(contract, encodeFunctionData({ abi, functionName: 'ownerOf', args: [id] }))),
    )
    const own = keys.filter((_, at) => {
      const holder = decode(owners[at], (data) => decodeFunctionResult({ abi, functionName: 'ownerOf', data }))
      return holder?.toLowerCase() === owner.toLowerCase()
    })
    await learn(own)
    return own.map((key) => ({ nft: present(key), place: key.place }))
  }

  function present(key: NftKey): Nft {
    const { collection, name, image, isSpam } = factsOf(key)
    const address = `${node.caipNetworkId}:${getAddress(key.contract)}`
    return {
      id: `${address}/${key.id}`,
      chainId: node.caipNetworkId,
      address,
      tokenId: String(key.id),
      name,
      collection: { name: collection },
      ...(image && { content: { preview: { url: image }, detail: { url: image } } }),
      flags: { is_spam: isSpam },
    }
  }

  /** The cached metadata of an NFT. If `learn` has not read it, its name is only its id, such as `#7`. */
  const factsOf = (key: NftKey): NftFacts =>
    known.get(keyOf(key)) ?? { collection: '', name: `#${key.id}`, isSpam: false }

  return { learn, held, factsOf }
}

export type NftReader = ReturnType<typeof createNftReader>
