/** A node of the config as a client of viem, for what viem knows how to ask. */
import { BaseError, type Chain, createPublicClient, custom } from 'viem'
import { Refusal } from '../../../sandbox/refusal.ts'
import { callNode, type Node, Reverted } from '../rpc.ts'
import { SourceError } from '../source.ts'

/** Ethereum, as far as ENS needs it: viem's list of all chains would take 50 MB of memory. */
const ETHEREUM: Chain = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  contracts: { ensUniversalResolver: { address: '0xeeeeeeee14d718c2b47d9923deab1335e144eeee' } },
}

/**
 * A viem client that asks only the node, and never a gateway that a contract names (ERC-3668).
 * @param by `pass` where visitors choose which contracts are called
 */
export const clientOf = (node: Node, by: 'ask' | 'pass') =>
  createPublicClient({
    ...(node.network.id === ETHEREUM.id && { chain: ETHEREUM }),
    ccipRead: false,
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown[] }) =>
          callNode(node, method, params ?? [], by).catch((error: unknown) => {
            // viem decodes the contract's error only from an error in a node's form: code 3, with data.
            if (error instanceof Reverted)
              throw Object.assign(new Error('execution reverted'), { code: 3, data: error.data })
            throw error
          }),
      },
      { retryCount: 0 },
    ),
  })

/** The Refusal or SourceError that caused an error of viem; undefined if neither did. */
export function causeOf(error: unknown): Refusal | SourceError | undefined {
  const isOurs = (each: unknown) => each instanceof Refusal || each instanceof SourceError
  const found: unknown = error instanceof BaseError ? error.walk(isOurs) : error
  return found instanceof Refusal || found instanceof SourceError ? found : undefined
}

/**
 * Runs a call of viem.
 * @throws Refusal 429, else a SourceError without viem's message, which contains the call's data
 */
export async function askClient<T>({ network }: Node, what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const cause = causeOf(error)
    throw cause instanceof Refusal ? cause : new SourceError(`the node of ${network.name}`, `did not answer ${what}`)
  }
}
