/** The label of the send button: it names the first thing that is missing. */

/** One message key for each thing that can be missing. Only `previewSend` enables the button. */
export type SendLabel =
  | 'selectToken'
  | 'incorrectValue'
  | 'addAmount'
  | 'insufficientFunds'
  | 'insufficientGas'
  | 'addAddress'
  | 'invalidAddress'
  | 'blocked'
  | 'previewSend'

export type LabelFacts = {
  hasToken: boolean
  /** The amount as typed. */
  amountText: string
  /** The amount in base units; `undefined` if the text is not a valid amount of the token. */
  amount: bigint | undefined
  /** The token's balance in base units; `undefined` while it is unknown. */
  balance: bigint | undefined
  gasInsufficient: boolean
  receiver: string
  receiverIsAddress: boolean
  /** A check failed, such as doubtful decimals. The form explains it beside the field. */
  blocked: boolean
}

/** The label for these facts; the first match wins. The order is that of AppKit's send button, plus `blocked`. */
export function sendLabel(facts: LabelFacts): SendLabel {
  if (!facts.hasToken) return 'selectToken'
  if (facts.amountText !== '' && facts.amount === undefined) return 'incorrectValue'
  if (facts.amount === undefined || facts.amount === 0n) return 'addAmount'
  if (facts.balance !== undefined && facts.amount > facts.balance) return 'insufficientFunds'
  if (facts.gasInsufficient) return 'insufficientGas'
  if (facts.receiver === '') return 'addAddress'
  if (!facts.receiverIsAddress) return 'invalidAddress'
  return facts.blocked ? 'blocked' : 'previewSend'
}
