/**
 * The adapter of EVM chains. Reads of the chain go to the network's RPC node. Requests that need the visitor's consent,
 * and questions about the wallet itself (its network, capabilities, assets and batches), go to the wallet.
 */
import { isHash } from '../../lib/abi.ts'
import { coreError } from '../../errors/catalogue.ts'
import { rejoin } from '../../errors/rejoin.ts'
import { isUnrecognizedChain, RPC_CODES } from '../../errors/rpc.ts'
import { networkRpc } from '../../http/networkRpc.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Kit } from '../../contracts/kit.ts'
import { unprompted } from '../../lib/unprompted.ts'
import type { Adapter, TransactionRequest } from '../../contracts/adapter.ts'
import type { CaipNetwork } from '../../contracts/network.ts'
import { mayAsk } from '../../connectors/methods.ts'
import {
  AnswerError,
  type Eip1193Provider,
  isChecksumAddress,
  parseChainId,
  parseQuantity,
  toHex,
  toProvider,
} from './provider.ts'
import { readReceipt, waitForReceipt } from './receipt.ts'
import { receiptSource } from './receiptSource.ts'
import { readToken } from './token.ts'
import { toTransactionError, TransactionError } from './transactionError.ts'
import { encodeTransfer, refusesTransfer, transferAbi } from './transfer.ts'

/**
 * The requests to switch the network that each wallet has not answered yet, by hex chain id. If a wallet refuses a
 * second one while it still shows the first, the second attempt takes the first one's answer (`rejoin`).
 */
const unanswered = new WeakMap<Eip1193Provider, Map<string, Promise<unknown>>>()

const adapter: Adapter = {
  namespace: 'eip155',
  getBalance: (kit, network, address) => readQuantity(kit, network, 'eth_getBalance', [address, 'latest']),
  getGasPrice: (kit, network) => readQuantity(kit, network, 'eth_gasPrice', []),
  estimateGas: async (kit, request) => {
    const call = await toTypedCall(request)
    return readQuantity(kit, request.chain, 'eth_estimateGas', [call]).catch((error: unknown) => {
      throw toTransactionError(error)
    })
  },
  getToken: (kit, network, token, owner) => readToken(networkRpc(kit, network), token, owner),
  waitForTransaction: (kit, network, hash, signal, timeout) =>
    waitForReceipt(receiptSource(kit, network), hash, { ...(signal && { signal }), ...(timeout && { timeout }) }),
  getReceipt: (kit, network, hash) => readReceipt(receiptSource(kit, network), hash),
  getTransaction: async (kit, network, hash) => {
    if (!isHash(hash)) throw new Error('Invalid transaction hash')
    const found = await networkRpc(kit, network).request({ method: 'eth_getTransactionByHash', params: [hash] })
    if (found === null || found === undefined) throw new TransactionError('transactionNotFound')
    if (!isRecord(found)) throw new AnswerError('eth_getTransactionByHash', found)
    return found
  },
  isAddress: isChecksumAddress,
  simulate: async (kit, request, after) => (await import('./simulate.ts')).simulate(kit, request, after),

  switchNetwork: async (_kit, provider, network) => {
    const wallet = toProvider(provider)
    const chainId = toHex(Number(network.id))
    const waiting = unanswered.get(wallet) ?? new Map<string, Promise<unknown>>()
    unanswered.set(wallet, waiting)
    // `async`, because a provider may throw synchronously instead of returning a rejected promise.
    const ask = async () => wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    const change = () => rejoin(waiting, chainId, ask())
    try {
      await change()
    } catch (error) {
      if (!isUnrecognizedChain(error)) throw error
      // Do not ask a remote session that lacks the method: its refusal would open the modal, and cancel signatures that
      // still wait for the visitor.
      if (!mayAsk(wallet, 'wallet_addEthereumChain')) throw coreError('CHAIN_NOT_SUPPORTED', error)
      await addNetwork(wallet, network)
      // Many wallets switch to a network that they have just added; ask the others to switch again.
      if ((await unprompted(readChainId(wallet))) !== Number(network.id)) await change()
    }
  },

  signMessage: async (_kit, provider, address, message) => {
    const hex = [...new TextEncoder().encode(message)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const signature = await toProvider(provider).request({ method: 'personal_sign', params: [`0x${hex}`, address] })
    if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature))
      throw new AnswerError('personal_sign', signature)
    return signature
  },

  sendTransaction: async (_kit, provider, request) => {
    const wallet = toProvider(provider)
    // Money may leave only on the network that the visitor saw, and the wallet may have switched since. So ask the
    // wallet for its network, and throw unless it is that one.
    const chainId = await unprompted(readChainId(wallet))
    if (chainId === undefined) throw elsewhere('The wallet does not say which network it is on')
    if (chainId !== Number(request.chain.id)) throw elsewhere(`The wallet is not on ${request.chain.name}`)
    const transaction = { ...(await toTypedCall(request)), chainId: toHex(Number(request.chain.id)) }
    const hash = await wallet
      .request({ method: 'eth_sendTransaction', params: [transaction] })
      .catch((error: unknown) => {
        throw toTransactionError(error)
      })
    if (!isHash(hash)) throw new AnswerError('eth_sendTransaction', hash)
    return hash
  },

  buildTransfer: async (kit, { from, to, token, amount, chain, noReturnTokens }) => {
    const request = { from, to: token, data: encodeTransfer(to, amount), chain }
    // Some tokens return `false` instead of reverting. Such a transaction would succeed and move nothing, so simulate
    // it first.
    const simulated = await networkRpc(kit, chain)
      .request({ method: 'eth_call', params: [toCall(request), 'latest'] })
      .catch(() => undefined)
    const abi = transferAbi(chain.caipNetworkId, token, noReturnTokens)
    if (refusesTransfer(abi, simulated)) throw new Error('The token refuses this transfer')
    return request
  },

  getCapabilities: async (_kit, provider, address) => {
    const method = 'wallet_getCapabilities'
    if (!mayAsk(provider, method)) return {}
    const answer = await toProvider(provider).request({ method, params: [address] })
    if (!isRecord(answer)) throw new AnswerError(method, answer)
    const entries = Object.entries(answer).flatMap(([key, value]): [string, Record<string, unknown>][] => {
      // `0x0` stands for every network (EIP-5792).
      const chainId = key === '0x0' ? 0 : parseChainId(key)
      return chainId !== undefined && isRecord(value) ? [[toHex(chainId), value]] : []
    })
    return Object.fromEntries(entries)
  },

  signTypedData: async (_kit, provider, address, json) =>
    (await import('./requests.ts')).signTypedData(toProvider(provider), address, json),
  watchAsset: async (_kit, provider, asset) => (await import('./requests.ts')).watchAsset(toProvider(provider), asset),
  sendCalls: async (_kit, provider, batch) => (await import('./requests.ts')).sendCalls(toProvider(provider), batch),
  getCallsStatus: async (_kit, provider, id) =>
    (await import('./requests.ts')).getCallsStatus(toProvider(provider), id),

  grantPermissions: async (_kit, provider, request) =>
    toProvider(provider).request({ method: 'wallet_grantPermissions', params: [request] }),
  revokePermissions: async (_kit, provider, request) =>
    toProvider(provider).request({ method: 'wallet_revokePermissions', params: [request] }),

  getAssets: async (_kit, provider, address, network) =>
    toProvider(provider).request({
      method: 'wallet_getAssets',
      params: [{ account: address, chainFilter: [toHex(Number(network.id))] }],
    }),
}
export default adapter

