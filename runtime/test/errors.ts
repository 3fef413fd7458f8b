import type { Switches } from './options.ts'

/** An error in the form of EIP-1193: an Error with a code. */
export class WalletError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The error for a request that the visitor rejected, in one of the forms that real wallets use. */
export function refusal(shape: Switches['refusal']): unknown {
  if (shape === 'plain') return { code: 4001, message: 'User rejected the request.' }
  if (shape === 'internal') return new WalletError(-32603, 'User rejected the request.')
  if (shape === 'bare' || shape === 'late') return new Error('User rejected the request.')
  return new WalletError(4001, 'User rejected the request.')
}

/** The error for a request of a kind that is pending already, in one of the forms that real wallets use. */
export const pending = (method: string, shape: 'pending' | 'internal') =>
  shape === 'pending'
    ? new WalletError(-32002, `Request of type '${method}' already pending`)
    : new WalletError(-32603, 'Internal JSON-RPC error.')
/** The error of a wallet that the visitor has not set up; a real wallet also opens a tab in which to set it up. */
export const notOnboarded = (name: string) =>
  new Error(`${name} has not been configured yet. Please continue with onboarding.`)
/** What a Polkadot extension throws for its accounts after the visitor rejected the site. */
export const notAuthorised = (origin: string) =>
  new Error(`The source ${origin} has not been authorised to access this extension`)
export const unauthorized = () => new WalletError(4100, 'The requested account has not been authorized by the user.')
export const unsupported = (method: string) => new WalletError(4200, `The method "${method}" is not supported.`)
export const invalid = (message: string) => new WalletError(-32602, message)

export function unknownChain(chainId: number, as: 'unknown' | 'unsupported'): WalletError {
  const hex = `0x${chainId.toString(16)}`
  if (as === 'unsupported') return new WalletError(-32600, `Chain Id not supported: ${hex}`)
  return new WalletError(
    4902,
    `Unrecognized chain ID "${hex}". Try adding the chain using wallet_addEthereumChain first.`,
  )
}

/**
 * Runs a task, and turns its error into the -32602 that wallets return for wrong parameters. The message begins with
 * `what`.
 */
export function attempt<T>(what: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw invalid(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
