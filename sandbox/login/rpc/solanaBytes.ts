/** Decodes a page's Solana data: messages in base58, transactions in base64 or base58. */
import { base58, base64 } from '@scure/base'
import { readWire, type Wire } from '../../solana/message.ts'
import { Invalid } from './params.ts'

function attempt<T>(task: () => T): T | undefined {
  try {
    return task()
  } catch {
    return undefined
  }
}

/** A text may be valid in both encodings; use the one that decodes to a transaction. */
export function transactionOf(text: string): Wire {
  for (const coding of [base64, base58]) {
    const wire = attempt(() => readWire(coding.decode(text)))
    if (wire) return wire
  }
  throw new Invalid('The transaction is not well encoded')
}

export function messageBytes(text: string): Uint8Array {
  const bytes = attempt(() => base58.decode(text))
  if (!bytes) throw new Invalid('The message must be in base58')
  return bytes
}
