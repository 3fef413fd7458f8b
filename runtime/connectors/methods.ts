/**
 * The allow-list of JSON-RPC methods: reads, methods that need the visitor's approval, and those that a remote session
 * requests.
 */
import type { Namespace } from '../lib/namespace.ts'

const words = (text: string) => text.trim().split(/\s+/)
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

/** The methods that a remote session asks a wallet to support. */
export const SESSION_METHODS: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: words(`eth_accounts eth_requestAccounts eth_sendRawTransaction eth_sign eth_signTransaction eth_signTypedData
    eth_signTypedData_v3 eth_signTypedData_v4 eth_sendTransaction personal_sign wallet_switchEthereumChain
    wallet_addEthereumChain wallet_getPermissions wallet_requestPermissions wallet_registerOnboarding wallet_watchAsset
    wallet_scanQRCode wallet_getCallsStatus wallet_showCallsStatus wallet_sendCalls wallet_getCapabilities
    wallet_grantPermissions wallet_revokePermissions wallet_getAssets`),
  solana: words(`solana_signMessage solana_signTransaction solana_requestAccounts solana_getAccounts
    solana_signAllTransactions solana_signAndSendTransaction`),
  polkadot: words('polkadot_signTransaction polkadot_signMessage'),
  bip122: words('sendTransfer signMessage signPsbt getAccountAddresses'),
}

/** The events that a remote session asks a wallet to emit. */
export const SESSION_EVENTS: readonly string[] = ['accountsChanged', 'chainChanged']
