/**
 * Whether a node certainly did not take a transaction. Only then may the person be told that nothing was sent: after
 * every other error it may have arrived, because a gateway that has passed it on may fail afterwards.
 */
import type { Hex } from 'viem'
import type { EvmChain, SolanaChain } from './chain.ts'

/** The codes of nodes for a transaction that they refuse, and JSON-RPC's for wrong parameters. */
const EVM = [-32000, -32003, -32010, -32602]
/** Nodes use these codes for other failures too, such as a timeout. */
const REASONS = new RegExp(
  [
    ...['nonce', 'insufficient ?(funds|balance)', 'underpriced', 'intrinsic gas', 'exceeds', 'toolow'],
    'too (low|high|large|big)',
    ...['less than', 'higher than', 'oversized', 'not supported', 'unsupported', 'protected', 'revert', 'is full'],
    'invalid (sender|chain|signature|transaction|param|argument)',
  ].join('|'),
  'i',
)
/** Preflight, a wrong signature, and wrong parameters. */
const SOLANA = [-32002, -32003, -32602]
/** A node that knows the transaction has it from somebody, if only from a gateway that sent it twice. */
const KNOWN = /already|known transaction/i

/** The chain's own error, which viem wraps in others. */
function causeOf(error: unknown): { code: unknown; message: string } {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  if (!(inner instanceof Error)) return { code: undefined, message: '' }
  return { code: 'code' in inner ? inner.code : undefined, message: inner.message }
}

/** A search that fails finds out nothing: the transaction may be there. */
const isMissing = (search: Promise<unknown>, isNone: (found: unknown) => boolean) => search.then(isNone, () => false)

export async function isRefused({ request }: EvmChain, hash: Hex, error: unknown): Promise<boolean> {
  const { code, message } = causeOf(error)
  if (!EVM.some((each) => each === code) || !REASONS.test(message) || KNOWN.test(message)) return false
  return isMissing(request('eth_getTransactionByHash', [hash]), (found) => found === null)
}

export async function isRefusedOnSolana({ request }: SolanaChain, id: string, error: unknown): Promise<boolean> {
  const { code, message } = causeOf(error)
  if (!SOLANA.some((each) => each === code) || KNOWN.test(message)) return false
  return isMissing(request('getSignatureStatuses', [[id], { searchTransactionHistory: false }]), (found) => {
    const { value } = (found ?? {}) as { value?: unknown }
    return Array.isArray(value) && value[0] === null
  })
}
