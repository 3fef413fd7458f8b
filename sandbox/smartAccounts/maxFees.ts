/** The wei that a session key's operations may cost in fees, in all, unless its grant says otherwise: 0.05 ETH. */
export const MAX_FEES = 5n * 10n ** 16n
