import { hkdfSync } from 'node:crypto'
import type { MasterKey } from './wrapper.ts'

/** A secret for one use, from the first master key: every process has that, and the database does not. */
export const derived = ([first]: readonly [MasterKey, ...MasterKey[]], use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', first.bytes, '', `walletkit ${use}`, 32))
