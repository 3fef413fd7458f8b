/** Connects wallets without the modal; the hooks of every framework use it. */
import type { ActionState } from '../contracts/headless.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { Account, WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createAction, loadActions, storeOf } from './store.ts'

/** `connecting`: the wallet asks the visitor, or a wallet on another device has to approve the pairing. */
export type ConnectStatus = 'idle' | 'connecting' | 'success' | 'error'
export type ConnectState = ActionState<ConnectStatus, Account> & {
  /**
   * The pairing URI, to show as a QR code or to put into a link to the wallet's app. `undefined` while no wallet on
   * another device is asked.
   */
  uri: string | undefined
}
export type ConnectActions = {
  /**
   * `id` is the id of a wallet in the `data` of `useWallets`. Resolves with the account; with `undefined` when
   * connecting failed, or a newer call or `cancel` ended it.
   */
  connect: (options: { id: string; namespace?: Namespace }) => Promise<Account | undefined>
  /** Stops waiting. A later answer of the wallet is ignored. */
  cancel: () => void
}

export function createConnect(instance: WalletKit): Controller<ConnectState, ConnectActions> {
  const kit: Kit = kitOf(instance)
  const action = createAction<'connecting', Account>(kit)
  let newest: object | undefined
  const { connection } = kit.state
  const pairing = storeOf([connection], () => connection.wcUri)
  let made: { of: unknown; uri: string | undefined; value: ConnectState } | undefined
  return {
    get: () => {
      const [of, uri] = [action.get(), pairing.get()]
      if (made?.of !== of || made.uri !== uri) made = { of, uri, value: { ...of, uri } }
      return made.value
    },
    subscribe: (notify) => {
      const stops = [action.subscribe(notify), pairing.subscribe(notify)]
      return () => stops.forEach((stop) => stop())
    },
    actions: {
      connect: ({ id, namespace }) => {
        const mine = (newest = {})
        return action.run(
          'connecting',
          async () => {
            const actions = await loadActions(kit)
            await actions.connect(kit, id, namespace).catch((error: unknown) => {
              // After a newer call of this store, the state is that call's.
              if (newest === mine && actions.isAbandoned(error)) action.reset()
              throw error
            })
            return instance.getAccount(namespace)
          },
          { fallback: 'CONNECT_FAILED' },
        )
      },
      cancel: () => {
        action.reset()
        // If they do not load, no wallet was asked.
        void loadActions(kit).then(
          ({ abandon }) => abandon(kit),
          () => undefined,
        )
      },
    },
  }
}
