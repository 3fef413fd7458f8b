/** Parses the parameters of the bundler's methods. Rejects anything invalid with -32602 and a message that names it. */
import { getAddress, isAddress, type Hex, type SignedAuthorization } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import { ENTRY_POINT } from './addresses.ts'
import { invalidParams } from './failure.ts'

export type Operation = UserOperation<'0.8'>

type Fields = Record<string, unknown>

/** The most bytes of one field, so that an operation fits into a transaction. */
const mostBytes = 128 * 1024

function fields(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParams(`${name} must be an object`)
  return value as Fields
}

function address(value: unknown, name: string): Hex {
  if (typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw invalidParams(`${name} must be an address`)
  return getAddress(value)
}

function bytes(value: unknown, name: string): Hex {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(value))
    throw invalidParams(`${name} must be bytes in hex with 0x`)
  if (value.length > 2 + 2 * mostBytes) throw invalidParams(`${name} is longer than ${mostBytes} bytes`)
  return value as Hex
}

function quantity(value: unknown, name: string, bits: number): bigint {
  const limit = 1n << BigInt(bits)
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) && BigInt(value) < limit) return BigInt(value)
  throw invalidParams(`${name} must be a number in hex with 0x, of at most ${bits} bits`)
}

function word(value: unknown, name: string): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value))
    throw invalidParams(`${name} must be 32 bytes in hex`)
  return value as Hex
}

function list(value: unknown, least: number, most: number): unknown[] {
  const wanted = least === most ? `${least}` : `${least} to ${most}`
  if (!Array.isArray(value) || value.length < least || value.length > most)
    throw invalidParams(`a list of ${wanted} was expected`)
  return value as unknown[]
}

/** An EIP-7702 authorization from `eip7702Auth`. Before it sends, the bundler checks that the sender signed it. */
function authorization(value: unknown): SignedAuthorization {
  const given = fields(value, 'eip7702Auth')
  const yParity = quantity(given.yParity, 'eip7702Auth.yParity', 1)
  return {
    address: address(given.address, 'eip7702Auth.address'),
    chainId: Number(quantity(given.chainId, 'eip7702Auth.chainId', 52)),
    nonce: Number(quantity(given.nonce, 'eip7702Auth.nonce', 52)),
    r: word(given.r, 'eip7702Auth.r'),
    s: word(given.s, 'eip7702Auth.s'),
    yParity: Number(yParity),
  }
}

/** Fields of older entry points, and fields that this bundler does not support. */
const unserved: Record<string, string> = {
  initCode: 'initCode belongs to an older entry point: give factory and factoryData',
  paymasterAndData: 'paymasterAndData belongs to an older entry point: give paymaster and paymasterData',
  aggregator: 'the sandbox serves no aggregators',
}

const given = (value: unknown) => value !== undefined && value !== null

function operation(value: unknown, estimating: boolean): Operation {
  const from = fields(value, 'the user operation')
  for (const [name, why] of Object.entries(unserved)) {
    if (given(from[name]) && from[name] !== '0x') throw invalidParams(why)
  }
  // A request for an estimate may lack gas limits, fees and the signature.
  const optional = (name: string, otherwise: string): unknown => {
    const found = from[name]
    return estimating && !given(found) ? otherwise : found
  }
  const amount = (name: string) => quantity(optional(name, '0x0'), name, 128)
  const made: Operation = {
    sender: address(from.sender, 'sender'),
    nonce: quantity(from.nonce, 'nonce', 256),
    callData: bytes(from.callData, 'callData'),
    callGasLimit: amount('callGasLimit'),
    verificationGasLimit: amount('verificationGasLimit'),
    preVerificationGas: amount('preVerificationGas'),
    maxFeePerGas: amount('maxFeePerGas'),
    maxPriorityFeePerGas: amount('maxPriorityFeePerGas'),
    signature: bytes(optional('signature', '0x'), 'signature'),
  }
  if (made.maxPriorityFeePerGas > made.maxFeePerGas)
    throw invalidParams('maxPriorityFeePerGas is more than maxFeePerGas')
  if (given(from.factory)) {
    made.factory = from.factory === '0x7702' ? eip7702Factory : address(from.factory, 'factory')
    made.factoryData = given(from.factoryData) ? bytes(from.factoryData, 'factoryData') : '0x'
  } else if (given(from.factoryData) && from.factoryData !== '0x') throw invalidParams('factoryData without a factory')
  if (given(from.paymaster))
    Object.assign(made, {
      paymaster: address(from.paymaster, 'paymaster'),
      paymasterData: given(from.paymasterData) ? bytes(from.paymasterData, 'paymasterData') : '0x',
      paymasterVerificationGasLimit: amount('paymasterVerificationGasLimit'),
      paymasterPostOpGasLimit: amount('paymasterPostOpGasLimit'),
    })
  else if (given(from.paymasterData) && from.paymasterData !== '0x')
    throw invalidParams('paymasterData without a paymaster')
  if (given(from.eip7702Auth)) made.authorization = authorization(from.eip7702Auth)
  return made
}

/**
 * What an operation names as its factory if its account is a delegating EOA (ERC-4337 with EIP-7702), which no factory
 * creates. A request may say `0x7702` instead; `operation` replaces that with this address.
 */
export const eip7702Factory: Hex = '0x7702000000000000000000000000000000000000'

/**
 * Parses `[userOperation, entryPoint]` of `eth_sendUserOperation` and `eth_estimateUserOperationGas`.
 * @param estimating whether it is for an estimate, in which some fields may be missing
 */
export function operationParams(params: unknown, estimating: boolean): Operation {
  const [value, entryPoint, overrides] = list(params, 2, estimating ? 3 : 2)
  const parsed = operation(value, estimating)
  if (address(entryPoint, 'the entry point') !== ENTRY_POINT)
    throw invalidParams(`the entry point here is ${ENTRY_POINT}`)
  if (given(overrides) && Object.keys(fields(overrides, 'the state overrides')).length)
    throw invalidParams('state overrides are not taken')
  return parsed
}

/** Parses `[userOperationHash]`. */
export function hashParams(params: unknown): Hex {
  const [hash] = list(params, 1, 1)
  return word(hash, 'the hash').toLowerCase() as Hex
}

/**
 * Parses `[userOperation, entryPoint, chainId, context]` of a paymaster's methods (ERC-7677). What an estimate may lack
 * may be missing here too. Of `context`, what the site and its paymaster agree on, only the token `erc20` is used, in
 * which the account wants to pay the fee.
 */
export function sponsorParams(params: unknown, chainId: number): { operation: Operation; erc20: Hex | undefined } {
  const [value, entryPoint, chain, context] = list(params, 3, 4)
  const parsed = operationParams([value, entryPoint], true)
  if (quantity(chain, 'the chain id', 52) !== BigInt(chainId))
    throw invalidParams(`this is the paymaster of chain ${chainId}`)
  const { erc20 } = given(context) ? fields(context, 'the context') : {}
  return { operation: parsed, erc20: given(erc20) ? address(erc20, 'erc20') : undefined }
}

/** Throws if a method without parameters gets some. */
export function noParams(params: unknown): void {
  if (given(params)) list(params, 0, 0)
}
