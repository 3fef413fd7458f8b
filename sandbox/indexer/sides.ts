/** Converts a transaction to one account's view: what the account gained and lost, as a row of its history. */
import { formatUnits, getAddress, maxUint256, zeroAddress } from 'viem'
import { nativeAddress, nativeCurrency } from '../chains.ts'
import type { PriceBook } from '../prices.ts'
import { fungible, fungibleInfo, type Allowance, type HistoryRow, type OperationType } from './history.ts'
import type { TokenFacts, Transfer } from './history.ts'
import type { Deed, Movement } from './movements.ts'
import type { NftFacts, NftKey } from './nfts.ts'

/** The tokens and NFTs of a chain. `token` is undefined for a contract that is not a token. */
export type Assets = {
  chainId: string
  prices: PriceBook
  token: (contract: string) => TokenFacts | undefined
  nft: (key: NftKey) => NftFacts
}

/** Every account that may get a row for this transaction, in lower case. */
export function partiesOf({ transaction, succeeded, movements, approvals, operations }: Deed): Set<string> {
  const others = succeeded
    ? [...movements.flatMap(({ from, to }) => [from, to]), ...approvals.map(({ owner }) => owner)]
    : []
  const parties = new Set([transaction.from, ...operations.map(({ sender }) => sender), ...others])
  parties.delete(zeroAddress)
  return parties
}

type Net = { movement: Movement; amount: bigint; gross: bigint }

/**
 * The transfers of a row: one for each token, of the amount received minus the amount sent, and one for each NFT
 * movement. A token that the account sent to itself has the direction `self`.
 */
function transfersOf(account: string, movements: readonly Movement[], assets: Assets): Transfer[] {
  const nets = new Map<string, Net>()
  const nfts: Transfer[] = []
  for (const movement of movements) {
    if (movement.kind === 'nft') {
      nfts.push(nftTransfer(account, movement, assets))
      continue
    }
    const key = movement.kind === 'native' ? '' : movement.contract
    const net = nets.get(key) ?? { movement, amount: 0n, gross: 0n }
    if (movement.to === account) net.amount += movement.amount
    if (movement.from === account) net.amount -= movement.amount
    net.gross += movement.amount
    nets.set(key, net)
  }
  const sums = [...nets.values()].flatMap(({ movement, amount, gross }): Transfer[] => {
    const isNative = movement.kind === 'native'
    const contract = movement.kind === 'native' ? nativeAddress : movement.contract
    const facts = isNative ? nativeCurrency : assets.token(contract)
    if (!facts) return []
    const around = movement.from === movement.to
    const direction =
      amount > 0n ? 'in' : amount < 0n ? 'out' : around ? 'self' : movement.to === account ? 'in' : 'out'
    const size = amount === 0n ? (around ? gross : 0n) : amount < 0n ? -amount : amount
    const token = isNative ? undefined : contract
    return [fungible(direction, facts, size, assets.prices, `${assets.chainId}:${contract}`, token)]
  })
  return [...sums, ...nfts]
}

function nftTransfer(account: string, movement: Movement & { kind: 'nft' }, assets: Assets): Transfer {
  const { name, image, isSpam } = assets.nft(movement)
  const [isOut, isIn] = [movement.from === account, movement.to === account]
  return {
    direction: isOut && isIn ? 'self' : isOut ? 'out' : 'in',
    quantity: { numeric: '1' },
    price: 0,
    value: 0,
    nft_info: {
      name,
      ...(image && { content: { preview: { url: image }, detail: { url: image } } }),
      flags: { is_spam: isSpam },
    },
  }
}

function allowancesOf(account: string, { approvals }: Deed, assets: Assets): Allowance[] {
  return approvals.flatMap(({ contract, owner, spender, amount }) => {
    const facts = owner === account ? assets.token(contract) : undefined
    if (!facts) return []
    const limited = amount !== maxUint256 && { quantity: { numeric: formatUnits(amount, facts.decimals) } }
    return [{ fungible_info: fungibleInfo(facts), spender: getAddress(spender), ...limited }]
  })
}

function kindOf(account: string, transfers: readonly Transfer[], mine: readonly Movement[], deed: Deed): OperationType {
  const gains = transfers.some(({ direction }) => direction === 'in')
  const losses = transfers.some(({ direction }) => direction === 'out')
  if (gains && losses) return 'trade'
  if (gains) return mine.every(({ from, to }) => to !== account || from === zeroAddress) ? 'mint' : 'receive'
  if (losses) return mine.every(({ from, to }) => from !== account || to === zeroAddress) ? 'burn' : 'send'
  if (transfers.length) return 'send'
  if (deed.contract) return 'deploy'
  return deed.approvals.some(({ owner }) => owner === account) ? 'approve' : 'execute'
}

/**
 * An account's row for a transaction; undefined when the account neither sent it (itself, or by a user operation in it)
 * nor has a transfer or an allowance in it.
 */
export function rowOf(account: string, at: number, deed: Deed, assets: Assets): HistoryRow | undefined {
  const { transaction, contract } = deed
  const operation = deed.operations.find(({ sender }) => sender === account)
  const mine = deed.movements.filter(({ from, to }) => from === account || to === account)
  const transfers = transfersOf(account, mine, assets)
  const approvals = allowancesOf(account, deed, assets)
  const isOwn = transaction.from === account || operation !== undefined
  if (!isOwn && !transfers.length && !approvals.length) return undefined
  const operationType = kindOf(account, transfers, mine, deed)
  const other = operationType === 'trade' ? undefined : mine[0]
  const self = isOwn ? account : transaction.from
  return {
    id: `${assets.chainId}:${transaction.hash}`,
    metadata: {
      operationType,
      hash: transaction.hash,
      chain: assets.chainId,
      minedAt: new Date(at).toISOString(),
      sentFrom: getAddress(other?.from ?? self),
      sentTo: getAddress(other?.to ?? transaction.to ?? contract ?? zeroAddress),
      status: deed.succeeded && operation?.succeeded !== false ? 'confirmed' : 'failed',
      nonce: transaction.nonce,
    },
    transfers,
    ...(approvals.length && { approvals }),
  }
}
