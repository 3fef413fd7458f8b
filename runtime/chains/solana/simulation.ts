/** Parses a node's simulation of a Solana transaction, and compares the accounts before and after it. */
import { encodeBase58 } from '../../lib/base58.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { BalanceChange, SimulatedAllowance, SimulatedReceipt, Simulation } from '../../contracts/simulation.ts'
import { parseLamports, valueOf } from './answers.ts'
import { decodeBase64, isAddress } from './encodings.ts'
import { compactAt, readWire, SIGNATURE_BYTES } from './wire.ts'
import { isTokenProgram } from './token.ts'

/** What an account holds. If it is a token account, `delegate` may take `delegated` base units from it. */
export type Holding = {
  lamports: bigint
  token?: { mint: string; owner: string; amount: bigint; delegate?: string; delegated: bigint }
}
/**
 * `error`: why the transaction would fail, in the node's words. `after`: the accounts after the transaction, in the
 * order of the request; empty with an `error`.
 */
export type Simulated = { error?: string; after: (Holding | undefined)[] }

/**
 * The size of a token account (SPL Token) and of an address, in bytes. A token account begins with the mint, the owner
 * and the amount; then come a flag of four bytes and the delegate.
 */
const [TOKEN_BYTES, KEY_BYTES] = [165, 32]

/** Parses the answer to `simulateTransaction` with `count` accounts; `undefined` for any other answer. */
export function parseSimulated(answer: unknown, count: number): Simulated | undefined {
  const value = valueOf(answer)
  if (!isRecord(value) || !('err' in value)) return undefined
  const { err, accounts } = value
  if (err !== null && err !== undefined)
    return { error: (typeof err === 'string' ? err : JSON.stringify(err)).slice(0, 120), after: [] }
  const after = parseHoldings(accounts, count)
  return after && { after }
}

/** Parses a list of `count` accounts in base64; an account that does not exist is `undefined` in it. */
export function parseHoldings(list: unknown, count: number): (Holding | undefined)[] | undefined {
  if (!Array.isArray(list) || list.length !== count) return undefined
  const holdings = (list as unknown[]).map((each) => (each === null ? null : parseHolding(each)))
  return holdings.every((each) => each !== undefined) ? holdings.map((each) => each ?? undefined) : undefined
}

function parseHolding(value: unknown): Holding | undefined {
  if (!isRecord(value)) return undefined
  const { owner, data } = value
  const lamports = parseLamports(value['lamports'])
  const [text, encoding] = Array.isArray(data) ? (data as unknown[]) : []
  const bytes = typeof text === 'string' && encoding === 'base64' ? decodeBase64(text) : undefined
  if (!isAddress(owner) || !bytes || lamports === undefined) return undefined
  if (!isTokenProgram(owner) || bytes.length < TOKEN_BYTES || (bytes.length > TOKEN_BYTES && bytes[TOKEN_BYTES] !== 2))
    return { lamports }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const key = (at: number) => encodeBase58(bytes.subarray(at, at + KEY_BYTES))
  const delegate = view.getUint32(72, true) === 1 ? key(76) : undefined
  const delegated = view.getBigUint64(121, true)
  const amount = view.getBigUint64(64, true)
  return { lamports, token: { mint: key(0), owner: key(32), amount, ...(delegate && { delegate }), delegated } }
}

/** The accounts that a transaction names, without those of address lookup tables; `undefined` if it is not valid. */
export function keysOf(transaction: Uint8Array): string[] | undefined {
  const wire = readWire(transaction)
  if (!wire) return undefined
  const message = wire.start + SIGNATURE_BYTES * wire.signers.length
  const list = compactAt(transaction, ((transaction[message] ?? 0) < 128 ? message : message + 1) + 3)
  if (!list) return undefined
  return Array.from({ length: list.value }, (_, at) =>
    encodeBase58(transaction.subarray(list.end + KEY_BYTES * at, list.end + KEY_BYTES * (at + 1))),
  )
}

/**
 * Sums up what an account gains and loses. `cost` is what it pays for the network fee and for rent, in lamports; that
 * does not count as a loss.
 */
export function summarise(
  account: string,
  addresses: readonly string[],
  before: readonly (Holding | undefined)[],
  { error, after }: Simulated,
  cost: bigint,
): Simulation {
  const none = { changes: [], receipts: [], allowances: [] }
  if (error !== undefined) return { status: 'reverted', reason: error, ...none }
  const sums = new Map<string, SimulatedReceipt>()
  const add = (holder: string, amount: bigint, token?: string) => {
    const key = `${holder}/${token ?? ''}`
    const sum = sums.get(key) ?? { holder, amount: 0n, ...(token !== undefined && { token }) }
    sum.amount += amount
    sums.set(key, sum)
  }
  const allowances: SimulatedAllowance[] = []
  for (const [at, address] of addresses.entries()) {
    const [old, now] = [before[at], after[at]]
    if (old?.token) add(old.token.owner, -old.token.amount, old.token.mint)
    if (now?.token) add(now.token.owner, now.token.amount, now.token.mint)
    if (!old?.token && !now?.token) add(address, (now?.lamports ?? 0n) - (old?.lamports ?? 0n))
    const { token } = now ?? {}
    const isNew = token?.delegate !== old?.token?.delegate || (token?.delegated ?? 0n) > (old?.token?.delegated ?? 0n)
    if (token?.owner === account && token.delegate !== undefined && token.delegated > 0n && isNew)
      allowances.push({ token: token.mint, spender: token.delegate, amount: token.delegated })
  }
  add(account, cost)
  const moved = [...sums.values()].filter(({ amount }) => amount !== 0n)
  const changes = moved.flatMap(({ holder, ...change }): BalanceChange[] => (holder === account ? [change] : []))
  const receipts = moved.filter(({ holder, amount }) => holder !== account && amount > 0n)
  return { status: 'success', changes, receipts, allowances }
}
