/**
 * The core's events: every name of `CoreEvents`, which the compiler checks. `send.ts` sends them and the events of the
 * package's own plugins, and no others. The CLI has the same list, because no plugin may have an event with one of
 * these names.
 */
import type { CoreEvents } from '../contracts/events.ts'

const EVENTS: Readonly<Record<keyof CoreEvents, true>> = {
  INITIALIZE: true,
  MODAL_OPEN: true,
  MODAL_CLOSE: true,
  CLICK_ALL_WALLETS: true,
  CLICK_GET_WALLET: true,
  CLICK_NETWORKS: true,
  CLICK_WALLET_HELP: true,
  SEARCH_WALLET: true,
  SELECT_WALLET: true,
  CONNECT_SUCCESS: true,
  CONNECT_ERROR: true,
  DISCONNECT_SUCCESS: true,
  DISCONNECT_ERROR: true,
  SWITCH_NETWORK: true,
  CLICK_SIGN_SIWX_MESSAGE: true,
  CLICK_CANCEL_SIWX: true,
  SIWX_AUTH_SUCCESS: true,
  SIWX_AUTH_ERROR: true,
}
export const SENT_EVENTS: readonly string[] = Object.keys(EVENTS)
