/** Which wallets the Connect view lists, case by case: what the site, the page and the visitor bring, and the rows that follow. */
import { FILTERS } from './filters.ts'
import { KINDS } from './kinds.ts'

export { DIRECTORY, SOLANA, type WalletCase } from './fixtures.ts'
export const CASES = { ...KINDS, ...FILTERS }
