/** Requests to services and the chain for the form. A response for an account that is no longer active is ignored. */
import { latest, type PluginKit, Superseded } from 'walletkit/plugin'
import { plainText } from './amount.ts'
import { SEND_ERRORS } from './errors.ts'
import type { SendForm } from './form.ts'
import * as gas from './gas.ts'
import type { SendOptions } from './options.ts'
import type { SendChecks, SendState } from './state.ts'

/** ms after a failed fetch of the balances in which no other fetch starts. */
export const BALANCE_RETRY_LOCK = 30_000
/** ms without a change before the fee is estimated again. */
export const ESTIMATE_DEBOUNCE = 400

export function createReads(
  kit: PluginKit,
  state: SendState,
  checks: SendChecks,
  form: SendForm,
  { noReturnTokens }: SendOptions,
) {
  /** Runs `read` and passes its result on, unless a newer call or another account replaced it. */
  const current = <A extends readonly unknown[], R>(read: (...args: A) => Promise<R>) => {
    const newest = latest(read)
    return async (use: (answer: R) => void, fail: (error: unknown) => void, ...args: A) => {
      const { caipAddress } = kit.account()
      const isOurs = () => kit.account().caipAddress === caipAddress
      await newest(...args).then(
        (answer) => isOurs() && use(answer),
        (error: unknown) => !(error instanceof Superseded) && isOurs() && fail(error),
      )
    }
  }

  const readBalances = current((force: boolean) => kit.fetchBalances({ force }))
  /** Loads the tokens that can be sent. Does nothing for 30 s after a failure. */
  async function fetchTokens(force = false) {
    if (state.lastRetry !== undefined && Date.now() - state.lastRetry < BALANCE_RETRY_LOCK) return
    checks.balancesLoading = true
    await readBalances(
      (balances) => {
        const network = kit.network()?.caipNetworkId
        state.tokenBalances = structuredClone(balances.filter(({ chainId }) => chainId === network))
        state.lastRetry = undefined
        checks.balancesLoading = false
      },
      (error) => {
        state.lastRetry = Date.now()
        checks.balancesLoading = false
        kit.report(error, 'TOKEN_BALANCE', SEND_ERRORS)
      },
      force,
    )
  }

  /** Estimates the gas limit; a typical value while the form is incomplete. `mayFail`: the node's estimate failed. */
  async function readLimit(): Promise<{ limit: bigint; mayFail: boolean }> {
    const [token, value] = [form.contract(), form.amount()]
    const usual = token === undefined ? gas.NATIVE_GAS : gas.TOKEN_GAS
    const to = checks.receiverIsAddress ? state.receiverAddress : undefined
    const whole = to !== undefined && value !== undefined && value > 0n && value <= (form.balance()?.value ?? 0n)
    if (!whole) return { limit: usual, mayFail: false }
    try {
      // Estimate with 1 wei: with the whole balance, nothing would remain for the fee and the estimate would fail.
      const call =
        token === undefined
          ? { to, value: 1n }
          : await kit.chain.buildTransfer({ token, to, amount: value, noReturnTokens })
      return { limit: await kit.chain.estimateGas(call), mayFail: false }
    } catch {
      return { limit: usual, mayFail: true }
    }
  }

  /** On Solana the fee is one amount, including the rent of a token account that the transfer creates. */
  async function readSolana() {
    const [token, value] = [form.contract(), form.amount()]
    const to = checks.receiverIsAddress ? state.receiverAddress : undefined
    // While the form is incomplete, estimate a transfer to the sender itself, which costs the same.
    const own = { to: kit.account().address ?? '', value: 1n }
    const whole = to !== undefined && value !== undefined && value > 0n && value <= (form.balance()?.value ?? 0n)
    const [holds, { fee, mayFail }] = await Promise.all([
      to === undefined ? undefined : kit.chain.getBalance(to),
      whole && token !== undefined
        ? kit.chain
            .buildTransfer({ token, to, amount: value })
            .then((call) => kit.chain.estimateFee(call))
            .then(
              (fee) => ({ fee, mayFail: false }),
              async () => ({ fee: await kit.chain.estimateFee(own), mayFail: true }),
            )
        : kit.chain.estimateFee(own).then((fee) => ({ fee, mayFail: false })),
    ])
    return { facts: await gas.readSolanaGas(kit, fee), mayFail, holds, to }
  }

  const readFee = current(async () => {
    if (kit.account().namespace === 'solana') return readSolana()
    const { limit, mayFail } = await readLimit()
    return { facts: await gas.readGas(kit, limit), mayFail, holds: undefined, to: undefined }
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Fetches the fee, the native balance and their values in USD. Cancels a debounced fetch. */
  const fetchGas = () => {
    clearTimeout(timer)
    return readFee(
      ({ facts, mayFail, holds, to }) => {
        Object.assign(checks, { gas: facts, gasFailed: false, mayFail })
        if (to === state.receiverAddress) checks.receiverHolds = holds
        state.gasPrice = facts.price
        state.gasPriceInUSD = gas.gasPriceInUSD(facts, form.nativeDecimals())
        state.networkBalanceInUSD = gas.networkBalanceInUSD(facts, form.nativeDecimals())
        followMax()
      },
      (error) => {
        checks.gasFailed = true
        kit.report(error, 'SEND_GAS', SEND_ERRORS)
      },
    )
  }

  /** Fetches the fee after a debounce, because it depends on token, amount and receiver. */
  function estimateSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void fetchGas(), ESTIMATE_DEBOUNCE)
  }
  kit.signal.addEventListener('abort', () => clearTimeout(timer))

  const readToken = current((contract: string) => kit.chain.getToken(contract))
  /** Reads balance and decimals from the contract, because a service may be wrong. `transfer` checks them again. */
  async function inspectToken() {
    const contract = form.contract()
    if (contract === undefined) {
      checks.decimalsDiffer = state.token !== undefined && form.decimals() !== form.nativeDecimals()
      return
    }
    checks.decimalsDiffer = form.decimals() === undefined
    await readToken(
      ({ balance, decimals }) => {
        if (form.contract() !== contract) return
        checks.decimalsDiffer = decimals !== form.decimals()
        checks.exactBalance = { value: balance, decimals }
        followMax()
      },
      () => undefined,
      contract,
    )
  }

  /** After the visitor pressed Max, updates the amount when the balance or the fee changes. */
  function followMax() {
    const all = checks.isMax ? form.max() : undefined
    if (all) state.sendTokenAmount = plainText(all)
  }

  return { fetchTokens, fetchGas, estimateSoon, inspectToken, followMax }
}
