/** What follows from the form as it stands: one function per question, nothing written. */
import type { Amount, PluginKit } from 'walletkit/plugin'
import { amountOf, maxAmount, parseAmount, plainText, worth } from './amount.ts'
import { flagsToConfirm, type SwapOrder } from './check.ts'
import { GAS_LIMIT } from './fees.ts'
import { type ImpactLevel, impactLevel } from './impact.ts'
import { swapLabel } from './label.ts'
import type { SwapOptions } from './options.ts'
import type { SwapChecks, SwapState } from './state.ts'
import { balanceOf, isSameAddress, type SwapToken } from './tokens.ts'

export type SwapForm = ReturnType<typeof createForm>

export function createForm(kit: PluginKit, state: SwapState, checks: SwapChecks, options: SwapOptions) {
  const isSmart = () => kit.account().preferredAccountType === 'smartAccount'
  const isNative = (token = state.sourceToken) => token !== undefined && isSameAddress(token.address, kit.nativeToken())
  const nativeDecimals = () => kit.network()?.nativeCurrency.decimals ?? 18
  /** Both tokens have an address and decimals (spec section 5), and are two. */
  const isWhole = (token: SwapToken | undefined): token is SwapToken =>
    token !== undefined && Boolean(token.address) && Number.isInteger(token.decimals)
  const hasTokens = () =>
    isWhole(state.sourceToken) &&
    isWhole(state.toToken) &&
    !isSameAddress(state.sourceToken.address, state.toToken.address)

  /** Base units; `undefined` for what is no amount of the token. */
  const amount = (): bigint | undefined =>
    isWhole(state.sourceToken) ? parseAmount(state.sourceTokenAmount, state.sourceToken.decimals) : undefined

  /** The most exact balance that is known: the chain's, else the service's. */
  function balance(token = state.sourceToken): Amount | undefined {
    if (!isWhole(token)) return undefined
    const exact = checks.exact[token.address.toLowerCase()]
    if (exact?.decimals === token.decimals) return { value: exact.value, decimals: exact.decimals }
    return checks.initialised ? balanceOf(token, state.myTokensWithBalance) : undefined
  }

  /** What a swap's gas costs, in base units of the native currency; by the built transaction where there is one. */
  function fee(): bigint {
    const gas = state.swapTransaction?.gas ?? 0n
    return (state.gasFee === '' ? 0n : BigInt(state.gasFee)) * (gas > GAS_LIMIT ? gas : GAS_LIMIT)
  }

  /** All that can be paid. */
  function max(): Amount | undefined {
    const held = balance()
    if (!held || !isNative()) return held
    return state.gasFee === '' ? undefined : { value: maxAmount(held.value, fee()), decimals: held.decimals }
  }

  const priceOf = (token: SwapToken | undefined) => {
    const price = token && (checks.prices[token.address.toLowerCase()] ?? token.price)
    return price !== undefined && price > 0 ? price : undefined
  }

  /** Spec section 5: too little of the token, or of the native currency for the gas. A smart account never has too little gas. */
  function isInsufficient(): boolean {
    const [paid, held] = [amount() ?? 0n, balance()]
    if (held && paid > held.value) return true
    const native = checks.exact[kit.nativeToken()?.toLowerCase() ?? ''] ?? nativeHeld()
    if (isSmart() || !native) return false
    return native.value === 0n || (state.gasFee !== '' && (isNative() ? paid : 0n) + fee() > native.value)
  }
  const nativeHeld = (): Amount | undefined => {
    if (!checks.initialised) return undefined
    const held = state.myTokensWithBalance.find((token) => isNative(token))
    return amountOf(held?.quantity.numeric ?? '0', nativeDecimals())
  }

  const label = () =>
    swapLabel({
      fetchError: checks.fetchError,
      hasTokens: hasTokens(),
      amount: amount(),
      inputError: state.inputError,
    })

  /** The approval that is still missing. */
  const needsApproval = (): boolean =>
    !isNative() && checks.allowance !== undefined && checks.allowance < (amount() ?? 0n)

  const impact = (): ImpactLevel => impactLevel(state.priceImpact, options.allowHighImpact)
  /** Whether the visitor has to type that the swap is meant. */
  const mustConfirm = (): boolean =>
    impact() === 'confirm' || impact() === 'unknown' || flagsToConfirm(checks.flags).length > 0

  /** What stands on the screen; `undefined` while something is missing. */
  function order(): SwapOrder | undefined {
    const { sourceToken: source, toToken: target, slippage } = state
    const { address: account, caipAddress } = kit.account()
    const chainId = kit.network()?.caipNetworkId
    const paid = amount()
    if (!isWhole(source) || !isWhole(target) || !hasTokens() || !paid || !account || !caipAddress || !chainId)
      return undefined
    const copy = (token: SwapToken): SwapToken => ({ ...token, quantity: { ...token.quantity } })
    return {
      chainId,
      caipAddress,
      account,
      source: copy(source),
      target: copy(target),
      isNative: isNative(),
      amount: paid,
      slippage,
    }
  }

  return {
    isSmart,
    isNative,
    nativeDecimals,
    isWhole,
    hasTokens,
    amount,
    balance,
    fee,
    max,
    priceOf,
    isInsufficient,
    label,
    needsApproval,
    impact,
    mustConfirm,
    order,
    /** Worth in USD of an amount of a token; `undefined` without a price. */
    worthOf: (text: string, token: SwapToken | undefined): Amount | undefined =>
      token && text !== '' ? worth(amountOf(text, token.decimals), priceOf(token)) : undefined,
    maxText: () => {
      const all = max()
      return all && plainText(all)
    },
  }
}
