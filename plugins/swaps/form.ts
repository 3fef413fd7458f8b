/** Values derived from the form. These functions only read the state. */
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
  /** The token has an address and decimals. */
  const isWhole = (token: SwapToken | undefined): token is SwapToken =>
    token !== undefined && Boolean(token.address) && Number.isInteger(token.decimals)
  const hasTokens = () =>
    isWhole(state.sourceToken) &&
    isWhole(state.toToken) &&
    !isSameAddress(state.sourceToken.address, state.toToken.address)

  /** The amount in base units; `undefined` if the text is not a valid amount of the token. */
  const amount = (): bigint | undefined =>
    isWhole(state.sourceToken) ? parseAmount(state.sourceTokenAmount, state.sourceToken.decimals) : undefined

  /** The most precise known balance: from the chain, else from the service. */
  function balance(token = state.sourceToken): Amount | undefined {
    if (!isWhole(token)) return undefined
    const exact = checks.exact[token.address.toLowerCase()]
    if (exact?.decimals === token.decimals) return { value: exact.value, decimals: exact.decimals }
    return checks.initialised ? balanceOf(token, state.myTokensWithBalance) : undefined
  }

  /** Cost of the swap's gas, in base units of the native currency; uses the built transaction's gas if it is higher. */
  function fee(): bigint {
    const gas = state.swapTransaction?.gas ?? 0n
    return (state.gasFee === '' ? 0n : BigInt(state.gasFee)) * (gas > GAS_LIMIT ? gas : GAS_LIMIT)
  }

  /** The maximum amount; `undefined` while the balance or, for the native currency, the gas price is unknown. */
  function max(): Amount | undefined {
    const held = balance()
    if (!held || !isNative()) return held
    return state.gasFee === '' ? undefined : { value: maxAmount(held.value, fee()), decimals: held.decimals }
  }

  const priceOf = (token: SwapToken | undefined) => {
    const price = token && (checks.prices[token.address.toLowerCase()] ?? token.price)
    return price !== undefined && price > 0 ? price : undefined
  }

  /** Too little of the token, or of the native currency for gas. A smart account needs no gas of its own. */
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

  /** Whether an approval is missing. */
  const needsApproval = (): boolean =>
    !isNative() && checks.allowance !== undefined && checks.allowance < (amount() ?? 0n)

  const impact = (): ImpactLevel => impactLevel(state.priceImpact, options.allowHighImpact)
  /** Whether the visitor must confirm the swap by typing. */
  const mustConfirm = (): boolean =>
    impact() === 'confirm' || impact() === 'unknown' || flagsToConfirm(checks.flags).length > 0

  /** The order on the screen; `undefined` while a value is missing. */
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
    /** Value in USD of an amount of a token; `undefined` without a price. */
    worthOf: (text: string, token: SwapToken | undefined): Amount | undefined =>
      token && text !== '' ? worth(amountOf(text, token.decimals), priceOf(token)) : undefined,
    maxText: () => {
      const all = max()
      return all && plainText(all)
    },
  }
}
