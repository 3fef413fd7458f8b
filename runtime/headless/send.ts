/** Sends without the modal's form; the hooks of every framework use it. */
import type { ActionState, SendRequest, SendResult, SendStatus } from '../contracts/headless.ts'
import type { WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createAction, loadActions } from './store.ts'

export type SendState = ActionState<SendStatus, SendResult>
export type SendActions = {
  /**
   * Checks the request as the modal's form does, then asks the wallet once. Resolves when a block includes the
   * transfer; with `undefined` when it failed. `data` has the hash as soon as the wallet has sent it.
   */
  send: (request: SendRequest) => Promise<SendResult | undefined>
  /** Forgets the result. It cannot cancel a request that the wallet shows: the visitor may still confirm it. */
  reset: () => void
}

export function createSend(instance: WalletKit): Controller<SendState, SendActions> {
  const kit = kitOf(instance)
  const action = createAction<SendStatus, SendResult>(kit)
  return {
    get: action.get,
    subscribe: action.subscribe,
    actions: {
      send: (request) => {
        action.reset()
        return action.run(
          'preparing',
          async (turn) => {
            const { featureOf } = await loadActions(kit)
            return (await featureOf(kit, 'send')).send(request, turn)
          },
          { fallback: 'SEND_FAILED' },
        )
      },
      reset: action.reset,
    },
  }
}
