/** The allow-list of JSON-RPC methods: reads, and methods that need the visitor's approval. */
import type { Requests } from '../contracts/chain.ts'
import { words } from '../lib/text.ts'

const eth = (text: string) => words(text).map((name) => `eth_${name}`)

/** Reads: they run without the visitor's approval, and are never aborted. */
export const SAFE_METHODS: readonly string[] = [
  ...eth(`accounts blockNumber call chainId estimateGas feeHistory gasPrice getAccount getBalance getBlockByHash
    getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode
    getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex
    getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt
    getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter
    newPendingTransactionFilter sendRawTransaction syncing uninstallFilter getUserOperationReceipt
    estimateUserOperationGas getUserOperationByHash supportedEntryPoints`),
  ...words('wallet_getCapabilities wallet_getCallsStatus wallet_getAssets'),
]

/** Methods that need the visitor's approval. */
export const UNSAFE_METHODS: readonly string[] = words(`personal_sign eth_signTypedData_v4 eth_sendTransaction
  solana_signMessage solana_signTransaction solana_signAllTransactions solana_signAndSendTransaction wallet_sendCalls
  wallet_grantPermissions wallet_revokePermissions eth_sendUserOperation`)

/** The events that a remote session asks a wallet to emit. */
export const SESSION_EVENTS: readonly string[] = ['accountsChanged', 'chainChanged']

/**
 * Whether a wallet may be asked for a method. A remote session lists the methods that its wallet accepts, and to ask for another
 * one is shown as an error. Wallets of the page can only be asked.
 */
export function mayAsk(provider: unknown, method: string): boolean {
  const { offers } = Object(provider) as Partial<Requests>
  try {
    return typeof offers !== 'function' || offers(method)
  } catch {
    // The session has ended.
    return false
  }
}
