import { type ConnectionState, initialConnection } from '../state/connection.ts'

/** Forgets the pairing; the status and the recent wallet stay. */
export function resetUri(connection: ConnectionState) {
  Object.assign(connection, { wcUri: undefined, wcPairingExpiry: undefined, wcLinking: undefined, wcError: false })
}

export const resetConnection = (connection: ConnectionState) => void Object.assign(connection, initialConnection())
