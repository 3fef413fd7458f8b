/** Converts chain ids between the forms that pages use and CAIP-2. */

/** Thrown for a value that is not the id of a network. */
export class UnknownNetwork extends Error {
  override readonly name = 'UnknownNetwork'
  /** The error code of wallets for a network that they do not have (EIP-3326). */
  readonly code = 4902
}

/**
 * Converts `1`, `'1'`, `'0x1'`, `'eip155:1'` or a CAIP-2 id of Solana to CAIP-2.
 * @throws UnknownNetwork for other values
 */
export function caipOf(chainId: unknown): string {
  const text = String(chainId)
  if (/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(text)) return text
  const [, digits] = /^(?:eip155:)?(0x[\da-f]+|\d+)$/i.exec(text) ?? []
  const number = Number(digits)
  if (Number.isSafeInteger(number) && number > 0) return `eip155:${number}`
  throw new UnknownNetwork('Network not found')
}

export const isEvm = (caip: string) => caip.startsWith('eip155:')
export const referenceOf = (caip: string) => Number(caip.slice('eip155:'.length))
/** The form of a chain id in the login's messages to pages: a number on EVM chains, the whole CAIP-2 id elsewhere. */
export const wireOf = (caip: string) => (isEvm(caip) ? referenceOf(caip) : caip)
export const hexOf = (caip: string) => `0x${referenceOf(caip).toString(16)}`
