/** Ends sessions without the modal; the hooks of every framework use it. */
import type { ActionState } from '../contracts/headless.ts'
import type { DisconnectTarget, WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createAction } from './store.ts'

export type DisconnectStatus = 'idle' | 'disconnecting' | 'success' | 'error'
export type DisconnectState = ActionState<DisconnectStatus, true>
export type DisconnectActions = {
  /** Ends the sessions of every wallet, or only those that `namespace` or `connection` names. */
  disconnect: (target?: { namespace?: Extract<DisconnectTarget, string> } | DisconnectTarget) => Promise<void>
}

export function createDisconnect(instance: WalletKit): Controller<DisconnectState, DisconnectActions> {
  const action = createAction<'disconnecting', true>(kitOf(instance))
  return {
    ...action,
    actions: {
      disconnect: async (target) => {
        const chosen = typeof target === 'object' && 'namespace' in target ? target.namespace : target
        await action.run(
          'disconnecting',
          async () => {
            await instance.disconnect(chosen as DisconnectTarget | undefined)
            return true
          },
          { fallback: 'DISCONNECT_FAILED', isReported: true },
        )
      },
    },
  }
}
