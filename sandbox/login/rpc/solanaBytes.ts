/** Decodes a page's Solana data: messages in base58, transactions in base64 or base58. */
import { decodeBase64 } from '../../../runtime/chains/solana/encodings.ts'
import { decodeBase58 } from '../../../runtime/lib/base58.ts'
import { decodeText } from '../../../runtime/lib/visible.ts'
import { readMessage, readWire, type Wire } from '../../solana/message.ts'
import { Invalid } from './params.ts'

/**
 * The most characters that are decoded as base58; a transaction has fewer than 2,000. The time for decoding grows with
 * the square of the length.
 */
const LONGEST = 20_000

function wireOf(bytes: Uint8Array | undefined): Wire | undefined {
  try {
    return bytes && readWire(bytes)
  } catch {
    return undefined
  }
}
const fromBase58 = (text: string) => (text.length > LONGEST ? undefined : decodeBase58(text))

/**
 * Decodes a transaction. A text may be valid in both encodings, so try which one gives a transaction.
 * @throws Invalid
 */
export function transactionOf(text: string): Wire {
  const wire = wireOf(decodeBase64(text)) ?? wireOf(fromBase58(text))
  if (!wire) throw new Invalid('The transaction is not well encoded')
  return wire
}

/**
 * Decodes a message in base58.
 * @throws Invalid for another text, and for the bytes of a transaction: a signature of them as a message would be a
 * valid signature of the transaction
 */
export function messageBytes(text: string): Uint8Array {
  const bytes = fromBase58(text)
  if (!bytes) throw new Invalid('The message must be in base58')
  if (isTransaction(bytes)) throw new Invalid('The message is a transaction: ask for its signature as a transaction')
  return bytes
}

/**
 * Whether bytes may be a versioned transaction, also of a version that this code cannot read, because the chain may
 * accept that version one day. A versioned transaction begins with a byte above 127; a text in UTF-8 does so only if
 * its first character is not ASCII. Solana's off-chain messages begin with 255, which is no version of a transaction.
 */
function isVersioned(bytes: Uint8Array): boolean {
  const isOffChain = OFF_CHAIN.every((byte, at) => bytes[at] === byte)
  return (bytes[0] ?? 0) >= 128 && !isOffChain && decodeText(bytes) === undefined
}
const OFF_CHAIN = [255, ...new TextEncoder().encode('solana offchain')]

function isTransaction(bytes: Uint8Array): boolean {
  if (isVersioned(bytes)) return true
  try {
    readMessage(bytes)
    return true
  } catch {
    return wireOf(bytes) !== undefined
  }
}
