import { proxy } from 'valtio/vanilla'
import type { Wallet } from '../contracts/config.ts'

/** The pairing with a remote wallet, and the recent wallet. */
export type ConnectionState = {
  wcUri: string | undefined
  wcPairingExpiry: number | undefined
  wcLinking: { href: string; name: string } | undefined
  recentWallet: Wallet | undefined
  wcError: boolean
  buffering: boolean
}

/**
 * The fields that are not listed here start absent, and read as undefined. That keeps the page's first script small.
 */
export const initialConnection = () => ({ wcError: false, buffering: false }) as ConnectionState

export const createConnectionState = () => proxy(initialConnection())
