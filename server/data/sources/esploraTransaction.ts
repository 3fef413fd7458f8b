/** Parses a transaction of Esplora's API. Amounts are in satoshi. */
import { isAddressOn } from '../../../runtime/chains/bip122/address.ts'
import type { Chain } from '../../../runtime/chains/bip122/chains.ts'
import { amountOf, countOf, fieldsOf } from '../shape.ts'

/** In satoshi. `address` is undefined for a script without an address, such as a bare public key or `OP_RETURN`. */
export type Coin = { address: string | undefined; value: bigint }
/** The coin that a transaction spends is output `vout` of the transaction `txid`. */
export type Spent = Coin & { txid: string; vout: number }

export type BitcoinTransaction = {
  txid: string
  /** Empty for the reward of a block. */
  inputs: readonly Spent[]
  outputs: readonly Coin[]
  fee: bigint
  /** undefined until it is in a block. `at` is in seconds since 1970. */
  block: { height: number; at: number } | undefined
}

/** 21 million bitcoin in satoshi, which is all that will ever exist. */
const MOST = 2_100_000_000_000_000n

/**
 * Parses a transaction.
 * @returns undefined if the transaction or one of its coins is malformed: a sum of only some coins would be wrong
 */
export function parseTransaction(value: unknown, chain: Chain): BitcoinTransaction | undefined {
  const { txid, vin, vout, fee: paid, status } = fieldsOf(value)
  if (!isTxid(txid) || !Array.isArray(vin) || !Array.isArray(vout)) return undefined
  const fee = satoshiOf(paid)
  const block = blockOf(status)
  const isReward = (vin as unknown[]).some((each) => fieldsOf(each)['is_coinbase'] === true)
  const inputs = isReward ? [] : (vin as unknown[]).map((each) => spentOf(each, chain))
  const outputs = (vout as unknown[]).map((each) => coinOf(each, chain))
  if (fee === undefined || block === null || !areWhole(inputs) || !areWhole(outputs)) return undefined
  return { txid, inputs, outputs, fee, block }
}

const isTxid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

const areWhole = <T>(list: readonly (T | undefined)[]): list is readonly T[] => !list.includes(undefined)

function satoshiOf(value: unknown): bigint | undefined {
  const amount = amountOf(value)
  return amount !== undefined && amount <= MOST ? amount : undefined
}

function coinOf(value: unknown, chain: Chain): Coin | undefined {
  const { scriptpubkey_address: given, value: satoshi } = fieldsOf(value)
  const amount = satoshiOf(satoshi)
  if (amount === undefined) return undefined
  return { address: typeof given === 'string' && isAddressOn(given, chain) ? given : undefined, value: amount }
}

function spentOf(value: unknown, chain: Chain): Spent | undefined {
  const { txid, vout, prevout } = fieldsOf(value)
  const [coin, index] = [coinOf(prevout, chain), countOf(vout)]
  return coin && isTxid(txid) && index !== undefined ? { ...coin, txid, vout: index } : undefined
}

/**
 * The block of a transaction's `status`; undefined if the transaction is unconfirmed, null if the status is malformed.
 */
function blockOf(value: unknown): BitcoinTransaction['block'] | null {
  const { confirmed, block_height: number, block_time: time } = fieldsOf(value)
  if (confirmed === false) return undefined
  const [height, at] = [countOf(number), countOf(time)]
  // The largest time of a block has 32 bits.
  return confirmed === true && height !== undefined && at !== undefined && at < 2 ** 32 ? { height, at } : null
}
