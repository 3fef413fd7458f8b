/**
 * The type of `kit.chain`, with which a plugin reads from the active network and makes requests to the wallet that is
 * connected there.
 */
import type { SentBatch } from '../data/batches.ts'
import type { Sent, SentNote } from '../data/sent.ts'
import type { Revocation, TransactionReceipt } from './adapter.ts'
import type {
  BatchCall,
  CallsOptions,
  CallsResult,
  CallsStatus,
  NotedCall,
  TypedData,
  WatchedAsset,
} from './requests.ts'
import type { Simulation } from './simulation.ts'

/**
 * A transaction from the active account on the active network. Amounts are in base units (wei). `data` is call data in
 * hex on EVM networks, and the unsigned transaction in base64 on Solana. Set `gas` and `gasPrice` only to transfer a
 * whole balance, where the fee must be known exactly; otherwise let the wallet choose them.
 */
export type PluginTransaction = { to: string; value?: bigint; data?: string; gas?: bigint; gasPrice?: bigint }

/**
 * Where a comment says that a function needs a method, such as `eth_sendTransaction`, the plugin's manifest has to list
 * it in `permissions.methods`: else the call rejects.
 */
export type PluginChain = {
  /** The native balance in base units, of the active account or of another address. */
  getBalance: (address?: string) => Promise<bigint>
  /** The price of one unit of gas, in base units (wei). */
  getGasPrice: () => Promise<bigint>
  /** The units of gas that the transaction would use. */
  estimateGas: (transaction: PluginTransaction) => Promise<bigint>
  /** The whole fee in base units, on networks where the fee is not gas times gas price (Solana). */
  estimateFee: (transaction: PluginTransaction) => Promise<bigint>
  /**
   * Asks the network's node what the transaction would do if the account sent it now: what the account gains and
   * loses (without the network fee), what others get, and what a spender may take afterwards. Needs no permission and
   * shows no prompt. `compareSimulation` lists what differs from your intent. Rejects if the node cannot simulate or
   * does not answer: tell the visitor, and let them continue. `after`: calls of the account that run first, in order;
   * the result covers all of them. `after` needs an EVM node with `eth_simulateV1`.
   * @example const { status, changes } = await kit.chain.simulate({ to, value: 10n ** 16n })
   */
  simulate: (transaction: PluginTransaction, options?: { after?: readonly BatchCall[] }) => Promise<Simulation>
  /**
   * A token's decimals and symbol (empty on Solana), from its contract, and the active account's balance in base units.
   * `caipNetworkId`: a network of `kit.networks()` in the account's namespace; default: the active one. Rejects for any
   * other network.
   * @example const { symbol, decimals } = await kit.chain.getToken(token, { caipNetworkId: 'eip155:8453' })
   */
  getToken: (
    address: string,
    options?: { caipNetworkId?: string },
  ) => Promise<{ balance: bigint; decimals: number; symbol: string }>
  /**
   * Builds the transaction that transfers `amount` base units of a token (ERC-20, or SPL on Solana). On Solana, rejects
   * if the token, the receiver or the balance does not allow the transfer. On EVM networks, rejects only if the token's
   * `transfer` would return `false`, not if it would revert; `noReturnTokens` (CAIP-10 addresses) names tokens whose
   * `transfer` returns nothing, in addition to USDT.
   */
  buildTransfer: (transfer: {
    token: string
    to: string
    amount: bigint
    noReturnTokens?: readonly string[]
  }) => Promise<PluginTransaction>
  /**
   * Solana: builds the transaction that revokes the allowances of delegates. `accounts` are token accounts of the
   * active account. Rejects if they do not fit into one transaction; 20 always do. The network refuses the transaction
   * if one of the accounts is frozen.
   */
  buildRevocation: (revocation: Pick<Revocation, 'accounts'>) => Promise<PluginTransaction>
  /**
   * Asks the wallet to send the transaction; resolves with its hash. Never retried, because a second request could send
   * twice. Needs `eth_sendTransaction`. Before it resolves, it stores the hash with the `note` (what the transaction is
   * for), so that Activity shows it, and emits `transaction`. Of a third-party plugin's note, the kit uses only the
   * kind, and corrects it: a plain payment is a `send`, and nothing else is. The kit reads receivers and amount from
   * the transaction itself. Rejects with `TX_UNCERTAIN` if the wallet reported a failure although a transaction of the
   * account may have reached the network (EVM only).
   */
  sendTransaction: (transaction: PluginTransaction, note?: SentNote) => Promise<string>
  /**
   * Asks the wallet to sign a text; resolves with the signature. Never retried, because each request is a prompt. Needs
   * `personal_sign` (EIP-191) on EVM networks, on other namespaces `<namespace>_signMessage`.
   */
  signMessage: (text: string) => Promise<string>
  /**
   * Asks the wallet to sign typed data (EIP-712); resolves with the signature. Needs `eth_signTypedData_v4`. Rejects
   * for a domain of another network than the active one, and for data that wallets could read in different ways. Never
   * retried.
   */
  signTypedData: (typedData: TypedData) => Promise<string>
  /**
   * Asks the wallet to list a token of the active network (EIP-747); resolves with whether the wallet does. Needs
   * `wallet_watchAsset`.
   */
  watchAsset: (asset: WatchedAsset) => Promise<boolean>
  /**
   * Asks the wallet to send 1 to 20 calls as one batch (EIP-5792); resolves with the batch's id for `getCallsStatus`.
   * Either all calls succeed or none does, unless `isAtomic` is `false`. Needs `wallet_sendCalls`. Not every wallet
   * supports batches: ask `getCapabilities` first. Never retried, because a second request could send twice.
   */
  sendCalls: (calls: readonly BatchCall[], options?: { isAtomic?: boolean }) => Promise<string>
  /**
   * Sends 1 to 20 calls in order, and resolves once a block includes the last one. Sends them as one batch (all succeed
   * or none does) if the wallet supports that and the manifest has the methods `wallet_getCapabilities`,
   * `wallet_sendCalls` and `wallet_getCallsStatus`; else one by one, each after a block included the previous one. If
   * the site pays the fee (`isSponsored`), even a single call is sent as a batch. Needs `eth_sendTransaction`. Stops
   * and rejects at the first call that the wallet refuses (with its error) or that fails (`CALLS_FAILED`, or
   * `CALLS_PARTLY` for a batch), and when the account or network changes (`CALLS_CHANGED`). Rejects with `TX_UNCERTAIN`
   * if a call may have been sent and its outcome cannot be found out. Calls that were sent before stay sent. Each hash,
   * and the id of a batch (`batches`), is stored before the next step. Nothing is retried.
   * @example
   * const note = { kind: 'approve', out: { amount: '5', symbol: 'DAI' } } as const
   * const { hashes } = await kit.chain.runCalls([{ ...approval, note }, deposit], { tell: ({ step }) => show(step) })
   */
  runCalls: (calls: readonly NotedCall[], options?: CallsOptions) => Promise<CallsResult>
  /**
   * Whether `runCalls` would send several calls as one batch at this moment. `false` if the manifest lacks the methods
   * for that, if the wallet cannot send batches, or if it does not answer within 3 s.
   */
  canBatch: () => Promise<boolean>
  /**
   * Whether the site offers to pay the fee of what `runCalls` sends now: the site has a paymaster
   * (`services.paymaster`, ERC-7677), the wallet can use one, and the manifest has the methods for a batch. The
   * paymaster may still decline; the wallet shows who pays in the end.
   */
  isSponsored: () => Promise<boolean>
  /**
   * For a plugin that brings a wallet: asks the site's paymaster (ERC-7677) of an EVM network; resolves with its
   * answer, unparsed. Needs the method in `permissions.methods`. Rejects without a paymaster, when it declines, and
   * without an answer within 3 s. Nothing is retried.
   * @example await kit.chain.askPaymaster('pm_getPaymasterStubData', [operation, entryPoint, '0x1', {}], 1)
   */
  askPaymaster: (method: string, params: readonly unknown[], chainId: number) => Promise<unknown>
  /**
   * The active account's batches that `runCalls` or the site sent and that are still pending, newest first. A batch
   * stays in the list for a day at most. Batches of `sendCalls` above are not stored.
   */
  batches: () => readonly SentBatch[]
  /**
   * Polls the wallet until a batch is no longer pending, and stores its transactions (`sent`) if the batch is one of
   * `batches`. Resolves with the hashes that the network knows; a batch that reverted there is not `confirmed`,
   * whatever the wallet says. Needs `wallet_getCallsStatus`. Rejects if the wallet does not know the id, or is not
   * connected any more.
   */
  followCalls: (id: string) => Promise<CallsStatus>
  /**
   * Asks the wallet once what became of a batch. Needs `wallet_getCallsStatus`. It shows no prompt, so you may poll.
   */
  getCallsStatus: (id: string) => Promise<CallsStatus>
  /**
   * Makes a network of `kit.networks()` the active one, and asks a connected wallet to switch to it. Does nothing if
   * the network is active already. Needs the method `wallet_switchEthereumChain`; for other namespaces
   * `<namespace>_switchNetwork`. For a third-party plugin, the visitor confirms first. Rejects with
   * `NETWORK_NOT_FOUND` for a network that the site does not list.
   */
  switchNetwork: (caipNetworkId: string) => Promise<void>
  /**
   * Sends a read (such as `eth_call`) to a network's node; resolves with the node's answer, unparsed. `caipNetworkId`:
   * a network of `kit.networks()`; default: the active one. Needs the method in `permissions.methods`. Refuses methods
   * that ask a wallet or send a transaction: use the other functions of `chain` for those. Rejects for a network that
   * the site does not list.
   * @example const newest = await kit.chain.request('eth_blockNumber', [], { caipNetworkId: 'eip155:8453' })
   */
  request: (method: string, params?: readonly unknown[], options?: { caipNetworkId?: string }) => Promise<unknown>
  /**
   * The last 99 transactions that walletkit knows to have been sent from this browser, by every plugin and account,
   * newest first; kept across reloads. A third-party plugin only gets those of the active account.
   */
  sent: () => readonly Sent[]
  /**
   * The wallet's capabilities by hex chain id (EIP-5792); `0x0` stands for every network. Needs
   * `wallet_getCapabilities`. Rejects if the wallet does not answer within 3 s.
   */
  getCapabilities: () => Promise<Record<string, Record<string, unknown>>>
  /**
   * Asks the wallet to let a key act for the account (ERC-7715); resolves with its answer, unparsed. Needs
   * `wallet_grantPermissions`; third-party plugins may not call it. Never retried: a second request could grant twice.
   */
  grantPermissions: (request: Readonly<Record<string, unknown>>) => Promise<unknown>
  /**
   * Asks the wallet to end a permission (ERC-7715), as `{ permissionsContext }` names it; resolves with its answer,
   * unparsed: only an object means that it ended. Needs `wallet_revokePermissions`; third-party plugins may not call
   * it.
   */
  revokePermissions: (request: Readonly<Record<string, unknown>>) => Promise<unknown>
  /**
   * Waits until a block includes the transaction. `caipNetworkId`: the network on which it was sent; default: the
   * active one, which may have changed since. On Solana, rejects with `TX_NOT_FOUND` once the transaction has expired.
   * On EVM networks, waits without an end: pass a `signal` to stop.
   */
  waitForTransaction: (
    hash: string,
    options?: { caipNetworkId?: string; signal?: AbortSignal },
  ) => Promise<TransactionReceipt>
  explorerUrl: (hash: string, caipNetworkId?: string) => string | undefined
  /** Checks an address strictly, including its checksum if it has one. */
  isAddress: (text: string) => Promise<boolean>
}
