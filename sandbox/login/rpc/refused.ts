/**
 * Whether a node certainly refused a transaction. Only then may the person be told that nothing was sent: after every
 * other error the transaction may have arrived, because a gateway may fail after it has passed the transaction on.
 */
import type { Hex } from 'viem'
import type { EvmChain, SolanaChain } from './chain.ts'

/** Error codes of EVM nodes that refuse a transaction, and JSON-RPC's code for wrong parameters. */
const EVM = [-32000, -32003, -32010, -32602]
/**
 * The texts of such errors. The code alone is not enough, because nodes use it for other failures too, such as a
 * timeout.
 */
const REASONS = new RegExp(
  [
    ...['nonce', 'insufficient ?(funds|balance)', 'underpriced', 'intrinsic gas', 'exceeds', 'toolow'],
    'too (low|high|large|big)',
    ...['less than', 'higher than', 'oversized', 'not supported', 'unsupported', 'protected', 'revert', 'is full'],
    'invalid (sender|chain|signature|transaction|param|argument)',
  ].join('|'),
  'i',
)
/**
 * Error codes of Solana nodes: the preflight failed, a signature is wrong, and JSON-RPC's code for wrong parameters.
 */
const SOLANA = [-32002, -32003, -32602]
/** Texts that say that the node has the transaction already, sent for example twice by a gateway: that is no refusal. */
const KNOWN = /already|known transaction/i

/** The node's own error, which viem wraps in other errors. */
function causeOf(error: unknown): { code: unknown; message: string } {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  if (!(inner instanceof Error)) return { code: undefined, message: '' }
  return { code: 'code' in inner ? inner.code : undefined, message: inner.message }
}

/** Whether the node does not know the transaction. False if the search fails: the transaction may be there. */
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
