import { WalletKitError } from '../../errors/base.ts'
import { tellSent } from '../../data/sent.ts'
import { rpcUrls } from '../../http/endpoint.ts'
import { hostFetch } from '../../http/hostFetch.ts'
import { createRpc, RpcResponseError } from '../../http/rpc.ts'
import type { Kit } from '../../contracts/kit.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import { AnswerError } from '../../errors/answer.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { encodeBase64 } from './encodings.ts'
import type { parseSendOptions } from './commitment.ts'
import { signatureOf } from './wire.ts'

/** The network's node gave no valid answer, but may have the transaction. Look for `signature` before sending again. */
export class UnconfirmedSend extends Error {
  override readonly name = 'UnconfirmedSend'
  readonly signature: string
  constructor(signature: string, cause: unknown) {
    super(`The network did not answer: look for ${signature} before you send again`, { cause })
    this.signature = signature
  }
}

/**
 * Sends a signed transaction to the first of the network's RPC URLs, once, without retries. Resolves with the
 * transaction's signature. Throws the node's error if it refused the transaction. If the outcome is unknown, stores the
 * signature as a sent transaction, so that it is not lost, and throws an {@link UnconfirmedSend}.
 */
export async function broadcast(
  kit: Kit,
  network: CaipNetwork,
  signed: Uint8Array,
  { from, options }: { from: string; options: ReturnType<typeof parseSendOptions> },
): Promise<string> {
  const signature = signatureOf(signed)
  if (!signature) throw new Error('The payer has not signed this transaction')
  const urls = rpcUrls(kit.config, network).slice(0, 1)
  if (!urls.length) throw new Error(`No RPC URL is configured for ${network.name}`)
  const once = createRpc({ urls, fetch: hostFetch(kit), retryCount: 0 })
  const config = { preflightCommitment: 'confirmed', ...options, encoding: 'base64' }
  try {
    const answer = await once.request({ method: 'sendTransaction', params: [encodeBase64(signed), config] })
    if (answer === signature) return signature
    throw new AnswerError('sendTransaction', answer)
  } catch (error) {
    if (isKnown(error)) return signature
    // After these two errors, this call sent nothing: the node refused the transaction, or the kit did not contact the
    // host (WalletKitError).
    if (isRefusal(error) || error instanceof WalletKitError) throw error
    tellSent(kit, { hash: signature, caipNetworkId: network.caipNetworkId, from, to: '' })
    throw new UnconfirmedSend(signature, error)
  }
}

/**
 * The codes of a failure inside the node, or inside a proxy before it. The transaction may have been passed on by then.
 */
const INSIDE: readonly number[] = [RPC_CODES.internalError, -32000]

const isRefusal = (error: unknown) => error instanceof RpcResponseError && !INSIDE.includes(error.code)

/** Whether the network has the transaction already: then it is sent, although the node refused to send it again. */
const isKnown = (error: unknown) =>
  error instanceof RpcResponseError && isRecord(error.data) && error.data['err'] === 'AlreadyProcessed'
