/** Selects the transactions to show. */
import type { Transaction } from './transaction.ts'

/** Namespaces whose history the service has. */
export const ACTIVITY_NAMESPACES: readonly string[] = ['eip155', 'solana']

/** The transaction moved only spam NFTs. One that moved nothing, such as an approval, is not spam. */
export const isSpam = ({ transfers }: Transaction): boolean =>
  transfers.length > 0 && transfers.every(({ nft_info: nft }) => nft?.flags.is_spam === true)

const isZero = (numeric: string) => /^[0.]*$/.test(numeric)

/**
 * A zero-value transfer made by another account. Attackers use it to put an address that looks like a known one into
 * the list ("address poisoning"). It may name the account as the sender: a token contract lets anyone move 0 tokens.
 */
export const isPlanted = ({ metadata, transfers }: Transaction, account: string): boolean =>
  transfers.length > 0 &&
  !metadata.isPurchase &&
  transfers.every(({ nft_info: nft, quantity }) => !nft && isZero(quantity.numeric)) &&
  metadata.sentFrom.toLowerCase() !== account.toLowerCase()

/** Drops spam, planted transfers, and transactions on other networks. */
export const shownOf = (rows: readonly Transaction[], chainId: string, account: string): Transaction[] =>
  rows.filter((row) => row.metadata.chain === chainId && !isSpam(row) && !isPlanted(row, account))
