/** The label of the button: the first thing that is missing, in the order of AppKit's swap button. */

/** `swap`: the quote failed. `inputError`: the button shows the error's text. Only `review` enables the button. */
export type SwapLabel = 'swap' | 'selectToken' | 'enterAmount' | 'inputError' | 'review'

export type LabelFacts = {
  fetchError: boolean
  hasTokens: boolean
  /** The amount in base units; `undefined` if the text is not a valid amount of the token. */
  amount: bigint | undefined
  inputError: string | undefined
}

export function swapLabel({ fetchError, hasTokens, amount, inputError }: LabelFacts): SwapLabel {
  if (fetchError) return 'swap'
  if (!hasTokens) return 'selectToken'
  if (amount === undefined || amount === 0n) return 'enterAmount'
  return inputError === undefined ? 'review' : 'inputError'
}
