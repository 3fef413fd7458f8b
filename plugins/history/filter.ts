/** What of a history is shown. */
import type { Transaction } from './transaction.ts'

/** Namespaces that the service has a history for (spec section 9). */
export const ACTIVITY_NAMESPACES: readonly string[] = ['eip155', 'solana']

/** All that moved is an advertisement. A transaction that moved nothing, as an approval, is none. */
export const isSpam = ({ transfers }: Transaction): boolean =>
  transfers.length > 0 && transfers.every(({ nft_info: nft }) => nft?.flags.is_spam === true)

const isZero = (numeric: string) => /^[0.]*$/.test(numeric)

/**
 * Somebody else's transfer of nothing: it only plants an address that looks like a known one (reliability T4). It may
 * say that the account sent it, since anybody may move nothing in anybody's name.
 */
export const isPlanted = ({ metadata, transfers }: Transaction, account: string): boolean =>
  transfers.length > 0 &&
  !metadata.isPurchase &&
  transfers.every(({ nft_info: nft, quantity }) => !nft && isZero(quantity.numeric)) &&
  metadata.sentFrom.toLowerCase() !== account.toLowerCase()

/** Drops what is an advertisement or planted, and what is of another network. */
export const shownOf = (rows: readonly Transaction[], chainId: string, account: string): Transaction[] =>
  rows.filter((row) => row.metadata.chain === chainId && !isSpam(row) && !isPlanted(row, account))