/**
 * The error for a wallet that is on another network than the visitor saw, or does not say on which it is. Its code
 * (EIP-1193: not connected to this chain) tells callers that the wallet was not asked to send.
 */
const elsewhere = (message: string) => Object.assign(new Error(message), { code: RPC_CODES.chainDisconnected })

/**
 * Asks the wallet to add the network (EIP-3085). Gives the wallet only the network's public RPC URLs (`chainDefault`),
 * because the site may pay for its other URLs. A network without public URLs gives those of `default`.
 */
async function addNetwork(wallet: Eip1193Provider, network: CaipNetwork) {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers } = network
  const chain = {
    chainId: toHex(Number(id)),
    chainName: name,
    rpcUrls: (rpcUrls.chainDefault ?? rpcUrls.default).http,
    nativeCurrency,
    ...(blockExplorers ? { blockExplorerUrls: [blockExplorers.default.url] } : {}),
  }
  try {
    await wallet.request({ method: 'wallet_addEthereumChain', params: [chain] })
  } catch (error) {
    throw coreError('CHAIN_NOT_SUPPORTED', error)
  }
}

async function readChainId(wallet: Eip1193Provider): Promise<number> {
  const answer = await wallet.request({ method: 'eth_chainId' })
  const chainId = parseChainId(answer)
  if (chainId === undefined) throw new AnswerError('eth_chainId', answer)
  return chainId
}

async function readQuantity(kit: Kit, network: CaipNetwork, method: string, params: unknown[]): Promise<bigint> {
  const answer = await networkRpc(kit, network).request({ method, params })
  const quantity = parseQuantity(answer)
  if (quantity === undefined) throw new AnswerError(method, answer)
  return quantity
}

const toCall = ({ from, to, value, data, gas, gasPrice }: TransactionRequest) => ({
  from,
  to,
  ...(value === undefined ? {} : { value: toHex(value) }),
  ...(data === undefined ? {} : { data }),
  ...(gas === undefined ? {} : { gas: toHex(gas) }),
  ...(gasPrice === undefined ? {} : { gasPrice: toHex(gasPrice) }),
})

/** Fields that few transactions have. The code that checks them loads only for a transaction with one of them. */
const TYPED = [
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'accessList',
  'blobs',
  'maxFeePerBlobGas',
  'authorizationList',
] as const satisfies readonly (keyof TransactionRequest)[]

async function toTypedCall(request: TransactionRequest) {
  if (TYPED.every((field) => request[field] === undefined)) return toCall(request)
  const { typedFields } = await import('./typedTransaction.ts')
  return { ...toCall(request), ...typedFields(request) }
}
