/** What a Harbor wallet puts into `window.harbor`, and what apps get from `kit.getProvider('harbor')`. */
export type HarborProvider = {
  readonly name: string
  /** Asks the visitor; resolves with the addresses that the visitor shares. */
  connect: () => Promise<unknown>
  /** The addresses that the site may use already; it does not ask the visitor. */
  accounts: () => Promise<unknown>
  /** Resolves with 128 hex digits: an ed25519 signature of the text. */
  signMessage: (message: string, address: string) => Promise<unknown>
  /** Calls the listener with the addresses when they change. Returns the function that stops it. */
  onAccounts: (listener: (addresses: unknown) => void) => () => void
}

/** Checks a value from the window. Throws an Error if it is no Harbor wallet. */
export function toProvider(value: unknown): HarborProvider {
  if (!isProvider(value)) throw new Error('The wallet has no Harbor provider')
  return value
}

export function isProvider(value: unknown): value is HarborProvider {
  if (typeof value !== 'object' || value === null) return false
  const verbs = ['connect', 'accounts', 'signMessage', 'onAccounts'] as const
  return (
    typeof Reflect.get(value, 'name') === 'string' &&
    verbs.every((verb) => typeof Reflect.get(value, verb) === 'function')
  )
}
