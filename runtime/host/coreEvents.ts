import type { CoreEvents } from '../contracts/events.ts'

const NAMES: Record<keyof CoreEvents, true> = {
  MODAL_OPEN: true,
  MODAL_CLOSE: true,
  CLICK_ALL_WALLETS: true,
  CLICK_NETWORKS: true,
  CLICK_WALLET_HELP: true,
  CLICK_GET_WALLET: true,
  SELECT_WALLET: true,
  SEARCH_WALLET: true,
  CONNECT_SUCCESS: true,
  CONNECT_ERROR: true,
  DISCONNECT_SUCCESS: true,
  DISCONNECT_ERROR: true,
  SWITCH_NETWORK: true,
  CLICK_SIGN_SIWX_MESSAGE: true,
  CLICK_CANCEL_SIWX: true,
  SIWX_AUTH_SUCCESS: true,
  SIWX_AUTH_ERROR: true,
  INITIALIZE: true,
}

/** walletkit's own tracking events, which a plugin may track without declaring them. */
export const CORE_EVENTS: readonly string[] = Object.keys(NAMES)
