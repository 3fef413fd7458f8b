/** A node of the config as a client of viem, for what viem knows how to ask. */
import { createPublicClient, custom } from 'viem'
import { mainnet } from 'viem/chains'
import { callNode, type Node } from '../rpc.ts'
import { SourceError } from '../source.ts'

/** It asks nobody but the node: no gateway that a contract names (ERC-3668). */
export const clientOf = (node: Node) =>
  createPublicClient({
    // viem takes the contracts of ENS from here.
    ...(node.network.id === mainnet.id && { chain: mainnet }),
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown[] }) => callNode(node, method, params ?? []),
      },
      { retryCount: 0 },
    ),
  })

/** @throws SourceError for any error of viem: those contain the call's data, and more */
export async function askClient<T>({ network }: Node, what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch {
    throw new SourceError(`the node of ${network.name}`, `did not answer ${what}`)
  }
}
