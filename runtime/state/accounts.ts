import { proxy, ref } from 'valtio/vanilla'
import type { AccountType } from '../contracts/config.ts'
import type { CaipAddress, Namespace } from '../lib/namespace.ts'
import type { TokenBalance } from '../contracts/tokenBalance.ts'

export type Status = 'disconnected' | 'connecting' | 'connected'

export type ConnectedWallet = { name: string; icon?: string; identifier: string; social?: string }

/** One namespace's account. */
export type AccountState = {
  status: Status
  caipAddress: CaipAddress | undefined
  address: string | undefined
  allAccounts: readonly { address: string; type: AccountType }[]
  /** The native balance, or that of the token in the config's `tokens`, as exact decimal text. */
  balance: string | undefined
  balanceSymbol: string | undefined
  /**
   * The status of `balance`; absent until the balance is first requested. `balanceLoading` is about `tokenBalance`
   * instead.
   */
  balanceStatus: 'loading' | 'success' | 'error' | undefined
  balanceLoading: boolean
  /** When `updateBalances` last failed, ms since 1970. For 30 s after that, only a call with `force` fetches again. */
  lastRetry: number | undefined
  tokenBalance: readonly TokenBalance[] | undefined
  profileName: string | null | undefined
  profileImage: string | null | undefined
  addressExplorerUrl: string | undefined
  addressLabels: ReadonlyMap<string, string>
  connectedWalletInfo: ConnectedWallet | undefined
  preferredAccountType: AccountType | undefined
  smartAccountDeployed: boolean
  user: { email?: string | null; username?: string | null } | undefined
  socialProvider: string | undefined
  /** The popup window of a login in progress. Never take a snapshot of it: a window cannot be copied. */
  socialWindow: object | undefined
  farcasterUrl: string | undefined
  currentTab: number
}

export type AccountsState = Record<Namespace, AccountState>

/**
 * The fields that are not listed here start absent, and read as undefined. That keeps the page's first script small.
 */
export const initialAccount = () =>
  ({
    status: 'disconnected',
    allAccounts: [],
    balanceLoading: false,
    addressLabels: ref(new Map<string, string>()),
    smartAccountDeployed: false,
    currentTab: 0,
  }) as unknown as AccountState

export const createAccountsState = (namespaces: readonly Namespace[]) =>
  proxy(Object.fromEntries(namespaces.map((namespace) => [namespace, initialAccount()])) as AccountsState)
