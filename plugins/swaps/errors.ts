/** This plugin's entries in the error catalogue. Sites may compare these texts: do not change them. */
import { cleanText, defineErrors, type PluginKit, WalletKitError } from 'walletkit/plugin'

const declined = 'Declined in {wallet}. Nothing was swapped.'

export const SWAP_ERRORS = defineErrors({
  SWAP_INIT: { message: 'Failed to initialize swap', show: 'toast' },
  SWAP_PRICE: { message: 'Failed to fetch network token price', show: 'toast' },
  SWAP_ALLOWANCE: { message: 'Failed to check allowance', show: 'toast' },
  SWAP_APPROVAL: { message: 'Failed to create approval transaction', show: 'toast' },
  SWAP_BUILD: { message: 'Failed to create transaction', show: 'toast' },
  SWAP_FAILED: { message: 'Transaction error', show: 'toast', loud: true, declined },
  SWAP_QUOTE: { message: 'Quote unavailable', show: 'inline' },
  SWAP_AMOUNT: { message: 'Incorrect amount / Please enter a valid amount', show: 'inline' },
  SWAP_NETWORK: { message: 'Network not supported for Swaps', show: 'toast' },
  SWAP_GAS_NETWORK: { message: 'Network not supported for Gas Price', show: 'toast' },
  SWAP_CHANGED: { message: 'Account or network changed. Nothing was swapped', show: 'toast' },
  SWAP_PENDING: { message: 'Another swap is still open. Finish it first', show: 'toast' },
  SWAP_MOVED: { message: 'The price changed. Review the swap again', show: 'toast' },
  SWAP_DIFFERS: { message: 'The network expects another outcome. Review the swap again', show: 'toast' },
  SWAP_REVERTED: { message: 'The swap failed. Your tokens did not move', show: 'toast' },
  SWAP_UNSEEN: { message: 'Sent. Your wallet does not say what became of it', show: 'toast' },
  SWAP_APPROVED_LESS: { message: 'The approval is too small. Nothing was swapped', show: 'toast' },
  SWAP_APPROVAL_REVERTED: { message: 'The approval failed', show: 'toast' },
  // The SWAP_BAD codes are thrown by `check.ts`: the swap service's proposal does not match the order.
  SWAP_BAD_QUOTE: { message: 'The quote is not for this swap. Nothing was sent', show: 'toast' },
  SWAP_BAD_APPROVAL: { message: 'The approval is not what was asked for. Nothing was sent', show: 'toast' },
  SWAP_BAD_ROUTER: { message: 'The exchange contract is not a known one. Nothing was sent', show: 'toast' },
  SWAP_BAD_SWAP: { message: 'The transaction is not the swap on your screen. Nothing was sent', show: 'toast' },
  SWAP_DECIMALS: { message: 'The network does not confirm the token’s decimals. Try again', show: 'toast' },
  SWAP_BLOCKED: { message: 'Price impact too high. Nothing was sent', show: 'toast' },
})
export type SwapErrorCode = keyof typeof SWAP_ERRORS

export const swapError = (code: SwapErrorCode, cause?: unknown) =>
  new WalletKitError(code, SWAP_ERRORS[code].message, cause)

/** Returns a function that throws the catalogue's error for `code`, with the error that it gets as the cause. */
export const failsAs =
  (code: SwapErrorCode) =>
  (error: unknown): never => {
    throw swapError(code, error)
  }

/** Reports why a swap failed, in the wallet's own short words if it gave some. Returns the text. */
export function reportRun(kit: Pick<PluginKit, 'report' | 'text'>, error: unknown): string {
  const said = shortMessageOf(error)
  if (said === undefined) return kit.report(error, 'SWAP_FAILED', SWAP_ERRORS).message
  const second = kit.text('error.SWAP_FAILED.declined', declined)
  const rows = { ...SWAP_ERRORS, SWAP_WALLET: { message: said, show: 'toast', loud: true, declined: second } } as const
  return kit.report(error, 'SWAP_WALLET', rows).message
}

function shortMessageOf(error: unknown): string | undefined {
  let each: unknown = error
  for (let depth = 0; depth < 5 && typeof each === 'object' && each !== null; depth++) {
    const { shortMessage, cause } = each as { shortMessage?: unknown; cause?: unknown }
    if (typeof shortMessage === 'string' && cleanText(shortMessage) !== '') return cleanText(shortMessage, 80)
    each = cause
  }
  return undefined
}
