/** Asks the network's own node what a transaction would do. */
import { networkRpc } from '../../http/networkRpc.ts'
import { encodeWord } from '../../lib/abi.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { cleanText } from '../../lib/text.ts'
import { RpcResponseError } from '../../http/rpc.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { TransactionRequest } from '../../contracts/adapter.ts'
import type { BatchCall } from '../../contracts/requests.ts'
import type { Simulation } from '../../contracts/simulation.ts'
import { AnswerError, parseQuantity, toHex } from './provider.ts'
import { readTerms, type Terms, withFees } from './realFees.ts'
import { callsOf, type Effects, type Measured, parseSimulated, parseTraced, PERMIT2, summarise } from './simulation.ts'
import { readToken } from './token.ts'

type Ask = (method: string, params: unknown[]) => Promise<unknown>
type Pair = { token: string; holder: string }
type Limit = Effects['allowances'][number]
type Asked = { account: string; pairs: readonly Pair[]; limits: readonly Limit[]; terms: Terms | undefined }

/** The most balances (and allowances) to measure, and the most tokens to name. Usual transactions need fewer. */
const [PAIRS, TOKENS] = [12, 8]

/**
 * Simulates the calls of `after` and then the request. Uses `eth_simulateV1` if the node has it. Without it, uses
 * `debug_traceCall`, which can only run one call: then it throws if there are calls in `after`. Throws if the node has
 * neither method, or does not answer. The first answer lists the token events. With `eth_simulateV1`, a second request
 * measures balances and allowances, because a token may log another amount than it moves.
 */
export async function simulate(
  kit: Kit,
  request: TransactionRequest,
  after: readonly BatchCall[] = [],
): Promise<Simulation> {
  const rpc = networkRpc(kit, request.chain)
  const ask: Ask = (method, params) => rpc.request({ method, params })
  const { from, chain } = request
  const calls = [...after.map((call) => callOf({ ...call, from, chain })), callOf(request)]
  const terms = await readTerms(ask, from)
  const { effects, canMeasure } = await readEffects(ask, calls, terms)
  const account = from.toLowerCase()
  const pairs = canMeasure ? pairsOf(effects, account) : []
  const limits = canMeasure ? effects.allowances.filter((each) => each.owner === account && isAmount(each)) : []
  const { measured, left } = await measure(ask, calls, { account, pairs, limits: limits.slice(0, PAIRS), terms })
  // Report what is left of each allowance after the calls, as measured: what the calls use up cannot be taken later,
  // and few tokens log that use.
  const allowances = effects.allowances.map((each) => ({ ...each, amount: left.get(each) ?? each.amount }))
  const outcome = summarise({ ...effects, allowances }, from, measured)
  return nameTokens(outcome, (token) => readToken(rpc, token, from))
}

const isAmount = ({ id, all }: Limit) => id === undefined && !all

const callOf = ({ from, to, value, data, gas }: TransactionRequest): Call => ({
  from,
  to,
  ...(value === undefined ? {} : { value: toHex(value) }),
  ...(data === undefined ? {} : { data }),
  ...(gas === undefined ? {} : { gas: toHex(gas) }),
})

type Call = { from: string; to: string; value?: string; data?: string; gas?: string }

/**
 * With `terms`, asks for a simulation with the checks of a real transaction (`validation`), because without these
 * checks some nodes set the base fee to 0 whatever the request says. If the node refuses, asks again without them,
 * because the checks reject senders that are contracts, such as smart accounts, and senders whose fee a paymaster pays.
 * Without `terms` (no fees), asks without the checks.
 */
async function simulateCalls(
  ask: Ask,
  given: readonly Call[],
  traceTransfers: boolean,
  terms: Terms | undefined,
): Promise<unknown> {
  const { calls, overrides } = withFees(given, terms)
  const run = (validation: boolean) =>
    ask('eth_simulateV1', [{ blockStateCalls: [{ ...overrides, calls }], traceTransfers, validation }, 'latest'])
  if (!terms) return run(false)
  return run(true).catch((error: unknown) => {
    if (!(error instanceof RpcResponseError) || error.code === RPC_CODES.methodNotFound) throw error
    return run(false)
  })
}

async function readEffects(
  ask: Ask,
  calls: readonly Call[],
  terms: Terms | undefined,
): Promise<{ effects: Effects; canMeasure: boolean }> {
  try {
    const answer = await simulateCalls(ask, calls, true, terms)
    const effects = parseSimulated(answer, calls.length)
    if (!effects) throw new AnswerError('eth_simulateV1', answer)
    return { effects, canMeasure: effects.status === 'success' }
  } catch (error) {
    if (error instanceof AnswerError) throw error
    const refusal = refusalOf(error)
    if (!refusal && calls.length > 1) throw error
    return { effects: refusal ?? (await readTraced(ask, calls, terms, error)), canMeasure: false }
  }
}

