/** The types of the states and actions for pages without the modal, which the entry points of all frameworks export. */
export type {
  ActionState,
  HeadlessError,
  HeadlessErrorCode,
  SendRequest,
  SendResult,
  SendStatus,
  SwapData,
  SwapQuote,
  SwapRequest,
  SwapStatus,
} from '../contracts/headless.ts'
export type { AccountsActions, AccountsListState, AccountsStatus, ListedAccount } from './accounts.ts'
export type { ConnectActions, ConnectState, ConnectStatus } from './connect.ts'
export type { DisconnectActions, DisconnectState, DisconnectStatus } from './disconnect.ts'
export type { SendActions, SendState } from './send.ts'
export type { SignInActions, SignInHookState, SignInHookStatus } from './signIn.ts'
export type { SwapActions, SwapState } from './swap.ts'
export type { ListedWallet, WalletsActions, WalletsState, WalletsStatus } from './wallets.ts'
