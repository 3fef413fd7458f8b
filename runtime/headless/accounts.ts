/** Every account of every connected wallet, for pages that render their own list. */
import type { ActionState } from '../contracts/headless.ts'
import type { AccountType } from '../contracts/config.ts'
import type { Namespace } from '../lib/namespace.ts'
import type { WalletConnection, WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import { type Controller, createAction, storeOf } from './store.ts'

export type ListedAccount = {
  address: string
  type: AccountType
  namespace: Namespace
  /** The connected wallet that has this account. */
  connection: WalletConnection
  /** `true` for at most one account: the account that the page shows and makes requests for. */
  isActive: boolean
}
export type AccountsStatus = 'idle' | 'switching' | 'success' | 'error'
export type AccountsListState = ActionState<AccountsStatus, ListedAccount[]>
export type AccountsActions = {
  /** Makes another account the active one. The wallet shows no prompt. */
  switchAccount: (account: Pick<ListedAccount, 'address' | 'connection'>) => Promise<void>
}

export function createAccounts(instance: WalletKit): Controller<AccountsListState, AccountsActions> {
  const kit = kitOf(instance)
  const { connections, accounts, networks } = kit.state
  const action = createAction<'switching', true>(kit)
  const list = storeOf([connections, accounts, networks], () => {
    const active = instance.getAccount().address
    const activeChain = networks.activeChain
    return instance.getConnections().flatMap((connection) =>
      connection.accounts.map(({ address, type }): ListedAccount => ({
        address,
        type,
        namespace: connection.namespace,
        connection,
        isActive: connection.isActive && connection.namespace === activeChain && address === active,
      })),
    )
  })
  let made: { of: unknown; data: ListedAccount[]; value: AccountsListState } | undefined
  return {
    get: () => {
      const [of, data] = [action.get(), list.get()]
      if (made?.of !== of || made.data !== data)
        made = { of, data, value: { status: of.status, error: of.error, data } }
      return made.value
    },
    subscribe: (notify) => {
      const stops = [action.subscribe(notify), list.subscribe(notify)]
      return () => stops.forEach((stop) => stop())
    },
    actions: {
      switchAccount: async ({ address, connection }) => {
        await action.run(
          'switching',
          async () => {
            await instance.switchAccount({ address, connection })
            return true
          },
          { fallback: 'SWITCH_ACCOUNT_FAILED' },
        )
      },
    },
  }
}
