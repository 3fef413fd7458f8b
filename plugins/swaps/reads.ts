/** Requests to services and the chain for the form. Ignores responses for another account or network. */
import { inEnglishOrder, type PluginKit } from 'walletkit/plugin'
import { amountOf, plainText, worth } from './amount.ts'
import { isSwapChain } from './chains.ts'
import { swapError, SWAP_ERRORS, type SwapErrorCode } from './errors.ts'
import type { SwapForm } from './form.ts'
import { readGasPrice } from './gas.ts'
import { fetchHeld } from './held.ts'
import { gasPriceInUSD } from './fees.ts'
import type { SwapOptions } from './options.ts'
import type { SwapProvider } from './provider.ts'
import type { SwapChecks, SwapState } from './state.ts'
import { POPULAR_TOKENS } from './suggested.ts'
import { bySymbol, contractOf, heldOf, isSameAddress, type SwapToken } from './tokens.ts'

export type SwapParts = {
  kit: PluginKit
  provider: SwapProvider
  options: SwapOptions
  state: SwapState
  checks: SwapChecks
  form: SwapForm
}
export type SwapReads = ReturnType<typeof createReads>

/** Wraps any error in the catalogue's error for `code`, with the original as its cause. */
export const failsAs =
  (code: SwapErrorCode) =>
  (error: unknown): never => {
    throw swapError(code, error)
  }

export function createReads({ kit, provider, options, state, checks, form }: SwapParts) {
  /** Counts switches of the account or network, to ignore responses for an earlier one. */
  let epoch = 0
  const chainId = () => kit.network()?.caipNetworkId ?? ''
  const current = () => {
    const mine = epoch
    return () => mine === epoch && !kit.signal.aborted
  }

  /**
   * Fetches token list, native price, balances and gas price in parallel. Continues without the price, which only the
   * figures need. Throws 'Network not supported for Swaps' on an unsupported network, else 'Failed to initialize swap'.
   */
  async function initialise(): Promise<void> {
    const network = chainId()
    if (!isSwapChain(network, options.chains)) throw swapError('SWAP_NETWORK')
    const isCurrent = current()
    checks.initialising = true
    try {
      const [tokens, held, gasPrice] = await Promise.all([
        provider.tokens(network),
        fetchHeld(kit, network),
        readGasPrice(kit, provider, options),
        fetchNetworkPrice(),
      ])
      if (!isCurrent()) return
      state.tokens = [...tokens]
      state.popularTokens = bySymbol(tokens, POPULAR_TOKENS).sort((a, b) => inEnglishOrder(a.symbol, b.symbol))
      state.suggestedTokens = bySymbol(tokens, options.suggestedTokens)
      keepHeld(held)
      state.gasFee = String(gasPrice)
      checks.initialised = true
      state.sourceToken ??= state.tokens.find((token) => form.isNative(token))
      reckon()
    } catch (error) {
      if (isCurrent()) failsAs('SWAP_INIT')(error)
    } finally {
      if (isCurrent()) checks.initialising = false
    }
  }

  async function fetchNetworkPrice() {
    const isCurrent = current()
    const address = kit.nativeToken()
    try {
      await fetchPrices(address === undefined ? [] : [address])
    } catch (error) {
      if (isCurrent()) kit.report(swapError('SWAP_PRICE', error), 'SWAP_PRICE', SWAP_ERRORS)
    }
  }

  function keepHeld(held: readonly SwapToken[]) {
    state.myTokensWithBalance = heldOf(held, state.tokens)
  }

  /** Stores prices by token address. */
  async function fetchPrices(addresses: readonly string[]) {
    const isCurrent = current()
    const found = await provider.prices(addresses)
    if (!isCurrent()) return
    for (const { address, price } of found) checks.prices[address.toLowerCase()] = price
    reckon()
  }

  /** Fetches a token's price, and its balance from the chain. If the chain does not answer, keeps the known balance. */
  async function inspect(token: SwapToken) {
    if (!form.isWhole(token)) return
    const isCurrent = current()
    const { address, decimals } = token
    const read = form.isNative(token)
      ? kit.chain.getBalance().then((balance) => ({ balance, decimals: form.nativeDecimals() }))
      : kit.chain.getToken(contractOf(token))
    const [held] = await Promise.allSettled([read, fetchPrices([address])])
    if (!isCurrent() || held.status !== 'fulfilled') return
    // If the contract disagrees about the decimals, every figure would be wrong: remove the token.
    if (held.value.decimals !== decimals) return void drop(address)
    checks.exact[address.toLowerCase()] = { value: held.value.balance, decimals }
    reckon()
  }
  function drop(address: string) {
    state.tokens = state.tokens.filter((token) => !isSameAddress(token.address, address))
    if (isSameAddress(state.sourceToken?.address, address)) state.sourceToken = undefined
    if (isSameAddress(state.toToken?.address, address)) state.toToken = undefined
  }

  /** Refreshes prices, balances and gas price. A value whose request fails stays as it was. */
  async function refresh() {
    const isCurrent = current()
    const network = chainId()
    const { sourceToken, toToken } = state
    const chosen = [sourceToken, toToken].flatMap((token) => (token ? [{ ...token }] : []))
    const ofNative = kit.nativeToken()
    await Promise.allSettled([
      ...chosen.map(inspect),
      ...(ofNative ? [fetchPrices([ofNative])] : []),
      fetchHeld(kit, network).then((held) => isCurrent() && keepHeld(held)),
      readGasPrice(kit, provider, options).then((price) => isCurrent() && (state.gasFee = String(price))),
    ])
    if (isCurrent()) reckon()
  }

  /** Recalculates what depends on prices, balances and gas price. */
  let follow: () => void = () => undefined
  function reckon() {
    const native = kit.nativeToken()?.toLowerCase() ?? ''
    state.networkPrice = checks.prices[native] ?? 0
    state.sourceTokenPriceInUSD = form.priceOf(state.sourceToken) ?? 0
    state.toTokenPriceInUSD = form.priceOf(state.toToken) ?? 0
    const held = state.myTokensWithBalance.find((token) => form.isNative(token))
    const balance = worth(amountOf(held?.quantity.numeric ?? '0', form.nativeDecimals()), state.networkPrice)
    state.networkBalanceInUSD = balance ? plainText(balance) : ''
    if (state.gasFee !== '')
      state.gasPriceInUSD = gasPriceInUSD(BigInt(state.gasFee), state.networkPrice, form.nativeDecimals())
    follow()
  }

  return {
    initialise,
    inspect,
    refresh,
    reckon,
    fetchNetworkPrice,
    current,
    /** Ignores the responses of all pending requests. */
    forget: () => void epoch++,
    /** Sets the function to run after prices, balances or the gas price changed. */
    onFacts: (run: () => void) => void (follow = run),
  }
}
