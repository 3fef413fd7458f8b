/** What the button says: always the first thing that is missing, in the order of reference 1.11. */

/** `swap` after a failed quote; `inputError` has a text of its own. Only `review` enables the button. */
export type SwapLabel = 'swap' | 'selectToken' | 'enterAmount' | 'inputError' | 'review'

export type LabelFacts = {
  fetchError: boolean
  hasTokens: boolean
  /** Base units; `undefined` when it is no amount of the token. */
  amount: bigint | undefined
  inputError: string | undefined
}

export function swapLabel({ fetchError, hasTokens, amount, inputError }: LabelFacts): SwapLabel {
  if (fetchError) return 'swap'
  if (!hasTokens) return 'selectToken'
  if (amount === undefined || amount === 0n) return 'enterAmount'
  return inputError === undefined ? 'review' : 'inputError'
}
