/** Cases of the Connect view's wallet list: what the site, the page and the visitor provide, and the resulting rows. */
import { FILTERS } from './filters.ts'
import { KINDS } from './kinds.ts'

export { DIRECTORY, SOLANA, type WalletCase } from './fixtures.ts'
export const CASES = { ...KINDS, ...FILTERS }
