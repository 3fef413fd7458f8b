import { isSafariOnIos, isTelegram } from '../lib/device.ts'
import { TEN_SECONDS } from '../lib/time.ts'
import { type ConnectionState, initialConnection } from '../state/connection.ts'

/** Forgets the pairing; the status and the recent wallet stay. */
export function resetUri(connection: ConnectionState) {
  Object.assign(connection, { wcUri: undefined, wcPairingExpiry: undefined, wcLinking: undefined, wcError: false })
}

/** Whether the pairing can still be answered: with ten seconds left or less it counts as expired (decisions 4.1). */
export const isLive = (
  { wcUri, wcPairingExpiry = 0 }: Pick<ConnectionState, 'wcUri' | 'wcPairingExpiry'>,
  now = Date.now(),
) => wcUri !== undefined && wcPairingExpiry - now > TEN_SECONDS

/** Where the page goes into the background while the wallet answers, a pairing outlives the modal (decisions 4.1). */
export const holdsPairing = () => isTelegram() || isSafariOnIos()

/** The modal closes: the pairing goes with it, unless it is held and unexpired. */
export function releaseUri(connection: ConnectionState) {
  if (!holdsPairing() || !isLive(connection)) resetUri(connection)
}

/** Back to the start; the recent wallet stays. */
export function resetConnection(connection: ConnectionState) {
  resetUri(connection)
  Object.assign(connection, initialConnection())
}
