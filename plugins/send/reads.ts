/** Reads balances, the fee and the token's contract. An answer for an account that is no longer active is ignored. */
import { plainText, type TokenBalance } from 'walletkit/plugin'
import { SEND_ERRORS } from './errors.ts'
import { amount, balance, contract, max } from './form.ts'
import * as gas from './gas.ts'
import { sendingNamespace, type SendNamespace } from './namespaces.ts'
import { begin, type SendPanel } from './panel.ts'

/** For this many ms after the balances failed to load, they are not requested again. */
export const BALANCE_RETRY_LOCK = 30_000
/** The fee is estimated again after this many ms without a further change of the form. */
export const ESTIMATE_DEBOUNCE = 400

/** Loads the tokens that can be sent. Does nothing for 30 s after a failure. */
export async function fetchTokens(panel: SendPanel, force = false): Promise<void> {
  const { kit, state } = panel
  if (state.lastRetry !== undefined && Date.now() - state.lastRetry < BALANCE_RETRY_LOCK) return
  const isCurrent = begin(panel, panel.balances)
  state.balancesLoading = true
  try {
    const tokenBalances = await readTokens(panel, force)
    if (isCurrent()) Object.assign(state, { tokenBalances, lastRetry: undefined, balancesLoading: false })
  } catch (error) {
    if (!isCurrent()) return
    Object.assign(state, { lastRetry: Date.now(), balancesLoading: false })
    kit.report(error, 'TOKEN_BALANCE', SEND_ERRORS)
  }
}

/** The tokens of the active network. Throws if they cannot be read. */
async function readTokens({ kit }: SendPanel, force: boolean): Promise<TokenBalance[]> {
  const balances = await kit.fetchBalances({ force })
  const network = kit.network()?.caipNetworkId
  return structuredClone(balances.filter(({ chainId }) => chainId === network))
}

/**
 * Reads the tokens of an account that had none, because its first money may arrive while its owner waits for it. The
 * screen changes only if tokens are found: it shows neither that they load nor a failure.
 */
export async function lookForTokens(panel: SendPanel): Promise<void> {
  const { state } = panel
  if (state.tokenBalances.length > 0 || state.balancesLoading || state.lastRetry !== undefined) return
  const isCurrent = begin(panel, panel.balances)
  const found = await readTokens(panel, true).catch(() => [])
  if (isCurrent() && found.length > 0) state.tokenBalances = found
}

/** Reads which addresses the account has dealt with, to warn of others that look like them. */
export async function fetchKnown(panel: SendPanel): Promise<void> {
  const isCurrent = begin(panel, panel.histories)
  const known = await panel.kit.counterparties().catch(() => [])
  if (isCurrent()) panel.state.known = [...known]
}

/**
 * `facts`: what the transfer costs. `mayFail`: the node's estimate failed. `holds`: the balance of `to`; only on
 * Solana.
 */
type Fee = { facts: gas.GasFacts; mayFail: boolean; holds?: bigint | undefined; to?: string | undefined }

/**
 * Fetches the fee, the native balance and the native price now. Cancels a fetch that waits for the debounce. Reports
 * failures.
 */
export async function fetchGas(panel: SendPanel): Promise<void> {
  const { kit, state } = panel
  clearTimeout(panel.debounce)
  const isCurrent = begin(panel, panel.fees)
  try {
    const { facts, mayFail, holds, to } = await FEES[sendingNamespace(kit)](panel)
    if (!isCurrent()) return
    Object.assign(state, { gas: facts, gasFailed: false, mayFail })
    if (to === state.receiver.address) state.receiverHolds = holds
    followMax(panel)
  } catch (error) {
    if (!isCurrent()) return
    state.gasFailed = true
    kit.report(error, 'SEND_GAS', SEND_ERRORS)
  }
}

/** The transfer to estimate; `undefined` while receiver or amount are missing, or the amount exceeds the balance. */
function whole(panel: SendPanel): { to: string; value: bigint } | undefined {
  const { address: to } = panel.state.receiver
  const value = amount(panel)
  if (to === undefined || value === undefined || value === 0n || value > (balance(panel)?.value ?? 0n)) return undefined
  return { to, value }
}

async function readEvm(panel: SendPanel): Promise<Fee> {
  const { limit, mayFail } = await readLimit(panel)
  return { facts: await gas.readGas(panel.kit, limit), mayFail }
}

/** Estimates the gas limit; a typical value while the form is incomplete or the estimate fails. */
async function readLimit(panel: SendPanel): Promise<{ limit: bigint; mayFail: boolean }> {
  const { kit, options } = panel
  const [token, transfer] = [contract(panel), whole(panel)]
  const usual = token === undefined ? gas.NATIVE_GAS : gas.TOKEN_GAS
  if (!transfer) return { limit: usual, mayFail: false }
  const { to, value } = transfer
  try {
    // Estimate with 1 wei: with the whole balance, nothing would remain for the fee and the estimate would fail.
    const call =
      token === undefined ? { to, value: 1n } : await kit.chain.buildTransfer({ token, to, amount: value, ...options })
    return { limit: await kit.chain.estimateGas(call), mayFail: false }
  } catch {
    return { limit: usual, mayFail: true }
  }
}

/** Reads the fee on Solana: one amount, including the rent of a token account that the transfer creates. */
async function readSolana(panel: SendPanel): Promise<Fee> {
  const { kit, state } = panel
  const { address: to } = state.receiver
  const [token, transfer] = [contract(panel), whole(panel)]
  // Estimate a transfer of the native currency to the sender itself: each native transfer costs the same. Also used for
  // tokens, while the form is incomplete or the estimate fails.
  const usual = () => kit.chain.estimateFee({ to: kit.account().address ?? '', value: 1n })
  const own = async () => ({ fee: await usual(), mayFail: false })
  const ofToken = async () => {
    if (token === undefined || !transfer) return own()
    const call = kit.chain.buildTransfer({ token, to: transfer.to, amount: transfer.value })
    return call
      .then((built) => kit.chain.estimateFee(built))
      .then(
        (fee) => ({ fee, mayFail: false }),
        async () => ({ fee: await usual(), mayFail: true }),
      )
  }
  const [holds, { fee, mayFail }] = await Promise.all([
    to === undefined ? undefined : kit.chain.getBalance(to),
    ofToken(),
  ])
  return { facts: await gas.readSolanaGas(kit, fee), mayFail, holds, to }
}

const FEES: Record<SendNamespace, (panel: SendPanel) => Promise<Fee>> = { eip155: readEvm, solana: readSolana }

/** Fetches the fee after a debounce, because it depends on token, amount and receiver. */
export function estimateSoon(panel: SendPanel): void {
  clearTimeout(panel.debounce)
  panel.debounce = setTimeout(() => void fetchGas(panel), ESTIMATE_DEBOUNCE)
}

/** Reads the token's balance and decimals from its contract, because the balance service may be wrong. */
export async function inspectToken(panel: SendPanel): Promise<void> {
  const { kit, state } = panel
  const address = contract(panel)
  const isCurrent = begin(panel, panel.contracts)
  if (address === undefined) return
  // If the chain does not answer, the balance service's figure stays.
  const found = await kit.chain.getToken(address).catch(() => undefined)
  if (!found || !isCurrent() || contract(panel) !== address) return
  state.exactBalance = { value: found.balance, decimals: found.decimals }
  followMax(panel)
}

/** Sets the amount to the maximum if the visitor pressed Max. Call it when the balance or the fee changes. */
export function followMax(panel: SendPanel): void {
  const all = panel.state.isMax ? max(panel) : undefined
  if (all) panel.state.sendTokenAmount = plainText(all)
}
