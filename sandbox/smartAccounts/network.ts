/** An EVM chain as smart accounts use it: in this process (the sandbox), or over HTTP (a server). */
import type { Hex, SignedAuthorization } from 'viem'
import type { Library } from './library.ts'

export type SmartNetwork = {
  node: { id: number; name: string }
  /**
   * Calls the chain's node or, for the methods of ERC-4337, its bundler; never repeats a call. If the node or the
   * bundler refuses, rejects with a BundlerError that has its code.
   */
  request: (method: string, params?: unknown) => Promise<unknown>
  /**
   * Resolves with viem's module for account abstraction once the contracts of the smart accounts are on the chain. The
   * sandbox deploys missing contracts; a server only checks them, and rejects if one is missing.
   */
  open: () => Promise<Library>
  /** Gives an address 1 ETH if it has none. Only the sandbox can. */
  give?: (address: Hex) => Promise<void>
  /** Sends an authorization (EIP-7702) in a transaction that the sandbox pays. Resolves with its hash. */
  authorize?: (authorization: SignedAuthorization) => Promise<Hex>
}

/** Parses a number in a node's answer (EIP-1474: hex with 0x). @throws Error for anything else */
export function quantityOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw new Error('The node gave no quantity')
  return BigInt(value)
}
