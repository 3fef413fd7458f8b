/** The Solana methods: signs with ed25519 keys, and sends. */
import { base58, base64 } from '@scure/base'
import { signSolanaMessage, signSolanaTransaction } from '../../../runtime/test/sign/solana.ts'
import { readWire } from '../../solana/message.ts'
import { Denied } from '../denied.ts'
import { type Chains, solanaOf, type SolanaChain } from './chain.ts'
import { fieldsOf, solanaOf as paramsOf } from './params.ts'
import { isRefusedOnSolana } from './refused.ts'
import { messageBytes, transactionOf } from './solanaBytes.ts'

/**
 * Answers a page's request of a Solana method.
 * @param caip the chain of the request
 * @param account its 32-byte private key (`seed`), its address, and `record`, which is called before a signature leaves
 * @throws Denied for another account, a method that is not allowed, and for sending on a chain that the service does
 *   not have; Invalid or Mismatch for malformed parameters
 */
export async function answerSolana(
  chains: Chains,
  caip: string,
  { seed, address, record }: { seed: Uint8Array; address: string; record: () => Promise<void> },
  method: string,
  params: unknown,
) {
  const { message, transaction, transactions, pubkey, options, sendOptions } = paramsOf(params)
  if (pubkey !== undefined && pubkey !== address) throw new Denied(`This login has no account ${pubkey}`, 403, 4100)
  const signed = (text: string) => {
    const { signature, transaction: bytes } = signSolanaTransaction(seed, transactionOf(text).bytes)
    return { signature: base58.encode(signature), transaction: base64.encode(bytes) }
  }
  const recorded = async <T>(value: T): Promise<T> => {
    await record()
    return value
  }
  switch (method) {
    case 'solana_signMessage':
      return recorded({ signature: base58.encode(signSolanaMessage(seed, messageBytes(message ?? ''))) })
    case 'solana_signTransaction':
      return recorded(signed(transaction ?? ''))
    case 'solana_signAllTransactions':
      return recorded({ transactions: (transactions ?? []).map((each) => signed(each).transaction) })
    case 'solana_signAndSendTransaction': {
      const chain = solanaOf(chains, caip)
      const how = howToSend(options ?? sendOptions ?? {})
      const { transaction: bytes } = await recorded(signed(transaction ?? ''))
      return { signature: await send(chain, bytes, how) }
    }
    default:
      throw new Denied('Requested RPC call is not allowed', 400, 4200)
  }
}

/** The options of `sendTransaction` that a page may choose; others are dropped. @throws Invalid */
function howToSend(value: unknown): Record<string, unknown> {
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = fieldsOf(value)
  const isCount = (given: unknown) => typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
  return {
    encoding: 'base64',
    ...(typeof skipPreflight === 'boolean' && { skipPreflight }),
    ...(['processed', 'confirmed', 'finalized'].includes(String(preflightCommitment)) && { preflightCommitment }),
    ...(isCount(maxRetries) && { maxRetries }),
    ...(isCount(minContextSlot) && { minContextSlot }),
  }
}

/**
 * Sends a transaction once. Its id is its first signature, so it is known before. Unless the node refused it, the
 * transaction may have been sent: with its id the page can find out.
 * @returns the id
 * @throws the node's error if the node refused it
 */
async function send(chain: SolanaChain, transaction: string, how: Record<string, unknown>): Promise<string> {
  const [first] = readWire(base64.decode(transaction)).signatures
  const id = base58.encode(first ?? new Uint8Array())
  await chain.request('sendTransaction', [transaction, how]).catch(async (error: unknown) => {
    if (await isRefusedOnSolana(chain, id, error)) throw error
  })
  return id
}