async function readTraced(
  ask: Ask,
  given: readonly Call[],
  terms: Terms | undefined,
  first: unknown,
): Promise<Effects> {
  // If the node did not answer at all, a second request would fail too.
  if (!(first instanceof RpcResponseError)) throw first
  const { calls, overrides } = withFees(given, terms)
  const [call] = calls
  const options = { ...overrides, tracer: 'callTracer', tracerConfig: { withLog: true } }
  try {
    const answer = await ask('debug_traceCall', [call, 'latest', options])
    const effects = parseTraced(answer)
    if (!effects) throw new AnswerError('debug_traceCall', answer)
    return effects
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}

/**
 * The result for a node that refuses to simulate because the transaction would fail, such as one that the account
 * cannot pay. `undefined` for any other error.
 */
function refusalOf(error: unknown): Effects | undefined {
  if (!(error instanceof RpcResponseError) || !/insufficient (funds|balance)|revert/i.test(error.message))
    return undefined
  return { status: 'reverted', reason: cleanText(error.message, 120), movements: [], allowances: [], touched: [] }
}

/**
 * Lists the balances to measure: the account's balance of each token that it sent or got, or that logged a change of a
 * balance; and the balances of the accounts to which it sent tokens.
 */
function pairsOf({ movements, touched }: Effects, account: string): Pair[] {
  const pairs = new Map<string, Pair>()
  const add = (token: string, holder: string) => pairs.set(token + holder, { token, holder })
  for (const token of touched) add(token, account)
  for (const { token, id, from, to } of movements)
    if (token !== undefined && id === undefined && [from, to].includes(account)) {
      add(token, account)
      add(token, to)
    }
  return [...pairs.values()].slice(0, PAIRS)
}

/**
 * Simulates the calls again, with a read of each balance before and after them, and a read of each allowance after
 * them. `measured`: the changes of the balances. `left`: what is left of each allowance. Leaves out what cannot be
 * read.
 */
async function measure(
  ask: Ask,
  calls: readonly Call[],
  { account, pairs, limits, terms }: Asked,
): Promise<{ measured: Measured[]; left: Map<Limit, bigint> }> {
  if (!pairs.length && !limits.length) return { measured: [], left: new Map() }
  const read = (to: string, selector: string, ...words: string[]) => ({
    from: account,
    to,
    data: selector + words.map(encodeWord).join(''),
  })
  const balances = pairs.map(({ token, holder }) => read(token, '0x70a08231', holder))
  const allowed = limits.map(({ token, spender, isKept }) =>
    isKept ? read(PERMIT2, '0x927da105', account, token, spender) : read(token, '0xdd62ed3e', account, spender),
  )
  const all = [...balances, ...calls, ...balances, ...allowed]
  const results = callsOf(await simulateCalls(ask, all, false, terms).catch(() => undefined)) ?? []
  const figureAt = (at: number) => {
    const call = results[at]
    const word: unknown = isRecord(call) && call['status'] === '0x1' ? call['returnData'] : undefined
    // Permit2 answers with three words, of which the first is the amount.
    return typeof word === 'string' && [66, 194].includes(word.length) ? parseQuantity(word.slice(0, 66)) : undefined
  }
  const end = balances.length + calls.length
  const measured = pairs.flatMap(({ token, holder }, at) => {
    const [before, after] = [figureAt(at), figureAt(end + at)]
    return before === undefined || after === undefined ? [] : [{ token, holder, amount: after - before }]
  })
  const left = limits.flatMap((limit, at): [Limit, bigint][] => {
    const amount = figureAt(end + balances.length + at)
    return amount === undefined ? [] : [[limit, amount]]
  })
  return { measured, left: new Map(left) }
}

type Facts = { symbol: string; decimals: number }

/** Adds symbols and decimals from the tokens' contracts, for at most `TOKENS` tokens. */
async function nameTokens(found: Simulation, read: (token: string) => Promise<Facts>): Promise<Simulation> {
  const wanted = [...found.changes, ...found.allowances].flatMap(({ token, id }) =>
    token === undefined || id !== undefined ? [] : [token],
  )
  const facts = new Map<string, Facts>()
  await Promise.all(
    [...new Set(wanted)].slice(0, TOKENS).map((token) =>
      read(token).then(
        ({ symbol, decimals }) => facts.set(token, { symbol: cleanText(symbol, 16), decimals }),
        () => undefined,
      ),
    ),
  )
  const named = <T extends { token?: string; id?: bigint }>(each: T): T =>
    each.id === undefined && each.token !== undefined ? { ...each, ...facts.get(each.token) } : each
  return { ...found, changes: found.changes.map(named), allowances: found.allowances.map(named) }
}
