/** Builds the calls for several recipients, and reads what they cost. */
import type { NotedCall, PluginKit, SentNote } from 'walletkit/plugin'
import type { OutcomeQuestion } from 'walletkit/ui'
import { SEND_ERRORS, sendError } from '../errors.ts'
import { NATIVE_GAS, readGas, TOKEN_GAS } from '../gas.ts'
import type { SendOptions } from '../options.ts'
import { begin, type SendPanel } from '../panel.ts'
import { buildTransfer, noteOf } from '../transfer.ts'
import type { ManyIntent, ManyPayment } from './intent.ts'

type Sender = Pick<SendPanel, 'kit' | 'options'>

/** Builds one call for each payment. Rejects if a payment cannot be built exactly as the visitor confirmed it. */
export async function callsOf({ kit, options }: Sender, wanted: ManyIntent): Promise<NotedCall[]> {
  return Promise.all(
    wanted.payments.map(async (payment) => {
      const { to, value, data } = await build(kit, wanted, payment, options)
      const note = noteOf({ ...wanted, ...payment })
      return { to, ...(value !== undefined && { value }), ...(data !== undefined && { data }), note }
    }),
  )
}

const build = (kit: PluginKit, { contract, decimals }: ManyIntent, { to, amount }: ManyPayment, options: SendOptions) =>
  buildTransfer(kit, { decimals, to, amount, ...(contract !== undefined && { contract }) }, options)

/** The note of a batch, from which Activity shows all receivers and the total. */
export function batchNote(wanted: ManyIntent, totalText: string): SentNote {
  const { out } = noteOf({ ...wanted, to: '', amountText: totalText })
  return { kind: 'send', receivers: wanted.payments.map(({ to }) => to), ...(out && { out }) }
}

/** Reads the fee of all transfers, and whether the wallet asks once or for each. Reports failures, never rejects. */
export async function fetchCost(panel: SendPanel, wanted: ManyIntent): Promise<void> {
  const { kit, many } = panel
  const isCurrent = begin(panel, panel.costs)
  Object.assign(many, { cost: undefined, costFailed: false })
  try {
    const [limits, isTogether] = await Promise.all([
      Promise.all(wanted.payments.map((payment) => limitOf(panel, wanted, payment))),
      kit.chain.canBatch(),
    ])
    const facts = await readGas(
      kit,
      limits.reduce((sum, { limit }) => sum + limit, 0n),
    )
    // A single payment needs only one confirmation, with or without a batch.
    const isOne = isTogether && wanted.payments.length > 1
    if (isCurrent()) many.cost = { facts, isTogether: isOne, mayFail: limits.some(({ mayFail }) => mayFail) }
  } catch (error) {
    if (!isCurrent()) return
    many.costFailed = true
    kit.report(error, 'SEND_GAS', SEND_ERRORS)
  }
}

async function limitOf({ kit, options }: Sender, wanted: ManyIntent, payment: ManyPayment) {
  try {
    // Estimate with 1 wei: with the whole balance, nothing would remain for the fee and the estimate would fail.
    const call =
      wanted.contract === undefined ? { to: payment.to, value: 1n } : await build(kit, wanted, payment, options)
    return { limit: await kit.chain.estimateGas(call), mayFail: false }
  } catch {
    return { limit: wanted.contract === undefined ? NATIVE_GAS : TOKEN_GAS, mayFail: true }
  }
}

/** The question for `useOutcome`: what all transfers do together. */
export function simulationOf({ kit, options }: Sender, wanted: ManyIntent | undefined): OutcomeQuestion {
  const account = kit.account().address ?? ''
  if (!wanted) return { account, of: '', simulate: undefined, intent: undefined }
  const { caipAddress, caipNetworkId, contract: token, payments } = wanted
  // Leave out payments to the account itself, because the simulation shows no loss for them.
  const amount = payments.reduce((sum, { to, amount: each }) => (isSelf(to, account) ? sum : sum + each), 0n)
  return {
    account,
    of: [caipAddress, caipNetworkId, token, ...payments.flatMap(({ to, amount: each }) => [to, each])].join(' '),
    simulate: async () => {
      const calls = (await callsOf({ kit, options }, wanted)).map(({ note: _note, ...call }) => call)
      const last = calls.pop()
      if (!last) throw sendError('SEND_INCOMPLETE')
      return kit.chain.simulate(last, { after: calls })
    },
    intent: { pays: { ...(token !== undefined && { token }), amount } },
  }
}

const isSelf = (to: string, account: string) => to.toLowerCase() === account.toLowerCase()
