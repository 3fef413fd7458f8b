/** Compares what the network says that a transaction does with what the person was shown. */
import type { BalanceChange, SimulatedAllowance, SimulatedAsset, Simulation } from '../contracts/simulation.ts'

/**
 * What the screen told the person, with amounts in base units. A payment or an allowance that is absent here must not
 * happen in the simulation.
 */
export type SimulationIntent = {
  /** What leaves the account. `to` must get all of it; without `to`, the receiver is not checked, as in a swap. */
  pays?: { token?: string; amount: bigint; to?: string }
  /** The least that the account must get. */
  gets?: { token?: string; atLeast: bigint }
  /** The most that a spender may be allowed to take later. */
  allows?: { token: string; spender: string; amount: bigint }
}

/**
 * A difference between a simulation and the intent. `reverts`: the transaction would fail. `leaves`: an asset that was
 * not shown leaves the account. `leavesMore`, `paysLess`: more or less of the shown asset leaves. `nobody`: the
 * receiver gets nothing. `arrives`: the receiver gets another amount. `tooLittle`: the account gets less than
 * `atLeast`. `allowance`: a spender may take more than the intent allows.
 */
export type SimulationFinding =
  | { kind: 'reverts'; reason?: string }
  | { kind: 'leaves' | 'leavesMore' | 'paysLess'; change: BalanceChange }
  | { kind: 'nobody' }
  | { kind: 'arrives'; amount: bigint }
  | { kind: 'tooLittle'; amount: bigint }
  | { kind: 'allowance'; allowance: SimulatedAllowance }

/** An allowance of at least this many base units exceeds any balance, so it counts as unlimited. */
const UNLIMITED = 1n << 128n

/**
 * Whether two amounts differ by at most a billionth of `b`. Some honest tokens store shares instead of amounts, and so
 * move one or two base units more or less than they were asked to.
 */
const isNear = (a: bigint, b: bigint) => (a > b ? a - b : b - a) * 1_000_000_000n <= b

/** Compares two addresses. The case of hex addresses does not matter; that of others does. */
const isSame = (a: string | undefined, b: string | undefined) =>
  a === b || (a !== undefined && /^0x/i.test(a) && a.toLowerCase() === b?.toLowerCase())
const isOf = (asset: SimulatedAsset, token: string | undefined) => asset.id === undefined && isSame(asset.token, token)

/**
 * Lists the differences between a simulation and the intent. For a transaction that would fail, lists only the failure;
 * otherwise too large allowances come first. Without an intent, when it is unknown what the transaction is for, only a
 * failure and unlimited allowances count. `account` is the account that sends.
 *
 * @example
 * ```ts
 * import { compareSimulation, type Simulation } from 'walletkit/plugin'
 *
 * const isAsMeant = (account: string, to: string, simulation: Simulation) =>
 *   compareSimulation(account, simulation, { pays: { amount: 10n ** 16n, to } }).length === 0
 * ```
 */
export function compareSimulation(
  account: string,
  { status, reason, changes, receipts, allowances }: Simulation,
  intent: SimulationIntent | undefined,
): SimulationFinding[] {
  if (status === 'reverted') return [{ kind: 'reverts', ...(reason !== undefined && { reason }) }]
  const granted = allowances.filter((each) => isTooMuch(each, intent))
  const findings = granted.map((allowance): SimulationFinding => ({ kind: 'allowance', allowance }))
  if (!intent) return findings
  const { pays, gets } = intent
  for (const change of changes.filter(({ amount }) => amount < 0n))
    if (!pays || !isOf(change, pays.token)) findings.push({ kind: 'leaves', change })
    else if (-change.amount > pays.amount && !isNear(-change.amount, pays.amount))
      findings.push({ kind: 'leavesMore', change })
  if (pays) findings.push(...comparePayment(account, pays, { changes, receipts }))
  if (gets) {
    const amount = changes.find((change) => isOf(change, gets.token))?.amount ?? 0n
    if (amount < gets.atLeast) findings.push({ kind: 'tooLittle', amount: amount > 0n ? amount : 0n })
  }
  return findings
}

function comparePayment(
  account: string,
  { token, amount, to }: NonNullable<SimulationIntent['pays']>,
  { changes, receipts }: Pick<Simulation, 'changes' | 'receipts'>,
): SimulationFinding[] {
  // What an account sends to itself changes nothing.
  if (isSame(to, account)) return []
  const change = changes.find((each) => isOf(each, token)) ?? { ...(token !== undefined && { token }), amount: 0n }
  const isLess = -change.amount < amount && !isNear(-change.amount, amount)
  const findings: SimulationFinding[] = isLess ? [{ kind: 'paysLess', change }] : []
  if (to === undefined) return findings
  const got = receipts.find((each) => isOf(each, token) && isSame(each.holder, to))?.amount ?? 0n
  if (got <= 0n) return [...findings, { kind: 'nobody' }]
  return isNear(got, amount) ? findings : [...findings, { kind: 'arrives', amount: got }]
}

function isTooMuch(allowance: SimulatedAllowance, intent: SimulationIntent | undefined): boolean {
  const { all, amount, id, spender } = allowance
  if (!intent) return all === true || amount >= UNLIMITED
  const { allows } = intent
  return !allows || id !== undefined || all === true
    ? true
    : !isOf(allowance, allows.token) || !isSame(spender, allows.spender) || amount > allows.amount
}
