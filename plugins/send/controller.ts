/** The send panel's state and intents. Steps live beside it: amount, gas, receiver, transfer, sends. */
import { latest, type PluginKit, proxy, Superseded, type TokenBalance } from 'walletkit/plugin'
import { balanceOf, contractOf, decimalsOf, maxAmount, parseAmount, plainText } from './amount.ts'
import { SEND_ERRORS, sendError } from './errors.ts'
import * as gas from './gas.ts'
import { sendLabel } from './label.ts'
import { createReceiverSearch, findLookAlike } from './receiver.ts'
import { createOutbox } from './outbox.ts'
import { blankChecks, blankSend } from './state.ts'
import { type SendIntent, transfer } from './transfer.ts'

/** After a failure of the balances, no new fetch for this long (spec section 9). */
export const BALANCE_RETRY_LOCK = 30_000
/** ms of rest before the fee is estimated anew. */
const ESTIMATE_DEBOUNCE = 400

export type SendController = ReturnType<typeof createSendController>

export default function createSendController({ kit }: { kit: PluginKit }) {
  const state = proxy(blankSend())
  const checks = proxy(blankChecks())
  const outbox = createOutbox(kit)
  const searchReceiver = createReceiverSearch(kit)
  let attempt = 0
  let screens = 0
  let left = false

  const nativeDecimals = () => kit.network()?.nativeCurrency.decimals ?? 18
  const accountType = () => kit.account().preferredAccountType
  const contract = () => state.token && contractOf(state.token)
  const isNative = () => state.token !== undefined && contract() === undefined
  const decimals = () => state.token && decimalsOf(state.token)
  const amount = () => {
    const places = decimals()
    return places === undefined ? undefined : parseAmount(state.sendTokenAmount ?? '', places)
  }
  /** The most exact balance that is known: the chain's, else the service's. */
  const balance = () => {
    if (!state.token) return undefined
    const places = decimals() ?? 0
    const exact = isNative() ? checks.gas && { value: checks.gas.nativeBalance, decimals: places } : checks.exactBalance
    return exact ? { value: exact.value, decimals: exact.decimals } : balanceOf(state.token)
  }
  const gasInsufficient = () => {
    const { networkBalanceInUSD, gasPriceInUSD } = state
    if (gas.isGasInsufficient({ accountType: accountType(), networkBalanceInUSD, gasPriceInUSD })) return true
    return checks.gas ? gas.isFeeUncovered(accountType(), checks.gas, isNative() ? (amount() ?? 0n) : 0n) : false
  }

  /** Every default, as after a switch to another namespace. A request that is with a wallet goes on by itself. */
  function reset() {
    attempt++
    Object.assign(state, blankSend())
    Object.assign(checks, blankChecks())
    void searchReceiver('')
  }

  /** What belongs to one account on one network; the receiver stays. */
  function forgetToken() {
    const { receiverAddress, receiverProfileImageUrl, receiverProfileName, loading } = state
    const { receiverText, receiverIsAddress, resolving, receiverNote, lookAlike, since } = checks
    Object.assign(state, blankSend(), { receiverAddress, receiverProfileImageUrl, receiverProfileName, loading })
    const kept = { receiverText, receiverIsAddress, resolving, receiverNote, lookAlike, since }
    Object.assign(checks, blankChecks(), kept)
  }

  let last = kit.account()
  kit.onChange(() => {
    const now = kit.account()
    if (now.namespace !== last.namespace) reset()
    else if (now.caipAddress !== last.caipAddress) forgetToken()
    else return
    last = now
    if (screens > 0) load()
  })

  const readBalances = latest((force: boolean) => kit.fetchBalances({ force }))
  async function fetchTokens(force = false) {
    if (state.lastRetry !== undefined && Date.now() - state.lastRetry < BALANCE_RETRY_LOCK) return
    checks.balancesLoading = true
    try {
      const balances = await readBalances(force)
      const network = kit.network()?.caipNetworkId
      state.tokenBalances = structuredClone(balances.filter(({ chainId }) => chainId === network))
      state.lastRetry = undefined
      checks.balancesLoading = false
    } catch (error) {
      if (error instanceof Superseded) return
      state.lastRetry = Date.now()
      checks.balancesLoading = false
      kit.report(error, 'TOKEN_BALANCE', SEND_ERRORS)
    }
  }

  /** The fee, the native balance and their worth; the estimate grows exact as the form fills. */
  const readFee = latest(async () => {
    const native = contract() === undefined
    const to = checks.receiverIsAddress ? state.receiverAddress : undefined
    const [value, token] = [amount(), contract()]
    let expected: bigint | undefined
    if (to !== undefined && value !== undefined && value > 0n && value <= (balance()?.value ?? 0n)) {
      const call = native ? { to, value: 1n } : kit.chain.buildTransfer({ token: token ?? '', to, amount: value })
      expected = await Promise.resolve(call).then((each) => gas.estimate(kit, each), () => undefined)
      return { facts: await gas.readGas(kit, expected ?? fallback(native)), mayFail: expected === undefined }
    }
    return { facts: await gas.readGas(kit, fallback(native)), mayFail: false }
  })
  const fallback = (native: boolean) => (native ? gas.NATIVE_GAS : gas.TOKEN_GAS)

  async function fetchGas() {
    try {
      const { facts, mayFail } = await readFee()
      Object.assign(checks, { gas: facts, gasFailed: false, mayFail })
      state.gasPrice = facts.price
      state.gasPriceInUSD = gas.gasPriceInUSD(facts, nativeDecimals())
      state.networkBalanceInUSD = gas.networkBalanceInUSD(facts, nativeDecimals())
      if (checks.isMax) writeMax()
    } catch (error) {
      if (error instanceof Superseded) return
      checks.gasFailed = true
      kit.report(error, 'SEND_GAS', SEND_ERRORS)
    }
  }

  let estimating: ReturnType<typeof setTimeout> | undefined
  function estimateSoon() {
    clearTimeout(estimating)
    estimating = setTimeout(() => void fetchGas(), ESTIMATE_DEBOUNCE)
  }

  /** What the contract itself says (reliability P56). Without an answer the check waits for the send. */
  const readToken = latest((address: string) => kit.chain.getToken(address))
  async function inspectToken(address: string) {
    const token = await readToken(address).catch(() => undefined)
    if (!token || contract() !== address) return
    checks.decimalsDiffer = token.decimals !== decimals()
    checks.exactBalance = { value: token.balance, decimals: token.decimals }
    if (checks.isMax) writeMax()
  }

  function writeMax() {
    const held = balance()
    if (!held || (isNative() && !checks.gas)) return
    const value = isNative() ? maxAmount(held.value, checks.gas?.fee ?? 0n) : held.value
    state.sendTokenAmount = plainText({ value, decimals: held.decimals })
  }

  function guardReceiver() {
    const own = kit.account().allAccounts.map(({ address }) => address)
    const known = [...own, ...outbox.recipients()]
    const { receiverAddress: to } = state
    checks.lookAlike = checks.receiverIsAddress && to ? findLookAlike(to, known) : undefined
    checks.isOwnContract = to !== undefined && to.toLowerCase() === contract()?.toLowerCase()
  }

  function load() {
    void fetchTokens()
    void fetchGas()
  }

  const eventOf = (intent: Pick<SendIntent, 'symbol' | 'amountText' | 'caipNetworkId'>) => ({
    isSmartAccount: accountType() === 'smartAccount',
    network: intent.caipNetworkId,
    token: intent.symbol,
    amount: intent.amountText,
  })

  /** What stands on the screen now; `undefined` while anything that a send needs is missing (spec section 5, Send). */
  function readIntent(): SendIntent | undefined {
    const { token, receiverAddress: to, sendTokenAmount: amountText, receiverProfileName: name } = state
    const { caipAddress } = kit.account()
    const [caipNetworkId, places, value, address] = [kit.network()?.caipNetworkId, decimals(), amount(), contract()]
    if (!token || !to || !amountText || places === undefined || !value || !caipAddress || !caipNetworkId) return undefined
    if (label() !== 'previewSend' || (address === undefined && !checks.gas)) return undefined
    const { limit = 0n, price = 0n, fee = 0n } = checks.gas ?? {}
    const isTight = address === undefined && value + 2n * fee > (balance()?.value ?? 0n)
    return {
      ...{ caipAddress, caipNetworkId, symbol: token.symbol, decimals: places, amount: value, amountText, to },
      ...(address === undefined ? {} : { contract: address }),
      ...(name === undefined ? {} : { name }),
      ...(isTight ? { fee: { limit, price } } : {}),
    }
  }

  function label() {
    return sendLabel({
      hasToken: state.token !== undefined,
      amountText: state.sendTokenAmount ?? '',
      amount: amount(),
      balance: balance()?.value,
      gasInsufficient: gasInsufficient(),
      receiver: state.receiverAddress ?? '',
      receiverIsAddress: checks.receiverIsAddress,
      blocked: checks.lookAlike !== undefined || checks.isOwnContract || checks.decimalsDiffer,
    })
  }

  return {
    state,
    checks,
    sends: outbox.sends,
    amount,
    balance,
    isNative,
    nativeDecimals,
    label,
    reset,
    fetchTokens,
    fetchGas,
    explorerUrl: kit.chain.explorerUrl,
  }
}
