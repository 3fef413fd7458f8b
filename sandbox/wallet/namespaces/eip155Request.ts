/** Parses the requests of EVM pages, and describes them for the person. */
import { hexToBigInt, hexToString, isAddress, isHex, type Hex } from 'viem'
import type { privateKeyToAccount } from 'viem/accounts'
import { typedDataFault } from '../../../runtime/lib/typedDataFault.ts'
import { exposedAddress, fieldsOf, invalid, listOf, unsupported } from '../namespace.ts'
import type { Asked, Described } from '../namespace.ts'

/** A chain that the wallet can reach, at its `rpcUrl`. */
export type WalletChain = { id: number; name: string; rpcUrl: string }

/** A parsed request. */
export type Task =
  | { does: 'message'; address: string; message: string }
  | { does: 'typedData'; address: string; data: TypedData }
  | { does: 'send' | 'sign'; address: string; transaction: Transaction }
  | { does: 'switch'; chain: WalletChain }
  | { does: 'add'; chain: WalletChain }
type TypedData = Parameters<ReturnType<typeof privateKeyToAccount>['signTypedData']>[0]
type Transaction = {
  to?: Hex
  data?: Hex
  value?: bigint
  gas?: bigint
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  nonce?: number
}

const quantity = (value: unknown, name: string): bigint => {
  if (isHex(value) && value.length > 2) return hexToBigInt(value)
  throw invalid(`${name} must be a hex quantity`)
}

function parseTransaction(value: unknown): { from: string; transaction: Transaction } {
  const fields = fieldsOf(value)
  const { from, to, data = fields['input'] } = fields
  if (typeof from !== 'string') throw invalid('from must be an address')
  const transaction: Transaction = {}
  if (to !== undefined && to !== null) {
    if (typeof to !== 'string' || !isAddress(to, { strict: false })) throw invalid('to must be an address')
    transaction.to = to
  }
  if (data !== undefined && data !== null) {
    if (!isHex(data)) throw invalid('data must be hex')
    transaction.data = data
  }
  for (const name of ['value', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    if (fields[name] !== undefined && fields[name] !== null) transaction[name] = quantity(fields[name], name)
  }
  const gas = fields['gas'] ?? fields['gasLimit']
  if (gas !== undefined && gas !== null) transaction.gas = quantity(gas, 'gas')
  if (fields['nonce'] !== undefined && fields['nonce'] !== null) {
    transaction.nonce = Number(quantity(fields['nonce'], 'nonce'))
  }
  return { from, transaction }
}

function parseTypedData(value: unknown): TypedData {
  let data: unknown = value
  if (typeof value === 'string') {
    try {
      data = JSON.parse(value)
    } catch {
      throw invalid('The typed data is not JSON')
    }
  }
  const { domain = {}, types, primaryType, message } = fieldsOf(data)
  if (typeof primaryType !== 'string') throw invalid('primaryType must be a text')
  const { EIP712Domain: _domain, ...rest } = fieldsOf(types)
  const fault = typedDataFault({ domain, types: rest, primaryType, message })
  if (fault !== undefined) throw invalid(fault)
  return { domain: fieldsOf(domain), types: rest, primaryType, message: fieldsOf(message) }
}

/** The text of a message for the person: hex that is valid UTF-8 is decoded, anything else stays as it is. */
function readable(message: string): string {
  if (!isHex(message)) return message
  const text = hexToString(message)
  return text.includes('\uFFFD') ? message : text
}

const bigIntText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/**
 * Parses `wallet_addEthereumChain`. The chain must be on this machine, because the wallet must not contact other hosts.
 */
function parseAdded(value: unknown): WalletChain {
  const { chainId, chainName, rpcUrls } = fieldsOf(value)
  const [rpcUrl] = listOf(rpcUrls)
  const local = typeof rpcUrl === 'string' && URL.canParse(rpcUrl) && new URL(rpcUrl).hostname === '127.0.0.1'
  if (!local) throw invalid('rpcUrls must name an address on 127.0.0.1')
  return {
    id: Number(quantity(chainId, 'chainId')),
    name: typeof chainName === 'string' ? chainName : 'Added network',
    rpcUrl,
  }
}

/**
 * Parses a request of an EVM page.
 * @param chainOf returns the known chain with an id (CAIP-2)
 * @throws Fault for a request that the wallet cannot carry out
 */
export function parseTask({ method, params, exposed }: Asked, chainOf: (chainId: string) => WalletChain): Task {
  const [first, second] = listOf(params)
  switch (method) {
    case 'personal_sign': {
      if (typeof first !== 'string' || typeof second !== 'string') throw invalid('A message and an address')
      return { does: 'message', message: first, address: exposedAddress(second, exposed) }
    }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4':
      return { does: 'typedData', address: exposedAddress(String(first), exposed), data: parseTypedData(second) }
    case 'eth_sendTransaction':
    case 'eth_signTransaction': {
      const { from, transaction } = parseTransaction(first)
      const does = method === 'eth_sendTransaction' ? 'send' : 'sign'
      return { does, address: exposedAddress(from, exposed), transaction }
    }
    case 'wallet_switchEthereumChain': {
      const id = Number(quantity(fieldsOf(first)['chainId'], 'chainId'))
      return { does: 'switch', chain: chainOf(`eip155:${id}`) }
    }
    case 'wallet_addEthereumChain':
      return { does: 'add', chain: parseAdded(first) }
    default:
      throw unsupported(method)
  }
}

/** Describes a parsed request for the person. @param chainId the chain of the request (CAIP-2) */
export function describeTask(task: Task, chainId: string): Described {
  if (task.does === 'switch' || task.does === 'add') {
    const { id, name, rpcUrl } = task.chain
    const fields = [
      { label: 'Network', value: `${name} (${id})` },
      { label: 'Address', value: rpcUrl },
    ]
    return { title: task.does === 'switch' ? 'Switch network' : 'Add a network', fields }
  }
  const fields = [
    { label: 'Account', value: task.address },
    { label: 'Network', value: chainId },
  ]
  if (task.does === 'message') {
    return { title: 'Sign a message', fields: [...fields, { label: 'Message', value: readable(task.message) }] }
  }
  if (task.does === 'typedData') {
    const { primaryType, domain, message } = task.data
    const shown = { primaryType, domain, message }
    for (const [label, value] of Object.entries(shown)) {
      fields.push({ label, value: typeof value === 'string' ? value : JSON.stringify(value, bigIntText, 2) })
    }
    return { title: 'Sign typed data', fields }
  }
  const { to = 'a new contract', value = 0n, data = '0x' } = task.transaction
  fields.push({ label: 'To', value: to }, { label: 'Value', value: `${value} wei` }, { label: 'Data', value: data })
  return { title: task.does === 'send' ? 'Send a transaction' : 'Sign a transaction', fields }
}
