/** The Solana methods: signs with real ed25519 keys, and sends on the sandbox's chain. */
import { base58, base64 } from '@scure/base'
import { signSolanaMessage, signSolanaTransaction } from '../../../runtime/test/sign/solana.ts'
import { Denied } from '../denied.ts'
import { askSolana, type Chains } from './chain.ts'
import { fieldsOf, solanaOf } from './params.ts'
import { messageBytes, transactionOf } from './solanaBytes.ts'

/**
 * @param caip the chain of the request
 * @param account its 32-byte private key, its address, and what is called before a signature leaves
 * @throws Denied for another account, a method that is not allowed, and to send on a chain that the service does not
 *   have; Invalid or Mismatch for malformed parameters
 */
export async function answerSolana(
  chains: Chains,
  caip: string,
  { seed, address, record }: { seed: Uint8Array; address: string; record: () => Promise<void> },
  method: string,
  params: unknown,
) {
  const { message, transaction, transactions, pubkey, options, sendOptions } = solanaOf(params)
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
      if (caip !== chains.solana?.caipNetworkId) throw new Denied(`The login service has no network ${caip}`, 400, 4902)
      const how = { ...fieldsOf(options ?? sendOptions ?? {}), encoding: 'base64' }
      const { transaction: bytes } = await recorded(signed(transaction ?? ''))
      return { signature: await askSolana(chains, 'sendTransaction', [bytes, how]) }
    }
    default:
      throw new Denied('Requested RPC call is not allowed', 400, 4200)
  }
}
