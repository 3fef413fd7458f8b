/** Asks Farcaster's id registry, through the config's node of OP Mainnet, which Farcaster id (fid) an address owns. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { lazy } from '../../runtime/lib/lazy.ts'
import { type FarcasterConfig, ID_REGISTRY } from '../config/farcaster.ts'
import { callNode, openNode, Reverted } from '../data/rpc.ts'
import { SourceError } from '../data/source.ts'

const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** What a contract answers to `isValidSignature` for a valid signature (ERC-1271), padded to 32 bytes. */
const VALID = `0x1626ba7e${'0'.repeat(56)}`
/** The chain id of OP Mainnet. */
const CHAIN = 10

export function openIdRegistry({ rpc, registry }: Pick<FarcasterConfig, 'rpc' | 'registry'>) {
  const caipNetworkId = `eip155:${CHAIN}`
  const node = openNode({ caipNetworkId, id: CHAIN, name: 'OP Mainnet', symbol: 'ETH', decimals: 18, rpc })
  const wrong = (problem: string) => new SourceError('the node of OP Mainnet', problem)

  /**
   * Checks that the node has the id registry.
   * @throws SourceError if the node has no contract at the registry's address, or if it is not on OP Mainnet and the
   *   registry is the real one
   */
  const check = async (): Promise<void> => {
    // On another network, a stranger's contract could be at the address of the real registry. A registry that the
    // config names may be on any network.
    if (registry === ID_REGISTRY && Number(await callNode(node, 'eth_chainId', [])) !== CHAIN)
      throw wrong('is on another network')
    const code = await callNode(node, 'eth_getCode', [registry, 'latest'])
    if (typeof code !== 'string' || code === '0x') throw wrong('has no id registry at the address of the config')
  }
  const checkOnce = lazy(check)

  return {
    check,
    /**
     * The fid of which `owner` is the custody address; 0 if there is none. @throws SourceError if the node does not
     * answer
     */
    async idOf(owner: Hex): Promise<bigint> {
      await checkOnce()
      const data = encodeFunctionData({ abi, functionName: 'idOf', args: [owner] })
      const told = await callNode(node, 'eth_call', [{ to: registry, data }, 'latest'])
      if (typeof told !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(told)) throw wrong('answered with no number')
      return BigInt(told)
    },
    /**
     * Whether the address is a contract that accepts the signature (ERC-1271). @throws SourceError if the node does not
     * answer
     */
    async isSigned(address: Hex, { hash, signature }: { hash: Hex; signature: Hex }): Promise<boolean> {
      const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] })
      try {
        // The visitor chooses this contract, and can choose one at which the node fails. With `pass`, such failures do
        // not pause the requests of other logins to the node.
        const told = await callNode(node, 'eth_call', [{ to: address, data }, 'latest'], 'pass')
        return told === VALID
      } catch (error) {
        if (error instanceof Reverted) return false
        throw error
      }
    },
  }
}
