/** Converts a Bitcoin transaction to one address's row of the history. */
import { formatUnits } from 'viem'
import { type DataNetwork, nativeOf } from '../network.ts'
import type { HistoryRow, Transfer } from '../source.ts'
import type { BitcoinTransaction, Coin } from './esploraTransaction.ts'

/** `other` is the address on the other side. `fee` is undefined unless the address alone paid it. */
type Side = {
  operationType: HistoryRow['metadata']['operationType']
  direction: Transfer['direction'] | undefined
  amount: bigint
  other: string | undefined
  fee: bigint | undefined
}

/**
 * Converts a transaction to the address's row of the history.
 * @param height the newest block's height; undefined if unknown
 * @returns undefined for a transaction without a coin of the address
 */
export function bitcoinRow(
  network: DataNetwork,
  account: string,
  transaction: BitcoinTransaction,
  height: number | undefined,
): HistoryRow | undefined {
  const { txid, block } = transaction
  const side = sideOf(account, transaction)
  if (!side) return undefined
  const { operationType, direction, amount, other = account, fee } = side
  const { caipNetworkId: chain } = network
  const { name, symbol, decimals } = nativeOf(network)
  const isIncoming = direction === 'in'
  const depth = block ? (height === undefined ? undefined : Math.max(1, height - block.height + 1)) : 0
  return {
    id: `${chain}:${txid}`,
    metadata: {
      ...{ operationType, hash: txid, chain, nonce: 0, status: block ? 'confirmed' : 'pending' },
      // A transaction without a block has no time: use the current time.
      minedAt: new Date(block ? block.at * 1000 : Date.now()).toISOString(),
      sentFrom: isIncoming ? other : account,
      sentTo: isIncoming ? account : other,
      ...(fee !== undefined && { fee: formatUnits(fee, decimals) }),
      ...(depth !== undefined && { confirmations: depth }),
    },
    transfers: direction
      ? [
          {
            ...{ direction, quantity: { numeric: formatUnits(amount, decimals) } },
            fungible_info: { name, symbol, icon: { url: '' } },
          },
        ]
      : [],
  }
}

function sideOf(account: string, { inputs, outputs, fee }: BitcoinTransaction): Side | undefined {
  const isOwn = ({ address }: Coin) => address === account
  const [spent, received] = [sum(inputs.filter(isOwn)), sum(outputs.filter(isOwn))]
  const others = outputs.filter((each) => !isOwn(each))
  if (inputs.some(isOwn) && inputs.every(isOwn)) {
    // The address pays no other address, and so only the fee. An `OP_RETURN` output has no value.
    const paid = sum(others)
    return paid > 0n
      ? { operationType: 'send', direction: 'out', amount: paid, other: largest(others), fee }
      : { operationType: 'send', direction: 'self', amount: received, other: account, fee }
  }
  if (!inputs.some(isOwn)) {
    if (!outputs.some(isOwn)) return undefined
    const operationType = inputs.length === 0 ? 'mint' : 'receive'
    return { operationType, direction: 'in', amount: received, other: largest(inputs), fee: undefined }
  }
  // Several addresses paid together, and their shares of the fee are unknown: show the net change of this address.
  const gain = received - spent
  const payers = inputs.filter((each) => !isOwn(each))
  if (gain > 0n)
    return { operationType: 'receive', direction: 'in', amount: gain, other: largest(payers), fee: undefined }
  if (gain < 0n)
    return { operationType: 'send', direction: 'out', amount: -gain, other: largest(others), fee: undefined }
  return { operationType: 'execute', direction: undefined, amount: 0n, other: undefined, fee: undefined }
}

/** The address of the largest coin among those that have one. */
const largest = (coins: readonly Coin[]): string | undefined =>
  coins
    .filter(({ address }) => address !== undefined)
    .reduce<Coin | undefined>((most, each) => (most && most.value >= each.value ? most : each), undefined)?.address

const sum = (coins: readonly Coin[]): bigint => coins.reduce((all, { value }) => all + value, 0n)
