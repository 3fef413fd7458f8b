/** Packs user operations for the entry point. */
import { encodeFunctionData, size, type Hex, type SignedAuthorization } from 'viem'
import type { PackedUserOperation } from 'viem/account-abstraction'
import { ENTRY_POINT } from './addresses.ts'
import type { SmartChain } from './chain.ts'
import { rejected } from './failure.ts'
import type { Library } from './library.ts'
import { eip7702Factory, type Operation } from './params.ts'

/** An operation with its hash, its packed form, and the call data of `handleOps` that runs it. */
export type Packed = { operation: Operation; hash: Hex; packed: PackedUserOperation; handleOps: Hex }

/** Packs an operation and calculates its hash. For a delegating EOA the hash includes the delegate's address. */
export async function pack(library: Library, chain: SmartChain, operation: Operation): Promise<Packed> {
  const packed = library.toPackedUserOperation(operation)
  const delegated = operation.factory === eip7702Factory && !operation.authorization
  const authorization = delegated ? await delegateOf(chain, operation.sender) : undefined
  const hash = library.getUserOperationHash({
    chainId: chain.node.id,
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: '0.8',
    userOperation: authorization ? { ...operation, authorization } : operation,
  })
  const args = [[packed], await chain.bundler()] as const
  const handleOps = encodeFunctionData({ abi: library.entryPoint08Abi, functionName: 'handleOps', args })
  return { operation, hash, packed, handleOps }
}

/**
 * The contract to which an EOA delegates now, in the form that viem's hash function expects (the signature is not
 * used).
 */
async function delegateOf(chain: SmartChain, sender: Hex): Promise<SignedAuthorization> {
  const code = await chain.codeOf(sender)
  if (!code.startsWith('0xef0100')) throw rejected('AA20 account not deployed: the sender does not delegate')
  const address: Hex = `0x${code.slice(8)}`
  return { address, chainId: chain.node.id, nonce: 0, r: '0x', s: '0x', yParity: 0 }
}

/** The gas of a bundle beyond the operation's own limits: the transaction, its calldata, and the entry point's work. */
export function overhead({ handleOps, operation }: Packed): bigint {
  const calldata = BigInt(size(handleOps)) * 16n
  return 21_000n + 50_000n + calldata + (operation.authorization ? 40_000n : 0n)
}
