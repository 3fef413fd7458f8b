/**
 * What the index stores of a transaction for one account. Names and decimals of tokens are not stored: they are read
 * from the contracts when a page asks.
 */
import { callOf } from '../sources/etherscanDeeds.ts'
import { addressOf, amountOf, countOf, fieldsOf } from '../shape.ts'
import type { Receipt, Sent, Trace, TransferLog } from './answers.ts'

/** Addresses are in lower case; amounts are in the smallest unit. */
export type StoredMovement = { from: string; to: string } & (
  | { kind: 'native'; amount: bigint }
  | { kind: 'token'; contract: string; amount: bigint }
  | { kind: 'nft'; contract: string; id: bigint }
)
/**
 * `at` is in seconds since 1970. `receiver` is the transaction's `to`, or the contract that the transaction deployed.
 * `approval` has the arguments of the account's own call of `approve`, even if the transaction failed.
 */
export type StoredDeed = {
  hash: string
  at: number
  sender: string
  receiver: string | undefined
  nonce: number
  succeeded: boolean
  deploys: boolean
  movements: readonly StoredMovement[]
  approval?: { contract: string; spender: string; amount: bigint }
}

/** The most transfers of one account in one transaction that are stored: a stranger's contract may log thousands. */
const MOST_MOVEMENTS = 50

/** What the index stores of a transaction for `account`. `traces`: the calls with value inside of the transaction. */
export function deedOf(
  account: string,
  at: number,
  { sent, receipt, traces }: { sent: Sent; receipt: Receipt; traces: readonly Trace[] },
  isListed: (contract: string) => boolean,
): StoredDeed {
  const { hash, from: sender, to, nonce, value, input } = sent
  const { succeeded } = receipt
  const receiver = to ?? receipt.contract
  const isMine = ({ from, to: other }: { from: string; to: string }) => from === account || other === account
  const own: StoredMovement[] =
    value > 0n && receiver !== undefined ? [{ kind: 'native', from: sender, to: receiver, amount: value }] : []
  const inner = traces.flatMap(({ from, to: paid, value: amount }): StoredMovement[] =>
    paid === undefined ? [] : [{ kind: 'native', from, to: paid, amount }],
  )
  const mine = receipt.transfers.filter(isMine)
  // Transfers of listed tokens come first, so that they are within the limit even if a contract logs thousands.
  const tokens = [
    ...mine.filter(({ contract }) => isListed(contract)),
    ...mine.filter(({ contract }) => !isListed(contract)),
  ]
  const called = sender === account && to !== undefined ? callOf(input) : undefined
  const tried: StoredMovement[] =
    called?.kind === 'transfer' && to !== undefined
      ? [{ kind: 'token', contract: to, from: sender, to: called.to, amount: called.amount }]
      : []
  const movements = succeeded
    ? [...[...own, ...inner].filter(isMine), ...tokens.map(movementOf)]
    : [...own.filter(isMine), ...tried]
  return {
    ...{ hash, at, sender, receiver, nonce, succeeded, deploys: to === undefined },
    movements: movements.slice(0, MOST_MOVEMENTS),
    ...(called?.kind === 'approve' &&
      to !== undefined && { approval: { contract: to, spender: called.to, amount: called.amount } }),
  }
}

const movementOf = ({ contract, from, to, ...what }: TransferLog): StoredMovement =>
  'id' in what
    ? { kind: 'nft', contract, from, to, id: what.id }
    : { kind: 'token', contract, from, to, amount: what.amount }

/** Serializes to JSON, with amounts as text because JSON numbers are not exact. */
export const writeDeed = (deed: StoredDeed): string =>
  JSON.stringify(deed, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Parses what {@link writeDeed} wrote. @throws Error that names the table and column, for anything else */
export function readDeed(text: string): StoredDeed {
  try {
    const fields = fieldsOf(JSON.parse(text))
    const { hash, succeeded, deploys, movements, approval } = fields
    const [at, nonce, sender] = [countOf(fields['at']), countOf(fields['nonce']), addressOf(fields['sender'])]
    if (typeof hash === 'string' && at !== undefined && nonce !== undefined && sender !== undefined) {
      const allowed = approval === undefined ? undefined : approvalOf(approval)
      return {
        ...{ hash, at, nonce, sender, receiver: addressOf(fields['receiver']) },
        ...{ succeeded: succeeded === true, deploys: deploys === true },
        movements: Array.isArray(movements) ? (movements as unknown[]).map(storedMovement) : [],
        ...(allowed && { approval: allowed }),
      }
    }
  } catch {
    // Ignore the parser's error, whose message could contain stored data: the error below is thrown instead.
  }
  throw new Error('index_deeds.value cannot be read: it was changed, or a newer version wrote it')
}

function storedMovement(value: unknown): StoredMovement {
  const { kind, contract, from: sender, to: receiver, amount: size, id: number } = fieldsOf(value)
  const [from, to, token] = [addressOf(sender), addressOf(receiver), addressOf(contract)]
  const [amount, id] = [amountOf(size), amountOf(number)]
  if (from !== undefined && to !== undefined) {
    if (kind === 'native' && amount !== undefined) return { kind, from, to, amount }
    if (kind === 'token' && amount !== undefined && token !== undefined)
      return { kind, contract: token, from, to, amount }
    if (kind === 'nft' && id !== undefined && token !== undefined) return { kind, contract: token, from, to, id }
  }
  throw new Error('This is no transfer')
}

function approvalOf(value: unknown): StoredDeed['approval'] {
  const fields = fieldsOf(value)
  const [contract, spender, amount] = [
    addressOf(fields['contract']),
    addressOf(fields['spender']),
    amountOf(fields['amount']),
  ]
  if (contract === undefined || spender === undefined || amount === undefined) throw new Error('This is no allowance')
  return { contract, spender, amount }
}
