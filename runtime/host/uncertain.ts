/**
 * A wallet may fail after it has sent, when its node's answer was lost: then "failed" would be a lie that ends in a second
 * payment (reliability T5). The account's nonce tells.
 */
import type { CaipNetwork } from '../chains/network.ts'
import { coreError } from '../errors/catalogue.ts'
import { isUserRejection } from '../errors/rpc.ts'
import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../kit.ts'
import { ONE_SECOND, THREE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/within.ts'

/**
 * Runs what asks the wallet to send. Throws what the wallet throws, or `TX_UNCERTAIN` where a transaction of the account
 * reached the network meanwhile. On EVM networks; elsewhere, and where no node answers in time, nothing can be told. The
 * wallet is asked once the node has answered, or after a second.
 */
export async function orUncertain<T>(kit: Kit, chain: CaipNetwork, from: string, send: () => Promise<T>): Promise<T> {
  const before = nonce(kit, chain, from)
  // A wallet that asks nobody may send sooner than a node answers: counted then, the transaction would be in it.
  await within(ONE_SECOND, before)
  try {
    return await send()
  } catch (error) {
    if (isUserRejection(error)) throw error
    const [was, is] = [await before, await nonce(kit, chain, from)]
    throw was !== undefined && is !== undefined && is > was ? coreError('TX_UNCERTAIN', error) : error
  }
}

/** How many transactions the account has sent, those in the pool included. */
async function nonce(kit: Kit, chain: CaipNetwork, from: string): Promise<number | undefined> {
  if (chain.chainNamespace !== 'eip155') return undefined
  const call = { method: 'eth_getTransactionCount', params: [from, 'pending'] }
  const count = await within(THREE_SECONDS, networkRpc(kit, chain).request(call)).catch(() => undefined)
  return typeof count === 'string' && /^0x[0-9a-f]{1,13}$/i.test(count) ? Number(count) : undefined
}
