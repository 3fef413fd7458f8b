/** Implements the `solana_*` methods of WalletConnect's Solana JSON-RPC on top of a provider. */
import { RPC_CODES } from '../../errors/rpc.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { decodeBase58, encodeBase58 } from '../../lib/base58.ts'
import { decodeBase64 } from './encodings.ts'
import type { SolanaProvider } from './provider.ts'
import type { Signer } from './signer.ts'
import { readWire, signatureOf } from './wire.ts'

const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })
const invalid = (message: string) => refusal(RPC_CODES.invalidParams, message)

/** Parsers of the parameters. They throw before any request to the wallet if a required parameter is missing. */
function parseParams(params: unknown) {
  const fields = isRecord(params) ? params : {}
  const text = (name: string): string => {
    const value = fields[name]
    if (typeof value !== 'string') throw invalid(`${name} must be a text`)
    return value
  }
  const transaction = (value: unknown): string => {
    const bytes = typeof value === 'string' ? decodeBase64(value) : undefined
    if (typeof value !== 'string' || !bytes || !readWire(bytes)) throw invalid('A transaction must be in base64')
    return value
  }
  return {
    pubkey: fields['pubkey'],
    message: () => decodeBase58(text('message')) ?? fail('message must be in base58'),
    transaction: () => transaction(fields['transaction']),
    transactions: () => {
      const { transactions } = fields
      if (!Array.isArray(transactions)) throw invalid('transactions must be a list')
      return transactions.map(transaction)
    },
    options: () => fields['sendOptions'] ?? fields['options'] ?? {},
  }
}
const fail = (message: string): never => {
  throw invalid(message)
}

/**
 * Handles one request, and resolves with the response that WalletConnect's protocol defines. `signing` returns the
 * account that signs, or throws if the session ended. `others` handles all other methods; without it, they are refused.
 */
export async function answerRequest(
  provider: SolanaProvider,
  signing: () => string,
  { method, params }: { method: string; params?: unknown },
  others: Signer['request'],
): Promise<unknown> {
  if (method === 'solana_getAccounts' || method === 'solana_requestAccounts')
    return (await provider.getAccounts()).map((pubkey) => ({ pubkey }))
  const asked = parseParams(params)
  const named = () => {
    if (asked.pubkey !== undefined && asked.pubkey !== signing())
      throw refusal(RPC_CODES.unauthorized, 'Another account is active')
  }
  switch (method) {
    case 'solana_signMessage':
      named()
      return { signature: encodeBase58(await provider.signMessage(asked.message())) }
    case 'solana_signTransaction': {
      named()
      const signer = signing()
      const transaction = await provider.signTransaction(asked.transaction())
      return { signature: signatureOf(decodeBase64(transaction), signer), transaction }
    }
    case 'solana_signAllTransactions':
      named()
      return { transactions: await provider.signAllTransactions(asked.transactions()) }
    case 'solana_signAndSendTransaction':
      named()
      return { signature: await provider.signAndSendTransaction(asked.transaction(), asked.options()) }
    default:
      if (others) return others({ method, params })
      throw refusal(RPC_CODES.unsupportedMethod, `The wallet does not support ${method}`)
  }
}
