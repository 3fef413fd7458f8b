/** Asks the network's node what the next wallet request of a swap would do, and compares that with the order. */
import { compareSimulation, type SimulationIntent } from 'walletkit/plugin'
import type { OutcomeQuestion } from 'walletkit/ui'
import { type Prepared, requestsOf } from './build.ts'
import { swapError } from './errors.ts'
import { minimumReceived } from './fees.ts'
import type { SwapPanel } from './panel.ts'
import { contractOf, isSameAddress, type SwapToken } from './tokens.ts'

type Swapper = Pick<SwapPanel, 'kit'>

/** ms that a swap waits for the simulation before it asks the wallet without one. */
const LIMIT = 3_000

/** A token in the form that a simulation takes: its contract, or `{}` for the native currency. */
export const assetOf = ({ kit }: Swapper, token: SwapToken): { token?: string } =>
  isSameAddress(token.address, kit.nativeToken()) ? {} : { token: contractOf(token) }

/**
 * What `useOutcome` simulates, and the intent with which it compares the result. Simulates nothing until the request is
 * built.
 */
export function simulationOf(panel: Swapper, prepared: Prepared | undefined): OutcomeQuestion {
  const account = panel.kit.account().address ?? ''
  if (!prepared) return { account, of: '', simulate: undefined, intent: undefined }
  const calls = requestsOf(prepared).map(({ transaction: { to, value, data } }) => ({
    to,
    ...(value !== undefined && { value }),
    ...(data !== undefined && { data }),
  }))
  // Without a batch, simulate only the next request: an approval would fail before its reset is in a block.
  const after = prepared.together ? calls.slice(0, -1) : []
  const next = (prepared.together ? calls.at(-1) : calls[0]) ?? prepared.transaction
  return {
    account,
    of: [prepared.order.caipAddress, ...[...after, next].flatMap(({ to, value, data }) => [to, value, data])].join(' '),
    simulate: () => panel.kit.chain.simulate(next, { after }),
    intent: intentOf(panel, prepared),
  }
}

function intentOf(panel: Swapper, prepared: Prepared): SimulationIntent {
  const { kind, reset, together, spender = '', order, toAmount } = prepared
  const { source, target, amount, slippage } = order
  const allows = { token: contractOf(source), spender, amount }
  if (kind === 'approve' && !together) return reset ? {} : { allows }
  return {
    // The swap uses up the allowance. But a node that cannot read allowances reports the approval's event, so allow it
    // here.
    ...(together && { allows }),
    pays: { ...assetOf(panel, source), amount },
    gets: { ...assetOf(panel, target), atLeast: minimumReceived(toAmount, slippage) },
  }
}

/**
 * Throws `SWAP_DIFFERS` if the simulated swap does anything else than the order says, because the swap that follows an
 * approval has no review of its own. If the simulation fails or takes too long, the swap goes on.
 */
export async function checkOutcome(panel: Swapper, prepared: Prepared): Promise<void> {
  const { account, simulate, intent } = simulationOf(panel, prepared)
  if (!simulate) return
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LIMIT, undefined))
  const found = await Promise.race([simulate().catch(() => undefined), late])
  if (found && compareSimulation(account, found, intent).length) throw swapError('SWAP_DIFFERS')
}
