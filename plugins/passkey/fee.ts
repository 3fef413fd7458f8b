/** Compares an operation's fee, whose figures all come from the bundler, with the usual fee by the site's own node. */
import { isHighFee, type PluginKit } from 'walletkit/plugin'
import type { Call } from './account.ts'
import { passkeyError } from './errors.ts'
import { askSite } from './siteNode.ts'

/** A fee that is far higher than usual, or cannot be compared with the usual one. */
export type FeeMark = 'high' | 'notCompared'

/**
 * About the most gas that an operation takes besides its calls: creating the account, checking its signature without
 * the precompile, and what the bundler adds for its own transaction.
 */
const OWN_GAS = 1_000_000n
/** The gas to assume for a call that the node cannot estimate alone, such as one that needs the call before it. */
const CALL_GAS = 500_000n

/**
 * Estimates what an operation with these calls usually costs, in wei. The gas price and the gas of each call come from
 * the node that the site uses, because the bundler's own figures may be false. `undefined` if another network than
 * `chainId` is active, or if the node does not answer in time.
 */
export function usualFee(
  kit: Pick<PluginKit, 'network' | 'chain'>,
  chainId: number,
  calls: readonly Call[],
): Promise<bigint | undefined> {
  return askSite(kit, chainId, async () => {
    const estimate = (call: Call) => kit.chain.estimateGas(call).catch(() => CALL_GAS)
    const [price, ...gas] = await Promise.all([kit.chain.getGasPrice(), ...calls.map(estimate)])
    return price * gas.reduce((sum, each) => sum + each, OWN_GAS)
  })
}

/**
 * A fee that is more than `BEYOND` times the usual fee is refused. On Ethereum, the base fee rises by an eighth per
 * block at most, so a real fee needs more than 30 full blocks to rise that much. Fees below `LITTLE` (0.01 of the
 * currency, in wei) are only marked: where gas costs next to nothing, a plain estimate can be that far off.
 */
const [BEYOND, LITTLE] = [100n, 10n ** 16n]

/**
 * How to mark a fee for the visitor; `undefined` for a usual fee, and for a fee that is too small to matter. Throws
 * PASSKEY_FEE for a fee that is refused. Amounts in wei.
 */
export function markOf(fee: bigint, usual: bigint | undefined): FeeMark | undefined {
  if (usual !== undefined && fee >= LITTLE && fee > BEYOND * usual) throw passkeyError('PASSKEY_FEE')
  if (!isHighFee(fee, usual)) return undefined
  return usual === undefined ? 'notCompared' : 'high'
}
