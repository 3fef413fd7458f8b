/**
 * The cases of the Connect view's wallet list: each has what the site and the browser provide, and the expected rows.
 */
import { FILTERS } from './filters.ts'
import { KINDS } from './kinds.ts'

export { DIRECTORY, SOLANA, type WalletCase } from './fixtures.ts'
export const CASES = { ...KINDS, ...FILTERS }
