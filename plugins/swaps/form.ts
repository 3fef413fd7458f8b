/** Values that follow from what the visitor chose and typed, and from balances. These functions only read the state. */
import { type Amount, amountOf, maxAmount, parseAmount, plainText, worth } from 'walletkit/plugin'
import type { SwapOrder } from './check.ts'
import { GAS_LIMIT } from './fees.ts'
import { type SwapLabel, swapLabel } from './label.ts'
import { swapsMessages } from './messages.ts'
import type { SwapFacts } from './panel.ts'
import { balanceOf, isSameAddress, type SwapToken } from './tokens.ts'

export const isSmart = ({ kit }: SwapFacts) => kit.account().preferredAccountType === 'smartAccount'
export const nativeDecimals = ({ kit }: SwapFacts) => kit.network()?.nativeCurrency.decimals ?? 18
export const isNative = ({ kit }: SwapFacts, token: SwapToken | undefined) =>
  token !== undefined && isSameAddress(token.address, kit.nativeToken())

/** Whether the token has an address and decimals. */
export const isWhole = (token: SwapToken | undefined): token is SwapToken =>
  token !== undefined && Boolean(token.address) && Number.isInteger(token.decimals)

export const hasTokens = ({ state: { sourceToken, toToken } }: SwapFacts) =>
  isWhole(sourceToken) && isWhole(toToken) && !isSameAddress(sourceToken.address, toToken.address)

/** Whether tokens, balances and gas price are loaded. */
export const isLoaded = ({ state }: Pick<SwapFacts, 'state'>) => state.status !== 'off' && state.status !== 'loading'
const factsOf = ({ state }: SwapFacts, address: string | undefined) => state.facts[address?.toLowerCase() ?? ''] ?? {}

/** The amount in base units; `undefined` if the text is not a valid amount of the token. */
export const amount = ({ state: { sourceToken, sourceTokenAmount } }: SwapFacts): bigint | undefined =>
  isWhole(sourceToken) ? parseAmount(sourceTokenAmount, sourceToken.decimals) : undefined

/** A token's balance: from the chain if it was read there with the same decimals, else from the balance service. */
export function balance(panel: SwapFacts, token = panel.state.sourceToken): Amount | undefined {
  if (!isWhole(token)) return undefined
  const exact = factsOf(panel, token.address).balance
  if (exact?.decimals === token.decimals) return { value: exact.value, decimals: exact.decimals }
  return isLoaded(panel) ? balanceOf(token, panel.state.held) : undefined
}

/**
 * Cost of the swap's gas in base units of the native currency: for 150,000 units, or the built swap's if it needs more.
 */
export function gasCost({ state: { gasUnits: gas = 0n, gasFee = 0n } }: SwapFacts): bigint {
  return gasFee * (gas > GAS_LIMIT ? gas : GAS_LIMIT)
}

/** The maximum amount; `undefined` while the balance or, for the native currency, the gas price is unknown. */
export function max(panel: SwapFacts): Amount | undefined {
  const held = balance(panel)
  if (!held || !isNative(panel, panel.state.sourceToken)) return held
  if (panel.state.gasFee === undefined) return undefined
  return { value: maxAmount(held.value, gasCost(panel)), decimals: held.decimals }
}

/** USD for one unit; `undefined` if it is unknown. */
export function priceOf(panel: SwapFacts, token: SwapToken | undefined): number | undefined {
  const price = token && (factsOf(panel, token.address).price ?? token.price)
  return price !== undefined && price > 0 ? price : undefined
}
/** USD for one unit of the native currency; 0 if it is unknown. */
export const networkPrice = (panel: SwapFacts): number => factsOf(panel, panel.kit.nativeToken()).price ?? 0

/**
 * USD value of a typed amount of a token; `undefined` without a token, a text or a price. Text that is no number counts
 * as 0.
 */
export const worthOf = (panel: SwapFacts, text: string, token: SwapToken | undefined): Amount | undefined =>
  token && text !== '' ? worth(amountOf(text, token.decimals), priceOf(panel, token)) : undefined

function nativeBalance(panel: SwapFacts): Amount | undefined {
  const exact = factsOf(panel, panel.kit.nativeToken()).balance
  if (exact || !isLoaded(panel)) return exact
  const held = panel.state.held.find((token) => isNative(panel, token))
  return amountOf(held?.quantity.numeric ?? '0', nativeDecimals(panel))
}

/**
 * Whether the account has too little of the token, or too little native currency for gas. Gas does not count for a
 * smart account, because another party may pay it.
 */
export function isInsufficient(panel: SwapFacts): boolean {
  const { sourceToken, gasFee } = panel.state
  const [paid, held] = [amount(panel) ?? 0n, balance(panel)]
  if (held && paid > held.value) return true
  const native = nativeBalance(panel)
  if (isSmart(panel) || !native) return false
  const spent = isNative(panel, sourceToken) ? paid : 0n
  return native.value === 0n || (gasFee !== undefined && spent + gasCost(panel) > native.value)
}

/** Why the amount cannot be paid, as text for the visitor. */
export function inputError(panel: SwapFacts): string | undefined {
  if ((amount(panel) ?? 0n) === 0n || !isInsufficient(panel)) return undefined
  return panel.kit.text('swaps.insufficient', swapsMessages['swaps.insufficient'])
}

/** The label of the form's button. */
export const label = (panel: SwapFacts): SwapLabel =>
  swapLabel({
    fetchError: hasFailed(panel),
    hasTokens: hasTokens(panel),
    amount: amount(panel),
    inputError: inputError(panel),
  })

/** Why there is no quote for this amount, as text for the visitor; `undefined` unless the amount is the reason. */
export function amountError({ state: { failure } }: SwapFacts): string | undefined {
  return failure?.code === 'SWAP_AMOUNT' && failure.of === 'quote' ? failure.message : undefined
}
/** Whether the quote failed for another reason than the amount. */
export const hasFailed = ({ state: { failure } }: SwapFacts): boolean =>
  failure?.of === 'quote' && failure.code !== 'SWAP_AMOUNT'

/** The order on the screen; `undefined` while a value is missing. */
export function order(panel: SwapFacts): SwapOrder | undefined {
  const { sourceToken: source, toToken: target } = panel.state
  const { address: account, caipAddress } = panel.kit.account()
  const chainId = panel.kit.network()?.caipNetworkId
  const paid = amount(panel)
  if (!isWhole(source) || !isWhole(target) || !hasTokens(panel) || !paid || !account || !caipAddress || !chainId)
    return undefined
  const copy = (token: SwapToken): SwapToken => ({ ...token, quantity: { ...token.quantity } })
  return {
    chainId,
    caipAddress,
    account,
    source: copy(source),
    target: copy(target),
    isNative: isNative(panel, source),
    amount: paid,
    slippage: panel.options.slippage,
  }
}

/** The maximum amount ({@link max}) as text for the field; `undefined` while it is unknown. */
export function maxText(panel: SwapFacts): string | undefined {
  const all = max(panel)
  return all && plainText(all)
}
