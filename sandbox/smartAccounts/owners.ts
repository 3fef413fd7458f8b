/** Finds owners' smart accounts on each chain, funds them in the sandbox, and signs delegations (EIP-7702). */
import type { Hex, LocalAccount, SignedAuthorization } from 'viem'
import { accountOf, clientOf, creationOf, toAccount, type Kind } from './account.ts'
import { delegation, IMPLEMENTATION } from './addresses.ts'
import type { SmartNetwork } from './network.ts'

export type Owners = ReturnType<typeof createOwners>

export function createOwners(networks: readonly SmartNetwork[]) {
  /**
   * By chain and address, a promise that resolves once the account has money. A failed one is removed, so that the next
   * call tries again.
   */
  const funded = new Map<string, Promise<void>>()

  const find = (chainId: number) => networks.find(({ node }) => node.id === chainId)
  function networkOf(chainId: number): SmartNetwork {
    const network = find(chainId)
    if (!network) throw new Error(`There are no smart accounts on the EVM chain ${chainId}`)
    return network
  }

  async function at(chainId: number) {
    const network = networkOf(chainId)
    return { library: await network.open(), client: clientOf(network), network }
  }

  async function fund(chainId: number, address: Hex): Promise<void> {
    const { give } = networkOf(chainId)
    if (!give) return
    const key = `${chainId}:${address.toLowerCase()}`
    const giving = funded.get(key) ?? give(address)
    funded.set(key, giving)
    await giving.catch((error: unknown) => {
      funded.delete(key)
      throw error
    })
  }

  async function addressOf(chainId: number, owner: Hex): Promise<Hex> {
    const address = accountOf(owner)
    await at(chainId)
    await fund(chainId, address)
    return address
  }

  async function ownAccount(chainId: number, owner: LocalAccount, kind: Kind = 'counterfactual') {
    const { library, client } = await at(chainId)
    if (kind === 'counterfactual') {
      const address = await addressOf(chainId, owner.address)
      return toAccount(library, client, address, owner, { creation: creationOf(owner.address) })
    }
    await fund(chainId, owner.address)
    return toAccount(library, client, owner.address, owner, { kind })
  }

  async function authorize(chainId: number, owner: LocalAccount): Promise<SignedAuthorization> {
    if (!owner.signAuthorization) throw new Error('This owner cannot sign EIP-7702 authorizations')
    const { request } = networkOf(chainId)
    const nonce = Number(await request('eth_getTransactionCount', [owner.address, 'latest']))
    return owner.signAuthorization({ address: IMPLEMENTATION, chainId, nonce })
  }

  const codeOf = async (chainId: number, address: Hex) =>
    (await networkOf(chainId).request('eth_getCode', [address, 'latest'])) as Hex
  const isDelegated = async (chainId: number, address: Hex) =>
    (await codeOf(chainId, address)) === delegation(IMPLEMENTATION)

  return {
    has: (chainId: number) => find(chainId) !== undefined,
    ...{ networkOf, at, fund, addressOf, ownAccount, authorize, codeOf, isDelegated },
  }
}
