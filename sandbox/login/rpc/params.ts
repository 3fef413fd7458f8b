/**
 * Parses requests' parameters. The frame uses the result to describe what will be signed, and the server uses it to
 * sign.
 */
import type { Hex } from 'viem'
import {
  either,
  nullable,
  object,
  type Parsed,
  text,
  anything,
  list,
  flag,
  number,
} from '../../../runtime/auth/shape.ts'
import { readUint } from '../../../runtime/auth/describe/read.ts'
import { typedDataFault } from '../../../runtime/lib/typedDataFault.ts'
import { caipOf } from './chainId.ts'
import { checksummed, isAddress, isHex } from './hex.ts'

export class Invalid extends Error {
  override readonly name = 'Invalid'
  /** The EIP-5792 code of the service's response, if it has one. */
  readonly code: number | undefined
  constructor(message: string, code?: number) {
    super(message)
    this.code = code
  }
}

export type Fields = Record<string, unknown>
export type Call = { to?: Hex; data?: Hex; value: bigint }
export type Transaction = Call & {
  from: Hex
  gas?: bigint
  nonce?: number
  gasPrice?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}
export type TypedData = {
  domain: Fields
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Fields
}

export const fieldsOf = (value: unknown): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Invalid('An object is expected')
  return value as Fields
}
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

export function addressOf(value: unknown, what = 'The address'): Hex {
  if (!isAddress(value)) throw new Invalid(`${what} is not an address`)
  return checksummed(value)
}
export function bytesOf(value: unknown): Hex | undefined {
  if (value === undefined || value === null) return undefined
  if (!isHex(value) || value.length % 2) throw new Invalid('data must be bytes in hex')
  return value
}
export function quantityOf(value: unknown, what: string): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (!isHex(value) || value.length < 3 || value.length > 66) throw new Invalid(`${what} must be a quantity in hex`)
  return BigInt(value)
}

export function callOf(value: unknown): Call {
  const { to, data, input, value: wei } = fieldsOf(value)
  const bytes = bytesOf(data ?? input)
  if ((to === undefined || to === null) && !bytes) throw new Invalid('A call needs a recipient')
  return {
    ...(to !== undefined && to !== null && { to: addressOf(to, 'The recipient') }),
    ...(bytes && { data: bytes }),
    value: quantityOf(wei, 'value') ?? 0n,
  }
}

export function transactionOf(params: unknown): Transaction {
  const fields = fieldsOf(listOf(params)[0])
  const nonce = quantityOf(fields['nonce'], 'nonce')
  const transaction: Transaction = { ...callOf(fields), from: addressOf(fields['from'], 'The sender') }
  if (nonce !== undefined) transaction.nonce = Number(nonce)
  const gas = quantityOf(fields['gas'] ?? fields['gasLimit'], 'gas')
  if (gas !== undefined) transaction.gas = gas
  for (const name of ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    const fee = quantityOf(fields[name], name)
    if (fee !== undefined) transaction[name] = fee
  }
  refuseUnclearFees(transaction)
  return transaction
}

/**
 * Rejects prices of both kinds together, and a priority fee without a highest price per gas, or above it.
 * @throws Invalid
 */
function refuseUnclearFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip }: Transaction): void {
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || tip !== undefined))
    throw new Invalid('gasPrice does not go together with maxFeePerGas or maxPriorityFeePerGas. Give one of the two')
  if (tip === undefined) return
  if (maxFeePerGas === undefined) throw new Invalid('maxPriorityFeePerGas needs maxFeePerGas, the highest price')
  if (tip > maxFeePerGas) throw new Invalid('maxPriorityFeePerGas is above maxFeePerGas')
}

/**
 * The most that the fees of a request's transactions may cost together, in wei: the frame writes into `maxFee` what it
 * showed. A value that the page wrote never arrives here, because the frame replaces or removes it. Undefined if the
 * fee was shown as unknown, or a paymaster pays.
 */
