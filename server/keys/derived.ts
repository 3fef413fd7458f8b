import { hkdfSync } from 'node:crypto'
import type { MasterKey } from './wrapper.ts'

/**
 * Derives a secret for one purpose, `use`, from the first master key: every process has this key, and the database does
 * not contain it. Another first master key gives another secret.
 */
export const derived = ([first]: readonly [MasterKey, ...MasterKey[]], use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', first.bytes, '', `walletkit ${use}`, 32))
