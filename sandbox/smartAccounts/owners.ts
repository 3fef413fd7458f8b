/** Finds owners' smart accounts on each chain, funds them with their first ether, and signs delegations (EIP-7702). */
import { numberToHex, parseEther, type Hex, type LocalAccount, type SignedAuthorization } from 'viem'
import { accountOf, clientOf, creationOf, toAccount, type Kind } from './account.ts'
import { delegation, IMPLEMENTATION } from './addresses.ts'
import type { Bundler } from './bundler.ts'

export type Owners = ReturnType<typeof createOwners>

export function createOwners(bundlers: readonly Bundler[]) {
  /**
   * By chain and address, a promise that resolves once the account has money. A failed one is removed, so that the next
   * call tries again.
   */
  const funded = new Map<string, Promise<void>>()

  function bundlerOf(chainId: number): Bundler {
    const bundler = bundlers.find(({ node }) => node.id === chainId)
    if (!bundler) throw new Error(`The sandbox has no EVM chain ${chainId}`)
    return bundler
  }

  async function at(chainId: number) {
    const bundler = bundlerOf(chainId)
    return { library: await bundler.open(), client: clientOf(bundler), chain: bundler.chain }
  }

  async function fund(chainId: number, address: Hex): Promise<void> {
    const { chain } = bundlerOf(chainId)
    const key = `${chainId}:${address.toLowerCase()}`
    const give = async () => {
      if ((await chain.balanceOf(address)) > 0n) return
      await chain.node.request('anvil_setBalance', [address, numberToHex(parseEther('1'))])
    }
    const giving = funded.get(key) ?? give()
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
    const { node } = bundlerOf(chainId)
    const nonce = Number(await node.request('eth_getTransactionCount', [owner.address, 'latest']))
    return owner.signAuthorization({ address: IMPLEMENTATION, chainId, nonce })
  }

  const isDelegated = async (chainId: number, address: Hex) =>
    (await bundlerOf(chainId).chain.codeOf(address)) === delegation(IMPLEMENTATION)

  return { bundlerOf, at, fund, addressOf, ownAccount, authorize, isDelegated }
}