export const maxFeeOf = (params: unknown): bigint | undefined =>
  quantityOf(fieldsOf(listOf(params)[0] ?? params)['maxFee'], 'maxFee')

/** The paymaster that a page names for a batch (ERC-7677). `context` is what the page and its paymaster agreed on. */
export type NamedPaymaster = { url: string; context: Fields; isOptional: boolean }

export type Batch = {
  calls: Call[]
  from: Hex | undefined
  chainId: unknown
  atomic: boolean
  id: string | undefined
  paymaster: NamedPaymaster | undefined
}

const MOST_CALLS = 50
/** EIP-5792's code for a capability that the wallet lacks and the page does not call optional. */
export const UNSUPPORTED = 5700
/** The most characters of a paymaster's URL, and of its context as JSON. */
const LONGEST = { url: 2_048, context: 4_096 }

/**
 * Rejects a capability.
 * @throws Invalid always: EIP-5792 requires to refuse a capability that is not supported and not optional
 */
export const refuseCapability = (name: string): never => {
  throw new Invalid(`The capability ${name} is not supported`, UNSUPPORTED)
}

/**
 * The paymaster among a batch's capabilities. A malformed optional one is ignored.
 * @throws Invalid for a malformed one that is not optional, and for any other capability that is not optional
 */
function paymasterOf(capabilities: Fields): NamedPaymaster | undefined {
  const isOptional = (asked: unknown) =>
    typeof asked === 'object' && asked !== null && (asked as Fields)['optional'] === true
  const { paymasterService: asked, ...others } = capabilities
  for (const [name, other] of Object.entries(others)) if (!isOptional(other)) refuseCapability(name)
  if (asked === undefined) return undefined
  const { url, context } = typeof asked === 'object' && asked !== null ? (asked as Fields) : {}
  const given = context ?? {}
  const isGood = typeof url === 'string' && url.length <= LONGEST.url && typeof given === 'object'
  if (isGood && !Array.isArray(given) && JSON.stringify(given).length <= LONGEST.context)
    return { url, context: given as Fields, isOptional: isOptional(asked) }
  if (!isOptional(asked)) throw new Invalid('paymasterService needs a url, and a context that is a small object')
  return undefined
}

/**
 * The id of the agreement to pay that a paymaster made before the request was shown (see sponsoring.ts): the frame
 * writes it into `agreed`. A value that the page wrote never arrives here, because the frame replaces or removes it.
 */
export const agreedOf = (params: unknown): string | undefined => {
  const { agreed } = fieldsOf(listOf(params)[0] ?? params)
  return typeof agreed === 'string' ? agreed : undefined
}

/**
 * Parses `wallet_sendCalls` (EIP-5792). The calls must be atomic unless the page says `atomicRequired: false`.
 * @throws Invalid
 */
export function batchOf(params: unknown): Batch {
  const { calls, from, chainId, atomicRequired, capabilities, id } = fieldsOf(listOf(params)[0] ?? params)
  const all = listOf(calls).map(callOf)
  if (!all.length || all.length > MOST_CALLS) throw new Invalid(`1 to ${MOST_CALLS} calls are expected`)
  if (all.some(({ to }) => !to)) throw new Invalid('A batch makes no contracts')
  const paymaster = paymasterOf(capabilities ? fieldsOf(capabilities) : {})
  const sender = from === undefined || from === null ? undefined : addressOf(from, 'The sender')
  const named = typeof id === 'string' && id.length <= 4096 ? id : undefined
  return { calls: all, from: sender, chainId, atomic: atomicRequired !== false, id: named, paymaster }
}

/** Parses the parameters of `personal_sign`: the message (text or hex), then the address. @throws Invalid */
export function messageOf(params: unknown): { message: string; address: Hex } {
  const [message, address] = listOf(params)
  if (typeof message !== 'string') throw new Invalid('The message must be a text')
  return { message, address: addressOf(address) }
}

