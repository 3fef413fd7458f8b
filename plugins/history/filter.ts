/** Selects the transactions to show. */
import type { Transaction } from './transaction.ts'

/** Namespaces whose transactions the history service lists. */
export const ACTIVITY_NAMESPACES: readonly string[] = ['eip155', 'solana']

/** Whether the transaction moved only spam NFTs. A transaction that moved nothing, such as an approval, is not spam. */
export const isSpam = ({ transfers }: Transaction): boolean =>
  transfers.length > 0 && transfers.every(({ nft_info: nft }) => nft?.flags.is_spam === true)

/** Drops spam, and transactions on other networks. `findSuspicious` judges the rest. */
export const shownOf = (rows: readonly Transaction[], chainId: string): Transaction[] =>
  rows.filter((row) => row.metadata.chain === chainId && !isSpam(row))
