/**
 * The names of the core's events that may be sent. The package's own plugins list theirs in their manifests. All other
 * events are never sent.
 */
import type { TrackingEvents } from '../contracts/events.ts'

export const SENT_EVENTS: readonly string[] = [
  'INITIALIZE',
  'MODAL_OPEN',
  'MODAL_CLOSE',
  'CLICK_ALL_WALLETS',
  'CLICK_GET_WALLET',
  'CLICK_NETWORKS',
  'CLICK_WALLET_HELP',
  'SEARCH_WALLET',
  'SELECT_WALLET',
  'CONNECT_SUCCESS',
  'CONNECT_ERROR',
  'DISCONNECT_SUCCESS',
  'DISCONNECT_ERROR',
  'SWITCH_NETWORK',
  'CLICK_SIGN_SIWX_MESSAGE',
  'CLICK_CANCEL_SIWX',
  'SIWX_AUTH_SUCCESS',
  'SIWX_AUTH_ERROR',
] satisfies (keyof TrackingEvents)[]
