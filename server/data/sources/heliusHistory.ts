/** Converts an enhanced transaction of Helius to one account's row of the history. */
import { formatUnits, parseUnits } from 'viem'
import type { DataNetwork } from '../network.ts'
import { nativeOf } from '../network.ts'
import { amountOf, countOf, decimalsOf, type Fields, fieldsOf, textOf } from '../shape.ts'
import type { HistoryRow, Transfer } from '../source.ts'
import type { ListedToken } from '../tokens.ts'

const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as unknown[]).map(fieldsOf) : [])

/** What an account gained (negative: lost). `text` is an exact decimal without a sign, or empty if it is not known. */
type Gain = { sign: number; text: string }

/**
 * Converts an entry of Helius to the account's row of the history.
 * @returns undefined for an entry without a valid signature or time, and for a transaction that moves nothing of the
 * account and whose fee somebody else paid, because anybody can name any account in a transaction
 */
export function solanaRow(
  network: DataNetwork,
  account: string,
  entry: unknown,
  mints: ReadonlyMap<string, ListedToken>,
): HistoryRow | undefined {
  const fields = fieldsOf(entry)
  const [hash, at] = [textOf(fields['signature']), countOf(fields['timestamp'])]
  if (hash === undefined || !/^\w{64,90}$/.test(hash) || at === undefined || at > 100_000_000_000) return undefined
  const moves = list(fields['tokenTransfers'])
  const payments = list(fields['nativeTransfers']).filter((each) => !isRent(each, fields, moves))
  const transfers = [...nativeTransfer(network, account, payments), ...tokenTransfers(account, fields, moves, mints)]
  if (fields['feePayer'] !== account && transfers.length === 0) return undefined
  const directions = new Set(transfers.map(({ direction }) => direction))
  const isTrade = directions.has('in') && directions.has('out')
  const operationType = isTrade ? 'trade' : directions.has('in') ? 'receive' : transfers.length > 0 ? 'send' : 'execute'
  const payer = textOf(fields['feePayer']) ?? account
  const other = otherParty(account, [...payments, ...moves], operationType === 'receive') ?? payer
  const { caipNetworkId: chain } = network
  const failed = fields['transactionError'] !== null && fields['transactionError'] !== undefined
  return {
    id: `${chain}:${hash}`,
    metadata: {
      ...{ operationType, hash, chain, minedAt: new Date(at * 1000).toISOString(), nonce: 0 },
      sentFrom: operationType === 'receive' ? other : account,
      sentTo: operationType === 'receive' ? account : other,
      status: failed ? 'failed' : 'confirmed',
    },
    transfers,
  }
}

const otherParty = (account: string, moves: readonly Fields[], isIncoming: boolean): string | undefined => {
  const [mine, theirs] = isIncoming
    ? (['toUserAccount', 'fromUserAccount'] as const)
    : (['fromUserAccount', 'toUserAccount'] as const)
  const move = moves.find((each) => each[mine] === account && textOf(each[theirs]) !== undefined)
  return move && textOf(move[theirs])
}

/** SOL that a token account of the transaction got or gave back is its rent, and no payment. */
function isRent({ fromUserAccount, toUserAccount }: Fields, { accountData }: Fields, moves: readonly Fields[]) {
  const changes = list(accountData).flatMap((each) => list(each['tokenBalanceChanges']))
  const accounts = new Set<unknown>([
    ...moves.flatMap((each) => [each['fromTokenAccount'], each['toTokenAccount']]),
    ...changes.map((each) => each['tokenAccount']),
  ])
  return [fromUserAccount, toUserAccount].some((each) => typeof each === 'string' && accounts.has(each))
}

const signOf = (account: string, { fromUserAccount, toUserAccount }: Fields) =>
  (toUserAccount === account ? 1 : 0) - (fromUserAccount === account ? 1 : 0)

function nativeTransfer(network: DataNetwork, account: string, payments: readonly Fields[]): Transfer[] {
  const sum = payments.reduce(
    (total, each) => total + (amountOf(each['amount']) ?? 0n) * BigInt(signOf(account, each)),
    0n,
  )
  if (sum === 0n) return []
  const { name, symbol, decimals } = nativeOf(network)
  const numeric = formatUnits(sum < 0n ? -sum : sum, decimals)
  const info = { name, symbol, icon: { url: '' } }
  return [{ direction: sum > 0n ? 'in' : 'out', quantity: { numeric }, fungible_info: info }]
}

