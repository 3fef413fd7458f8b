/** Creates the provider of a remote session or an embedded wallet, which uses WalletConnect's Solana methods. */
import type { Kit } from '../../contracts/kit.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { accountsBehind, sessionBehind } from '../../state/entries.ts'
import type { Requests } from '../../contracts/chain.ts'
import { AnswerError } from '../../errors/answer.ts'
import { decodeBase64, encodeBase64, isSignature, parsed } from './encodings.ts'
import { decodeBase58, encodeBase58 } from '../../lib/base58.ts'
import { createProvider } from './createProvider.ts'
import type { SolanaProvider } from './provider.ts'
import type { Unsigned } from './signer.ts'
import { parseSigned, withSignature } from './wire.ts'

const [SIGN_MESSAGE, SIGN, SIGN_ALL, SEND] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
] as const

export default function wrapRequests(kit: Kit, requests: Requests): SolanaProvider {
  const ask = (method: string, params: unknown) => requests.request({ method, params })
  /**
   * Resolves with `undefined`, without asking the wallet, if the session does not include the method. Once the wallet
   * was asked, any error is final: the wallet may still show the request, so asking in another way could make the
   * visitor pay twice.
   */
  const askIfOffered = async (method: string, params: unknown): Promise<{ answer: unknown } | undefined> =>
    requests.offers?.(method) === false ? undefined : { answer: await ask(method, params) }
  const signOne = async (pubkey: string, { bytes }: Unsigned): Promise<Uint8Array> => {
    const answer = await ask(SIGN, { transaction: encodeBase64(bytes), pubkey })
    return parsed(SIGN, answer, (given) => parseSignedAnswer(given, bytes, pubkey))
  }

  const provider = createProvider(kit, {
    accounts: () => accountsBehind(kit, 'solana', provider).map(({ address }) => address),
    supports: (caipNetworkId) => {
      const { approvedCaipNetworkIds: approved } = sessionBehind(kit, 'solana', provider) ?? {}
      return !approved || approved.includes(caipNetworkId)
    },
    signMessage: async ({ address }, message) => {
      const answer = await ask(SIGN_MESSAGE, { message: encodeBase58(message), pubkey: address })
      const signature = parsed(SIGN_MESSAGE, answer, parseSignature)
      return decodeBase58(signature) ?? new Uint8Array()
    },
    signTransactions: async ({ address }, transactions) => {
      const [first, ...others] = transactions
      if (first && !others.length) return [await signOne(address, first)]
      const params = { transactions: transactions.map(({ bytes }) => encodeBase64(bytes)), pubkey: address }
      const all = await askIfOffered(SIGN_ALL, params)
      if (all) {
        const signed = parseSignedList(all.answer, address)
        if (signed?.length !== transactions.length) throw new AnswerError(SIGN_ALL, all.answer)
        return signed
      }
      const signed: Uint8Array[] = []
      // Sequential, because a wallet shows one request at a time.
      for (const transaction of transactions) signed.push(await signOne(address, transaction))
      return signed
    },
    signAndSend: async ({ address }, { bytes }, options) => {
      const params = { transaction: encodeBase64(bytes), pubkey: address, sendOptions: options }
      const sent = await askIfOffered(SEND, params)
      return sent && parsed(SEND, sent.answer, parseSignature)
    },
    request: (request) => requests.request(request),
  })
  return provider
}

/** Reads `{ signature }` in base58. */
export function parseSignature(answer: unknown): string | undefined {
  const signature = isRecord(answer) ? answer['signature'] : undefined
  return isSignature(signature) ? signature : undefined
}

/** Reads `{ signature, transaction? }`: newer wallets return the whole transaction, older ones only the signature. */
export function parseSignedAnswer(answer: unknown, asked: Uint8Array, address: string): Uint8Array | undefined {
  if (!isRecord(answer)) return undefined
  const { transaction, signature } = answer
  const whole = typeof transaction === 'string' ? parseSigned(decodeBase64(transaction), address) : undefined
  return whole ?? withSignature(asked, address, signature)
}

/** Reads `{ transactions }` in base64. */
export function parseSignedList(answer: unknown, address: string): Uint8Array[] | undefined {
  const transactions = isRecord(answer) ? answer['transactions'] : undefined
  if (!Array.isArray(transactions)) return undefined
  const signed = transactions.map((each: unknown) =>
    typeof each === 'string' ? parseSigned(decodeBase64(each), address) : undefined,
  )
  return signed.every((each) => each !== undefined) ? signed : undefined
}