const typedData = object({
  domain: anything,
  types: anything,
  primaryType: text,
  message: anything,
})
const field = object({ name: text, type: text })

/** The fields of a domain that EIP-712 signs. Other fields would not be signed, so they are removed and not shown. */
function domainOf({ name, version, chainId, verifyingContract, salt }: Fields): Fields {
  const id = readUint(chainId)
  if (chainId !== undefined && chainId !== null && id === undefined) throw new Invalid('domain.chainId is not a number')
  const given = Object.entries({ name, version, chainId: id, verifyingContract, salt })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null && value !== ''))
}

/**
 * Primary types that are rejected. A signature of these could be that of an operation or a message of the person's own
 * smart account, and pay or sign something that the request does not show. The type's name is part of what is signed,
 * so a site cannot get the same signature under another name.
 */
const OWN_ACCOUNT = ['PackedUserOperation', 'UserOperation', 'AccountMessage']

/** Parses `eth_signTypedData_v4`: the address, then the data as an object or as JSON. @throws Invalid or Mismatch */
export function typedDataOf(params: unknown): { address: Hex; data: TypedData } {
  const [address, given] = listOf(params)
  let data: unknown = given
  try {
    if (typeof given === 'string') data = JSON.parse(given)
  } catch {
    throw new Invalid('The typed data is not JSON')
  }
  const { domain = {}, types, primaryType, message } = typedData.parse(data, 'data')
  if (OWN_ACCOUNT.includes(primaryType)) throw new Invalid(`${primaryType} may not be signed for a site`)
  const { EIP712Domain: _domain, ...rest } = fieldsOf(types)
  const parsed = Object.entries(rest).map(([name, fields]) => [name, list(field).parse(fields, name)] as const)
  const fault = typedDataFault({ domain, types: rest, primaryType, message })
  if (fault !== undefined) throw new Invalid(fault)
  return {
    address: addressOf(address),
    data: {
      domain: domainOf(fieldsOf(domain ?? {})),
      types: Object.fromEntries(parsed),
      primaryType,
      message: fieldsOf(message),
    },
  }
}

const solana = object(
  {},
  {
    message: text,
    transaction: text,
    transactions: list(text),
    pubkey: text,
    options: anything,
    sendOptions: anything,
  },
)
/** Parses the parameters of the Solana methods: an object, or a list with that object first. */
export const solanaOf = (params: unknown): Parsed<typeof solana> =>
  solana.parse(Array.isArray(params) ? (params as unknown[])[0] : params, 'params')

const permission = object({ type: text }, { data: anything, policies: anything, required: flag })
const granting = object(
  { expiry: number, permissions: list(permission) },
  {
    chainId: either(text, number),
    address: nullable(text),
    signer: object({ type: text }, { data: anything }),
  },
)
/** Parses `wallet_grantPermissions` (an early draft of ERC-7715); `expiry` is in seconds since 1970. */
export const grantOf = (params: unknown): Parsed<typeof granting> =>
  granting.parse(Array.isArray(params) ? (params as unknown[])[0] : params, 'params')

/**
 * Throws if a transaction, a batch or a permission has a `chainId` of another network than `caip`, the network on which
 * it would run. Requests of other methods pass.
 * @throws Invalid, or UnknownNetwork for a malformed `chainId`
 */
export function refuseOtherChain(method: string, params: unknown, caip: string): void {
  if (!['eth_sendTransaction', 'wallet_sendCalls', 'wallet_grantPermissions'].includes(method)) return
  const [first] = Array.isArray(params) ? (params as unknown[]) : [params]
  const { chainId } = fieldsOf(first)
  if (chainId === undefined || chainId === null) return
  const named = caipOf(chainId)
  if (named !== caip) throw new Invalid(`This request is for ${named}, but it would run on ${caip}`)
}
