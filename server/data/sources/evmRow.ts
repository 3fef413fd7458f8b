/** Converts an EVM transaction, as a source tells it, to one account's row of the history. */
import { formatUnits, getAddress, maxUint256, zeroAddress } from 'viem'
import { type DataNetwork, nativeOf } from '../network.ts'
import type { HistoryRow, Transfer } from '../source.ts'

/**
 * `contract` is in lower case; `iconUrl` is an https URL or empty. `isListed`: the operator's token list has the
 * contract, so its `Transfer` events are trusted.
 */
export type Token = {
  contract: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string
  isListed?: boolean
}

/** One transfer. Addresses are in lower case; `amount` is in the smallest unit, and for an NFT the number of pieces. */
export type Movement = { from: string; to: string; amount: bigint } & (
  { kind: 'native' } | { kind: 'token'; token: Token } | { kind: 'nft'; name: string; isSpam: boolean }
)

/** An allowance that the sender set. `amount` is in the smallest unit. */
export type Approval = { token: Token; spender: string; amount: bigint }

/**
 * One transaction. `at` is in seconds since 1970. `sender` and `receiver` are undefined if the source does not tell
 * them. Addresses are in lower case. `approves`: it sets an allowance, whether or not the token is known.
 */
export type Deed = {
  hash: string
  at: number
  sender: string | undefined
  receiver: string | undefined
  nonce: number
  succeeded: boolean
  deploys: boolean
  approves: boolean
  movements: Movement[]
  approvals: Approval[]
}

/** The entry points 0.6, 0.7 and 0.8 of smart accounts (ERC-4337). */
const ENTRY_POINTS = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
])

/**
 * An account's row for a transaction, without prices, because the sources have no past prices. Of a transaction that
 * somebody else sent, outgoing transfers are shown only of the native currency and listed tokens.
 *
 * @param account in lower case
 * @returns undefined when the account neither sent the transaction nor has a transfer in it that is shown
 */
export function rowOf(network: DataNetwork, account: string, deed: Deed): HistoryRow | undefined {
  const isOwn = deed.sender === account
  const mine = deed.movements.filter((each) => isShown(account, isOwn, each))
  const transfers = transfersOf(network, account, mine)
  if (!isOwn && transfers.length === 0) return undefined
  const approvals = isOwn && deed.succeeded ? deed.approvals.map(allowanceOf) : []
  const operationType = operationOf(account, transfers, mine, deed)
  const other = operationType === 'trade' ? undefined : mine[0]
  const self = isOwn ? account : (deed.sender ?? account)
  const { caipNetworkId: chain } = network
  return {
    id: `${chain}:${deed.hash}`,
    metadata: {
      ...{ operationType, hash: deed.hash, chain, nonce: deed.nonce },
      minedAt: new Date(deed.at * 1000).toISOString(),
      sentFrom: getAddress(other?.from ?? self),
      sentTo: getAddress(other?.to ?? deed.receiver ?? zeroAddress),
      status: deed.succeeded ? 'confirmed' : 'failed',
    },
    transfers,
    ...(approvals.length > 0 && { approvals }),
  }
}

function isShown(account: string, isOwn: boolean, movement: Movement): boolean {
  const { from, to, kind, amount } = movement
  if (from !== account && to !== account) return false
  if (isOwn) return true
  // Anybody can make a token log a transfer of 0 from any account, to make visitors copy a similar address later.
  if (kind === 'token' && amount === 0n) return false
  // Anybody can deploy a contract that logs transfers of any amount from any account, under any name. A listed token
  // logs only true ones: a spender used the account's approval, or the account is a contract.
  if (kind !== 'native' && from === account && !(kind === 'token' && movement.token.isListed)) return false
  // Leave out transfers between a smart account and the entry point: they are the fees of an operation, and refunds of
  // fees.
  return kind !== 'native' || !(ENTRY_POINTS.has(from) || ENTRY_POINTS.has(to))
}

const signOf = (account: string, { from, to }: Movement): bigint =>
  (to === account ? 1n : 0n) - (from === account ? 1n : 0n)

/**
 * One transfer for each token, of the amount received minus the amount sent, and one for each NFT. A token that the
 * account only sent to itself has the direction `self`.
 */
function transfersOf(network: DataNetwork, account: string, mine: readonly Movement[]): Transfer[] {
  const nets = new Map<string, { first: Movement; amount: bigint; around: bigint }>()
  const nfts: Transfer[] = []
  for (const each of mine) {
    const sign = signOf(account, each)
    if (each.kind === 'nft') {
      nfts.push({
        direction: sign > 0n ? 'in' : sign < 0n ? 'out' : 'self',
        quantity: { numeric: String(each.amount) },
        nft_info: { name: each.name, flags: { is_spam: each.isSpam } },
      })
      continue
    }
    const key = each.kind === 'token' ? each.token.contract : ''
    const net = nets.get(key) ?? { first: each, amount: 0n, around: 0n }
    net.amount += sign * each.amount
    if (sign === 0n) net.around += each.amount
    nets.set(key, net)
  }
  const sums = [...nets.values()].map(({ first, amount, around }): Transfer => {
    const size = amount === 0n ? around : amount < 0n ? -amount : amount
    const sign = amount === 0n ? signOf(account, first) : amount
    const token = first.kind === 'token' ? first.token : { ...nativeOf(network), iconUrl: '' }
    return {
      direction: sign > 0n ? 'in' : sign < 0n ? 'out' : 'self',
      quantity: { numeric: formatUnits(size, token.decimals) },
      fungible_info: infoOf(token),
    }
  })
  return [...sums, ...nfts]
}

const infoOf = ({ name, symbol, iconUrl, contract }: Omit<Token, 'contract' | 'decimals'> & { contract?: string }) => ({
  ...{ name, symbol, icon: { url: iconUrl } },
  ...(contract !== undefined && { address: contract }),
})

function allowanceOf({ token, spender, amount }: Approval) {
  const { contract: _, ...facts } = token
  const limited = amount !== maxUint256 && { quantity: { numeric: formatUnits(amount, token.decimals) } }
  return { fungible_info: infoOf(facts), spender: getAddress(spender), ...limited }
}

function operationOf(account: string, transfers: readonly Transfer[], mine: readonly Movement[], deed: Deed) {
  const gains = transfers.some(({ direction }) => direction === 'in')
  const losses = transfers.some(({ direction }) => direction === 'out')
  if (gains && losses) return 'trade'
  if (gains) return mine.every(({ from, to }) => to !== account || from === zeroAddress) ? 'mint' : 'receive'
  if (losses) return mine.every(({ from, to }) => from !== account || to === zeroAddress) ? 'burn' : 'send'
  if (transfers.length > 0) return 'send'
  if (deed.deploys) return 'deploy'
  return deed.approves ? 'approve' : 'execute'
}
