import { type Client, getAddress } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { normalize } from 'viem/ens'
import type { Node } from '../rpc.ts'
import { pictureOf } from '../shape.ts'
import { type Source, SourceError } from '../source.ts'
import { askClient, clientOf } from './nodeClient.ts'

/**
 * Names of ENS, read from the contracts on Ethereum. Names for which a gateway on the internet answers (ERC-3668) are
 * not found: the owner of a name chooses the gateway, and could make this server send requests into the operator's
 * network.
 */
export function namesOf(node: Node): Pick<Source, 'nameOf' | 'find'> {
  const client = clientOf(node, 'pass')
  return {
    async nameOf(account) {
      const name = await askClient(node, 'for a name', () => getEnsName(client, { address: getAddress(account) }))
      return name === null ? undefined : { name, avatar: await avatarOf(client, node, name) }
    },
    async find(name) {
      const normal = normalized(name)
      if (normal === undefined) return undefined
      const [address, avatar] = await Promise.all([
        askClient(node, 'for a name', () => getEnsAddress(client, { name: normal })),
        avatarOf(client, node, normal),
      ])
      return address === null ? undefined : { addresses: { 60: address }, avatar }
    },
  }
}

/**
 * A picture that cannot be read must not hide the name: returns undefined for a SourceError.
 * @throws any other error
 */
function unlessRefused(error: unknown): undefined {
  if (error instanceof SourceError) return undefined
  throw error
}

/** The picture of a name if it is at an https URL. Pictures that are NFTs are left out. */
const avatarOf = async (client: Client, node: Node, name: string): Promise<string | null> =>
  pictureOf(
    await askClient(node, 'for a name', () => getEnsText(client, { name, key: 'avatar' })).catch(unlessRefused),
  ) || null

function normalized(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
