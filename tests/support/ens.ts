/** A node of Ethereum that answers as the resolver of ENS does. */
import {
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { Asked, Reply } from './service.ts'

const abi = parseAbi([
  'function reverseWithGateways(bytes reverseName, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'error ResolverNotFound(bytes name)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const records = parseAbi([
  'function addr(bytes32) view returns (address)',
  'function text(bytes32, string) view returns (string)',
])

/** The name in the DNS form of ENS: a length before each label. */
const nameOf = (packed: Hex) => {
  const bytes = Buffer.from(packed.slice(2), 'hex')
  const labels: string[] = []
  for (let at = 0; bytes[at]; at += (bytes[at] ?? 0) + 1)
    labels.push(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)).toString('utf8'))
  return labels.join('.')
}

/** The answer of a node. */
export const result = (value: string): Reply => ({ json: { jsonrpc: '2.0', id: 1, result: value } })

type Options = {
  /** The picture of every name. */
  avatar?: () => string
  /** The address of the gateway that the owner of `far.eth` chose. */
  gateway?: () => string
}

/**
 * The answers of a node of Ethereum to calls of the resolver of ENS: `ada.eth` belongs to the owner, and `unknown.eth` is
 * not registered.
 * @returns a function for `startService`
 */
export const ensOf =
  (owner: Hex, { avatar = () => '', gateway = () => '' }: Options = {}) =>
  ({ body }: Asked): Reply => {
    const { params } = body as { params: [{ data: Hex }] }
    const { functionName, args } = decodeFunctionData({ abi, data: params[0].data })
    if (functionName === 'reverseWithGateways') {
      const [name, address] = args[0].toLowerCase() === owner.toLowerCase() ? ['ada.eth', owner] : ['', zeroAddress]
      return result(encodeFunctionResult({ abi, functionName, result: [name, getAddress(address), zeroAddress] }))
    }
    const [name, data] = [nameOf(args[0]), args[1]]
    if (name === 'unknown.eth') {
      const reverted = encodeErrorResult({ abi, errorName: 'ResolverNotFound', args: [args[0]] })
      return { json: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted', data: reverted } } }
    }
    const asked = decodeFunctionData({ abi: records, data })
    if (name === 'far.eth') {
      const lookup = encodeErrorResult({
        abi,
        errorName: 'OffchainLookup',
        args: [owner, [`${gateway()}/{sender}/{data}`], '0x01', '0x01020304', '0x'],
      })
      return { json: { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted', data: lookup } } }
    }
    const told =
      asked.functionName === 'addr'
        ? encodeFunctionResult({
            ...{ abi: records, functionName: 'addr' },
            result: name === 'ada.eth' ? owner : zeroAddress,
          })
        : encodeFunctionResult({ abi: records, functionName: 'text', result: avatar() })
    return result(encodeFunctionResult({ abi, functionName: 'resolveWithGateways', result: [told, owner] }))
  }
