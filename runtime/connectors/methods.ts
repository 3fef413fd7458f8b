/**
 * Lists of JSON-RPC methods: those that need no approval of the visitor, and those that do. An embedded wallet sends no
 * others to the login service.
 */
import type { Requests } from '../contracts/chain.ts'
import { words } from '../lib/text.ts'

const eth = (text: string) => words(text).map((name) => `eth_${name}`)

/**
 * Methods that need no approval: reads, and `eth_sendRawTransaction`, whose transaction is signed already. Such
 * requests continue when the visitor leaves the approval screen.
 */
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
 * Whether to send a method to a wallet just to find out what the wallet supports. `false` if a remote session does not
 * list the method: such a request would show the visitor an error. Always `true` for wallets that list no methods.
 */
export function mayAsk(provider: unknown, method: string): boolean {
  const { offers } = Object(provider) as Partial<Requests>
  try {
    return typeof offers !== 'function' || offers(method)
  } catch {
    // `offers` throws once its session has ended.
    return false
  }
}
