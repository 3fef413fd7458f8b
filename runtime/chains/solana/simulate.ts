/**
 * Asks what a transaction would do (`simulateTransaction`). Asks the node that walletkit also uses for everything else
 * on the network (see `networkRpc`), and no simulation service.
 */
import { networkRpc } from '../../http/networkRpc.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { TransactionRequest } from '../../contracts/adapter.ts'
import type { Simulation } from '../../contracts/simulation.ts'
import { valueOf } from './answers.ts'
import { encodeBase64, parsed } from './encodings.ts'
import { keysOf, parseHoldings, parseSimulated, summarise } from './simulation.ts'
import { readMint } from './token.ts'
import { estimateFee, toTransaction } from './transfer.ts'

const commitment = 'confirmed'

/**
 * Simulates a transfer, or a revocation of delegates. Throws if `data` is neither (see `toTransaction`), or if the node
 * does not answer.
 */
export async function simulate(kit: Kit, request: TransactionRequest): Promise<Simulation> {
  const { chain, from } = request
  const bytes = await toTransaction(kit, request)
  const addresses = keysOf(bytes) ?? []
  const ask = (method: string, params: unknown[]) => networkRpc(kit, chain).request({ method, params })
  const options = {
    commitment,
    encoding: 'base64',
    // Switch the node's checks off: the transaction is not signed yet, and its blockhash may have expired for the node.
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const [held, answer, cost] = await Promise.all([
    ask('getMultipleAccounts', [addresses, { commitment, encoding: 'base64' }]),
    ask('simulateTransaction', [encodeBase64(bytes), options]),
    estimateFee(kit, request),
  ])
  const before = parsed('getMultipleAccounts', held, (given) => parseHoldings(valueOf(given), addresses.length))
  const simulated = parsed('simulateTransaction', answer, (given) => parseSimulated(given, addresses.length))
  return nameTokens(summarise(from, addresses, before, simulated, cost), async (token) => readMint(kit, chain, token))
}

/** Adds the decimals from the mints, but no symbols, because no metadata is read. */
async function nameTokens(
  found: Simulation,
  read: (token: string) => Promise<{ decimals: number }>,
): Promise<Simulation> {
  const named = async <T extends { token?: string }>(each: T): Promise<T> => {
    if (each.token === undefined) return each
    const mint = await read(each.token).catch(() => undefined)
    return mint ? { ...each, decimals: mint.decimals } : each
  }
  const [changes, allowances] = await Promise.all([
    Promise.all(found.changes.map(named)),
    Promise.all(found.allowances.map(named)),
  ])
  return { ...found, changes, allowances }
}
