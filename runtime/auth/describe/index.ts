/** Describes a request for the visitor. Never throws: a request that it cannot parse is described as raw text. */
import { isRecord } from '../../lib/isRecord.ts'
import type { Asked } from '../approval.ts'
import { describeCall } from './call.ts'
import { address, type Described, native, type Part, text, type Warning, type Where } from './described.ts'
import { describeMessage } from './message.ts'
import { describeGrant, describeRevoke } from './permissions.ts'
import { rawText, readAddress, readUint } from './read.ts'
import { describeSolana, type Reader } from './solana.ts'
import { describeTypedData } from './typedData.ts'

export function describe({ method, params }: Omit<Asked, 'namespace'>, where: Where, reader: Reader): Described {
  return read(method, params, where, reader) ?? unreadable(method, params)
}

function read(method: string, params: unknown, where: Where, reader: Reader): Described | undefined {
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  switch (method) {
    case 'personal_sign':
      return alone(describeMessage(params, where))
    case 'eth_signTypedData_v4':
      return alone(describeTypedData(params, where))
    case 'eth_sendTransaction':
      return alone(withFee(withAccount(describeCall(first, by(first, where)), first), first))
    case 'wallet_sendCalls':
      return describeBatch(first, where)
    case 'wallet_grantPermissions':
      return alone(describeGrant(params, where))
    case 'wallet_revokePermissions':
      return alone(describeRevoke(params))
    // Not a wallet's method: with this message, the page asks the login service to change the email address.
    case 'UPDATE_EMAIL':
      return alone(describeEmail(params))
    default:
      return method.startsWith('solana_') ? describeSolana(method, params, where, reader) : undefined
  }
}

function describeEmail(params: unknown): Part | undefined {
  const email = isRecord(params) ? params['email'] : undefined
  if (typeof email !== 'string') return undefined
  return { title: 'approve.email', facts: [text('approve.to', email)], warnings: [], details: [] }
}

const alone = (part: Part | undefined): Described | undefined =>
  part && { title: part.title, parts: [part], warnings: [] }

/** Returns `where` with the account that the request names, if it names one, because that account signs. */
const by = (request: unknown, where: Where): Where => {
  const from = isRecord(request) ? readAddress(request['from']) : undefined
  return from === undefined ? where : { ...where, account: from }
}

function withAccount(part: Part | undefined, transaction: unknown): Part | undefined {
  const from = isRecord(transaction) ? readAddress(transaction['from']) : undefined
  return part && from !== undefined ? { ...part, details: [...part.details, address('approve.account', from)] } : part
}

/** In wei (0.05 ether): about a hundred times the fee of a plain transfer at 20 gwei per gas. */
const HIGH_FEE = 5n * 10n ** 16n

/**
 * Adds the highest fee that the transaction's own gas limit and gas price allow, and a warning if it is high. Adds
 * nothing if the transaction names no gas price. Without a gas limit, it uses 21,000 gas, the least that any
 * transaction needs. `undefined` if the prices are unclear ({@link hasUnclearFees}).
 */
function withFee(part: Part | undefined, transaction: unknown): Part | undefined {
  if (!part || !isRecord(transaction)) return part
  if (hasUnclearFees(transaction)) return undefined
  const gas = readUint(transaction['gas'] ?? transaction['gasLimit'])
  const price = readUint(transaction['maxFeePerGas'] ?? transaction['gasPrice'])
  if (price === undefined) return part
  const fee = (gas ?? 21_000n) * price
  const warnings: Warning[] = fee < HIGH_FEE ? [] : [{ key: 'approve.highFee', isBad: true }]
  return { ...part, facts: [...part.facts, native('approve.fee', fee)], warnings: [...part.warnings, ...warnings] }
}

/**
 * Whether the login service would refuse the transaction's fees: `gasPrice` together with `maxFeePerGas` or
 * `maxPriorityFeePerGas`, or a `maxPriorityFeePerGas` without `maxFeePerGas` or above it.
 */
function hasUnclearFees({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Record<string, unknown>): boolean {
  const [price, cap, tip] = [gasPrice, maxFeePerGas, maxPriorityFeePerGas].map(readUint)
  if (price !== undefined) return cap !== undefined || tip !== undefined
  return tip !== undefined && (cap === undefined || tip > cap)
}

/** `wallet_sendCalls` (EIP-5792): describes each call. If one cannot be parsed, the whole batch is unreadable. */
function describeBatch(batch: unknown, where: Where): Described | undefined {
  if (!isRecord(batch) || !Array.isArray(batch['calls'])) return undefined
  const parts = (batch['calls'] as unknown[]).map((call) => describeCall(call, by(batch, where)))
  if (!parts.length || !parts.every((part) => part !== undefined)) return undefined
  const chain = readUint(batch['chainId'])
  const isElsewhere = chain !== undefined && `eip155:${chain}` !== where.chain
  return {
    title: 'approve.batch',
    count: parts.length,
    parts,
    warnings: isElsewhere ? [{ key: 'approve.otherChain', isBad: true, values: { chain: String(chain) } }] : [],
  }
}

const unreadable = (method: string, params: unknown): Described => ({
  title: 'approve.request',
  parts: [
    {
      title: 'approve.request',
      facts: [{ kind: 'text', label: 'approve.method', text: method }],
      message: rawText(params),
      warnings: [{ key: 'approve.unreadable', isBad: true }],
      details: [],
    },
  ],
  warnings: [],
})
