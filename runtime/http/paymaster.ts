/** The site's paymaster (ERC-7677): a service that pays visitors' network fees on EVM networks. */
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { paymasterUrl } from './endpoint.ts'
import { hostFetch } from './hostFetch.ts'
import { createRpc } from './rpc.ts'

/**
 * How many ms to wait for an answer of the paymaster. Without one the visitor pays the fee, so a longer wait would only
 * delay the visitor.
 */
const PATIENCE = 3_000

/**
 * Asks the paymaster once; resolves with its answer, unparsed. Rejects without an answer within 3 s, and with the
 * paymaster's error if it declines.
 */
export async function askPaymaster(kit: Kit, network: CaipNetwork, method: string, params: readonly unknown[]) {
  const url = paymasterUrl(kit.config, network)
  if (url === undefined) throw new Error('The site names no paymaster')
  const signal = AbortSignal.timeout(PATIENCE)
  return createRpc({ urls: [url], fetch: hostFetch(kit), retryCount: 0 }).request({ method, params, signal })
}
