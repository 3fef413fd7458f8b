import { isSafariOnIos, isTelegram } from '../lib/device.ts'
import { TEN_SECONDS } from '../lib/time.ts'
import { type ConnectionState, initialConnection } from '../state/connection.ts'

/** Clears the pairing; keeps the status and the recent wallet. */
export function resetUri(connection: ConnectionState) {
  Object.assign(connection, { wcUri: undefined, wcPairingExpiry: undefined, wcLinking: undefined, wcError: false })
}

/**
 * Whether a wallet can still answer the pairing. It counts as expired ten seconds early, so that a visitor who scans it
 * has time to approve.
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
 * Called when the modal closes: clears the pairing, unless it is unexpired on a platform where it outlives the modal.
 */
export function releaseUri(connection: ConnectionState) {
  if (!holdsPairing() || !isLive(connection)) resetUri(connection)
}

/** Resets the connection; keeps the recent wallet. */
export function resetConnection(connection: ConnectionState) {
  resetUri(connection)
  Object.assign(connection, initialConnection())
}
