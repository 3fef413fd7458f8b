import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../config.ts'
import type { Status } from './accounts.ts'

/** The state of a remote session and of the wallet list around it (spec section 3). */
export type ConnectionState = {
  wcUri: string | undefined
  wcPairingExpiry: number | undefined
  wcLinking: { href: string; name: string } | undefined
  recentWallet: Wallet | undefined
  wcError: boolean
  buffering: boolean
  status: Status
}

/** What is not named here starts absent, and reads as undefined. */
export const initialConnection = () => ({ wcError: false, buffering: false, status: 'disconnected' }) as ConnectionState

export const createConnectionState = () => proxy(initialConnection())
