/** Asks Farcaster's id registry, by a node of the config, which number an address has. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { type FarcasterConfig, ID_REGISTRY } from '../config/farcaster.ts'
import { callNode, openNode, Reverted } from '../data/rpc.ts'
import { SourceError } from '../data/source.ts'

const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** What a contract answers to `isValidSignature` for its own signature (ERC-1271), filled up to 32 bytes. */
const VALID = `0x1626ba7e${'0'.repeat(56)}`
/** OP Mainnet. */
const CHAIN = 10

export function openIdRegistry({ rpc, registry }: Pick<FarcasterConfig, 'rpc' | 'registry'>) {
  const caipNetworkId = `eip155:${CHAIN}`
  const node = openNode({ caipNetworkId, id: CHAIN, name: 'OP Mainnet', symbol: 'ETH', decimals: 18, rpc })
  const wrong = (problem: string) => new SourceError('the node of OP Mainnet', problem)

  /** @throws SourceError if the node is on another network, or has no contract at the registry's address */
  const check = async (): Promise<void> => {
    // On another network, anybody could have a contract at the address of the real registry.
    if (registry === ID_REGISTRY && Number(await callNode(node, 'eth_chainId', [])) !== CHAIN)
      throw wrong('is on another network')
    const code = await callNode(node, 'eth_getCode', [registry, 'latest'])
    if (typeof code !== 'string' || code === '0x') throw wrong('has no id registry at the address of the config')
  }
  let checked: Promise<void> | undefined
  const checkOnce = () =>
    (checked ??= check().catch((error: unknown) => {
      checked = undefined
      throw error
    }))

  return {
    check,
    /** The number of which this is the custody address; 0 if there is none. @throws SourceError */
    async idOf(owner: Hex): Promise<bigint> {
      await checkOnce()
      const data = encodeFunctionData({ abi, functionName: 'idOf', args: [owner] })
      const told = await callNode(node, 'eth_call', [{ to: registry, data }, 'latest'])
      if (typeof told !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(told)) throw wrong('answered with no number')
      return BigInt(told)
    },
    /** Whether the address is a contract that says that this is its signature (ERC-1271). @throws SourceError */
    async isSigned(address: Hex, { hash, signature }: { hash: Hex; signature: Hex }): Promise<boolean> {
      const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] })
      try {
        // The visitor chooses this contract: if it makes the node fail, that must not end the logins of others.
        const told = await callNode(node, 'eth_call', [{ to: address, data }, 'latest'], 'pass')
        return told === VALID
      } catch (error) {
        if (error instanceof Reverted) return false
        throw error
      }
    },
  }
}
