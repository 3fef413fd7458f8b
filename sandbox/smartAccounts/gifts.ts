/** What only a sandbox does for accounts: it gives them ether, and pays for their delegations. */
import { type Hex, numberToHex, parseEther, type SignedAuthorization } from 'viem'
import { receipt } from '../receipt.ts'
import type { SmartChain } from './chain.ts'
import type { SmartNetwork } from './network.ts'

export const createGifts = (chain: SmartChain): Required<Pick<SmartNetwork, 'give' | 'authorize'>> => ({
  async give(address: Hex) {
    if ((await chain.balanceOf(address)) > 0n) return
    await chain.node.request('anvil_setBalance', [address, numberToHex(parseEther('1'))])
  },
  authorize: (authorization: SignedAuthorization) =>
    chain.inTurn(async () => {
      const to = await chain.bundler()
      const hash = await chain.send({ to, data: '0x', gas: 100_000n, authorizationList: [authorization] })
      await receipt(chain.node, hash)
      return hash
    }),
})
