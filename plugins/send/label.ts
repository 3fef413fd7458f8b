/** What the send button says: always the first thing that is missing (reference 1.18). */

/** A key of the catalogue for each step; only the last one enables the button. */
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
  /** It in base units; `undefined` when it is no amount of the token. */
  amount: bigint | undefined
  /** Base units; `undefined` while it is unknown. */
  balance: bigint | undefined
  gasInsufficient: boolean
  receiver: string
  receiverIsAddress: boolean
  /** A look-alike receiver, or a token whose decimals are in doubt: said in full beside the field. */
  blocked: boolean
}

/** First match wins, in the order of reference 1.18; `blocked` is ours and comes last. */
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
