/** Swaps without the modal's form; the hooks of every framework use it. */
import type { ActionState, SwapData, SwapRequest, SwapStatus } from '../contracts/headless.ts'
import type { WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createAction, loadActions } from './store.ts'

export type SwapState = ActionState<SwapStatus, SwapData>
export type SwapActions = {
  /** Asks the exchange for an offer. Resolves with the offer, or with `undefined` after a failure. */
  quote: (request: SwapRequest) => Promise<SwapData | undefined>
  /**
   * Swaps what was quoted, and asks the wallet once for each transaction. Resolves when a block includes the swap; with
   * `undefined` when it failed. `confirmed`: the visitor accepted what `data.mustConfirm` warns of.
   */
  swap: (options?: { confirmed?: boolean }) => Promise<SwapData | undefined>
  /**
   * Forgets the quote and the result. It cannot cancel a request that the wallet shows: the visitor may still confirm
   * it.
   */
  reset: () => void
}

export function createSwap(instance: WalletKit): Controller<SwapState, SwapActions> {
  const kit = kitOf(instance)
  const action = createAction<SwapStatus, SwapData>(kit)
  const feature = async () => (await loadActions(kit)).featureOf(kit, 'swaps')
  return {
    get: action.get,
    subscribe: action.subscribe,
    actions: {
      quote: (request) => {
        action.reset()
        return action.run('quoting', async () => (await feature()).quote(request), {
          fallback: 'SWAP_QUOTE',
          last: 'quoted',
        })
      },
      swap: ({ confirmed } = {}) =>
        action.run(
          'wallet',
          async (turn) => {
            const quoted = action.get().data
            const { swap } = await feature()
            return swap({ confirmed }, (status, hash) =>
              turn(status, quoted && { ...quoted, ...(hash !== undefined && { hash }) }),
            )
          },
          { fallback: 'SWAP_FAILED' },
        ),
      reset: action.reset,
    },
  }
}