function tokenTransfers(
  account: string,
  { accountData }: Fields,
  moves: readonly Fields[],
  mints: ReadonlyMap<string, ListedToken>,
): Transfer[] {
  const standards = new Map(moves.map((each) => [textOf(each['mint']) ?? '', textOf(each['tokenStandard']) ?? '']))
  const exact = exactGains(account, list(accountData))
  const inexact = [...standards.keys()].filter((mint) => mint !== '' && !exact.has(mint))
  const gains = new Map([...exact, ...inexact.map((mint): [string, Gain] => [mint, summedGain(account, mint, moves)])])
  return [...gains].flatMap(([mint, { sign, text }]): Transfer[] => {
    if (sign === 0) return []
    const direction = sign > 0 ? 'in' : 'out'
    if (/NonFungible/.test(standards.get(mint) ?? ''))
      return [{ direction, quantity: { numeric: '1' }, nft_info: { name: 'NFT', flags: { is_spam: false } } }]
    const { name = shortened(mint), symbol = '', iconUrl = '' } = mints.get(mint) ?? {}
    const info = { name, symbol, icon: { url: iconUrl }, address: mint }
    return [{ direction, quantity: { numeric: text }, fungible_info: info }]
  })
}

/** Helius tells no names of tokens here: a token that is not listed is shown by its mint. */
const shortened = (mint: string) => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/** The net changes of an account's tokens by mint. Helius sends these amounts as text, so they are exact. */
function exactGains(account: string, accountData: readonly Fields[]): Map<string, Gain> {
  const sums = new Map<string, { amount: bigint; decimals: number }>()
  for (const change of accountData.flatMap((each) => list(each['tokenBalanceChanges']))) {
    const { tokenAmount, decimals: places } = fieldsOf(change['rawTokenAmount'])
    const [mint, decimals] = [textOf(change['mint']), decimalsOf(places)]
    if (change['userAccount'] !== account || mint === undefined || decimals === undefined) continue
    if (typeof tokenAmount !== 'string' || !/^-?\d{1,30}$/.test(tokenAmount)) continue
    sums.set(mint, { amount: (sums.get(mint)?.amount ?? 0n) + BigInt(tokenAmount), decimals })
  }
  return new Map(
    [...sums].map(([mint, { amount, decimals }]): [string, Gain] => [
      mint,
      { sign: Number(amount > 0n) - Number(amount < 0n), text: formatUnits(amount < 0n ? -amount : amount, decimals) },
    ]),
  )
}

/** Enough decimals for any token. */
const PLACES = 36

/** The sum of transfers whose amounts are JSON numbers; its text is empty if one of them has lost digits. */
function summedGain(account: string, mint: string, moves: readonly Fields[]): Gain {
  let sum = 0n
  let direction = 0
  let isExact = true
  for (const each of moves) {
    const sign = each['mint'] === mint ? signOf(account, each) : 0
    if (sign === 0) continue
    const text = exactText(each['tokenAmount'])
    if (text === undefined) isExact = false
    direction ||= sign
    sum += BigInt(sign) * parseUnits(text ?? '0', PLACES)
  }
  if (!isExact) return { sign: direction, text: '' }
  return { sign: Number(sum > 0n) - Number(sum < 0n), text: formatUnits(sum < 0n ? -sum : sum, PLACES) }
}

/** A JSON number's digits without an exponent; undefined from 2^53, where digits are lost, and for anything else. */
export function exactText(value: unknown): string | undefined {
  if (typeof value !== 'number' || !(value >= 0) || value > Number.MAX_SAFE_INTEGER) return undefined
  const [digits = '', exponent] = String(value).split('e')
  if (exponent === undefined) return digits
  // Only small numbers are left: 1.5e-7.
  const [whole = '', fraction = ''] = digits.split('.')
  return `0.${'0'.repeat(-Number(exponent) - 1)}${whole}${fraction}`
}
