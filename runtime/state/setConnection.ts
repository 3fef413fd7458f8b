import { isSafariOnIos, isTelegram } from '../lib/device.ts'
import { TEN_SECONDS } from '../lib/time.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Status } from '../state/accounts.ts'
import { type ConnectionState, initialConnection } from '../state/connection.ts'

/** Clears the pairing; keeps `buffering` and the recent wallet. */
export function resetUri(connection: ConnectionState) {
  Object.assign(connection, { wcUri: undefined, wcPairingExpiry: undefined, wcLinking: undefined, wcError: false })
}

/**
 * Whether the pairing URI in the state can still be used. It counts as expired ten seconds early, so that a visitor who
 * scans it has time to approve.
 */
export const isLive = (
  { wcUri, wcPairingExpiry = 0 }: Pick<ConnectionState, 'wcUri' | 'wcPairingExpiry'>,
  now = Date.now(),
) => wcUri !== undefined && wcPairingExpiry - now > TEN_SECONDS

/**
 * Whether a pairing outlives the modal: Telegram and iOS Safari put the page into the background while the visitor
 * answers in the wallet's app.
 */
export const holdsPairing = () => isTelegram() || isSafariOnIos()

/**
 * Called when the modal closes: removes the pairing URI, unless the URI is unexpired and the platform is one on which a
 * pairing outlives the modal.
 */
export function releaseUri(connection: ConnectionState) {
  if (!holdsPairing() || !isLive(connection)) resetUri(connection)
}

/**
 * The page's overall status. `connected`: at least one namespace is connected. `connecting`: a wallet is asked, or a
 * pairing that outlives the modal is pending.
 */
export function connectionStatus({ state: { accounts, connection } }: Kit): Status {
  const is = (status: Status) => Object.values(accounts).some((account) => account.status === status)
  if (is('connected')) return 'connected'
  return is('connecting') || (holdsPairing() && isLive(connection)) ? 'connecting' : 'disconnected'
}

/** Resets the connection; keeps the recent wallet. */
export function resetConnection(connection: ConnectionState) {
  resetUri(connection)
  Object.assign(connection, initialConnection())
}
