import { type ConnectionState, initialConnection } from '../state/connection.ts'

/** Forgets the pairing; the status and the recent wallet stay. */
export function resetUri(connection: ConnectionState) {
  Object.assign(connection, { wcUri: undefined, wcPairingExpiry: undefined, wcLinking: undefined, wcError: false })
}

/** Back to the start; the recent wallet stays. */
export function resetConnection(connection: ConnectionState) {
  resetUri(connection)
  Object.assign(connection, initialConnection())
}
