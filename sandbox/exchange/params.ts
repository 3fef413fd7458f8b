/** Parsers of the convert endpoints' parameters. All of them throw a 400 {@link Refusal} that names the wrong field. */
import { getAddress, isAddressEqual, maxUint256, zeroAddress, type Hex } from 'viem'
import { parseObject, Refusal } from '../refusal.ts'

/** A token or an account on an EVM chain. */
export type On = { chainId: number; address: Hex }

export type Pair = { chainId: number; from: Hex; to: Hex; user: Hex }
export type QuoteParams = Pair & { amount: bigint }
/** `amount` undefined means the amount of the user's newest quote for the pair, or unlimited without a quote. */
export type ApproveParams = Pair & { amount: bigint | undefined }
/** `slippage` is in hundredths of a percent. `estimate`: whether to let the node estimate the gas. */
export type SwapParams = QuoteParams & { slippage: bigint; estimate: boolean; projectId: unknown }

const DEFAULT_SLIPPAGE = 100n
const MOST_SLIPPAGE = 5000

const caip2 = /^eip155:([1-9]\d{0,15})$/
const caip10 = /^eip155:([1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/
const plain = /^0x[0-9a-fA-F]{40}$/
const digits = /^\d{1,78}$/

/** Convert to lower case first, so that a wrong checksum is accepted, as the real services do. */
const addressOf = (text: string) => getAddress(text.toLowerCase())

function refuse(field: string, expected: string): never {
  throw new Refusal(400, field, `${expected} is expected`)
}

export function parseChainId(value: unknown): number {
  const id = typeof value === 'string' ? caip2.exec(value)?.[1] : undefined
  return id === undefined ? refuse('chainId', 'A CAIP-2 id of an EVM chain') : Number(id)
}

function parseOn(value: unknown, field: string): On {
  const [, id, address] = (typeof value === 'string' && caip10.exec(value)) || []
  if (id === undefined || address === undefined) return refuse(field, 'A CAIP-10 address on an EVM chain')
  return { chainId: Number(id), address: addressOf(address) }
}

function parseUser(value: unknown, chainId: number): Hex {
  const on =
    typeof value === 'string' && plain.test(value)
      ? { chainId, address: addressOf(value) }
      : parseOn(value, 'userAddress')
  if (on.chainId !== chainId) return refuse('userAddress', 'An account on the same chain')
  return isAddressEqual(on.address, zeroAddress) ? refuse('userAddress', 'An account that exists') : on.address
}

function parseAmount(value: unknown, field = 'amount'): bigint {
  const amount = typeof value === 'string' && digits.test(value) ? BigInt(value) : maxUint256 + 1n
  return amount > maxUint256 ? refuse(field, 'A whole number in the smallest unit, as a decimal string,') : amount
}

function parsePositive(value: unknown): bigint {
  return parseAmount(value) || refuse('amount', 'More than 0')
}

type Fields = Record<string, unknown>
const fieldsOf = (query: URLSearchParams): Fields => Object.fromEntries(query)

function parsePair({ from, to, userAddress }: Fields): Pair {
  const first = parseOn(from, 'from')
  const second = parseOn(to, 'to')
  if (first.chainId !== second.chainId) return refuse('to', 'A token on the same chain')
  if (isAddressEqual(first.address, second.address)) return refuse('to', 'Another token')
  const { chainId } = first
  return { chainId, from: first.address, to: second.address, user: parseUser(userAddress, chainId) }
}

/** Parses `GET /v1/convert/quotes`. */
export function parseQuote(query: URLSearchParams): QuoteParams {
  const fields = fieldsOf(query)
  if (fields['gasPrice'] !== undefined) parseAmount(fields['gasPrice'], 'gasPrice')
  return { ...parsePair(fields), amount: parsePositive(fields['amount']) }
}

/** Parses `GET /v1/convert/allowance`. */
export function parseAllowance(query: URLSearchParams): { token: On; owner: Hex } {
  const { tokenAddress, userAddress } = fieldsOf(query)
  const token = parseOn(tokenAddress, 'tokenAddress')
  return { token, owner: parseUser(userAddress, token.chainId) }
}

/** Parses `GET /v1/convert/build-approve`. */
export function parseApprove(query: URLSearchParams): ApproveParams {
  const fields = fieldsOf(query)
  const amount = fields['amount'] === undefined ? undefined : parseAmount(fields['amount'])
  return { ...parsePair(fields), amount }
}

/**
 * Parses a percentage from 0 to 50, a number or text with at most two decimals, into hundredths of a percent. A missing
 * value means 1 %.
 */
function parseSlippage(value: unknown): bigint {
  if (value === undefined) return DEFAULT_SLIPPAGE
  const text = typeof value === 'number' ? String(value) : value
  const [, whole, part = ''] = (typeof text === 'string' && /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text)) || []
  const parts = whole === undefined ? NaN : Number(whole + part.padEnd(2, '0'))
  return parts <= MOST_SLIPPAGE ? BigInt(parts) : refuse('eip155.slippage', 'A percentage from 0 to 50')
}

/** Parses `POST /v1/convert/build-transaction`. */
export function parseSwap(body: Buffer): SwapParams {
  const fields = parseObject(body)
  const { amount, eip155 = {}, disableEstimate = false, projectId } = fields
  if (typeof eip155 !== 'object' || eip155 === null || Array.isArray(eip155)) return refuse('eip155', 'An object')
  if (typeof disableEstimate !== 'boolean') return refuse('disableEstimate', 'true or false')
  const slippage = parseSlippage((eip155 as Fields)['slippage'])
  return { ...parsePair(fields), amount: parsePositive(amount), slippage, estimate: !disableEstimate, projectId }
}
