/**
 * The wallet answered, and shares no account that this page can use: its user switched the site off in it, or has no
 * account on the network.
 */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}
