/** Reads what the frame needs from the chain, through the service: fees, and tokens' decimals and symbols. */
import { readWords } from '../../../runtime/lib/abi.ts'
import { isHighFee } from '../../../runtime/lib/highFee.ts'
import { cleanText } from '../../../runtime/lib/text.ts'
import { readKind, type TokenKind } from '../../../runtime/lib/tokenKind.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import type { Call } from '../rpc/params.ts'
import type { ApprovalText } from './approvalText.ts'
import type { Described } from './describe.ts'
import { bad, type Field, type Note } from './field.ts'
import type { Network } from './network.ts'

/** A read of the chain. It rejects if the chain answers with an error, or not at all. */
export type Read = (method: string, params: unknown[]) => Promise<unknown>

/**
 * A call whose gas is estimated. `least`: the gas that the call needs at least, where the chain's own estimate may be
 * too low.
 */
export type Estimated = Call & { least?: bigint }

/** The most ms to wait for the chain. After that the request is shown without the answer. */
const PATIENCE = 3000

async function within<T>(task: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
  return Promise.race([task.catch(() => undefined), late])
}
const quantity = (value: unknown) =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined

/**
 * The 32-byte words of a call's result. `readWords` expects a function selector first, so four zero bytes are put
 * there.
 */
const wordsOf = (value: unknown) => (typeof value === 'string' ? readWords(`0x00000000${value.slice(2)}`) : undefined)

/** Reads a token's symbol: an ABI string, or 32 bytes as some old tokens return. Shortens it to 12 characters. */
function symbolOf(answer: unknown): string {
  const words = wordsOf(answer) ?? []
  const [start, length] = words
  const isText = start === 32n && length !== undefined && length <= 64n
  const hex = String(answer).slice(2)
  const bytes = isText ? hex.slice(128, 128 + Number(length) * 2) : hex.slice(0, 64)
  const text = (bytes.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('')
  return cleanText(text.replaceAll('\0', ''), 12)
}

async function readToken(read: Read, to: string) {
  const call = (data: string) => read('eth_call', [{ to, data }, 'latest'])
  const [told, symbol] = await Promise.all([readKind(call), call('0x95d89b41').catch(() => '0x')])
  return { ...told, symbol: symbolOf(symbol) }
}

/**
 * Writes the amounts of tokens with the decimals and the symbol that the contract returns. Without decimals, the amount
 * is in the smallest unit and marked as unverified, and, unless it is zero, there is a warning: the contract may hold
 * collectibles, and the number may be that of one of them. For a contract that is a token and holds collectibles too,
 * the number stays as it is in the request, and, unless it is zero, there is another warning.
 * @returns also `isVerified`: whether every contract is a token only
 */
export async function withTokens(
  t: ApprovalText,
  fields: readonly Field[],
  read: Read,
): Promise<{ fields: Field[]; warnings: Note[]; isVerified: boolean }> {
  const tokens = [...new Set(fields.flatMap(({ token }) => token?.address ?? []))]
  const known = new Map(
    await Promise.all(tokens.map(async (each) => [each, await within(readToken(read, each))] as const)),
  )
  const written = fields.map(({ token, ...field }) => {
    if (!token) return field
    const { address, value } = token
    const found = known.get(address)
    // For a contract that is both a token and a collection, the number may be an amount or an item's: show the number
    // as it is in the request.
    if (found?.kind === 'both') return field
    const amount =
      found?.decimals === undefined
        ? t('amount.unverified', { value: String(value) })
        : `${formatUnits(value, found.decimals)} ${found.symbol}`
    return { ...field, value: `${amount}\n${address}` }
  })
  const kindOf = (address: string): TokenKind => known.get(address)?.kind ?? 'items'
  const numbered = fields.flatMap(({ token }) => (token && token.value > 0n ? kindOf(token.address) : []))
  const warnings = [
    ...(numbered.includes('items') ? [bad(t('amount.maybeItem'))] : []),
    ...(numbered.includes('both') ? [bad(t('amount.both'))] : []),
  ]
  return { fields: written, warnings, isVerified: tokens.every((each) => kindOf(each) === 'token') }
}

/**
 * The person approves a gas price of this many times the network's current one, and a gas limit a quarter above the
 * estimate: both may rise before the transaction is sent. Gas that is not used is not paid.
 */
const PRICE_ROOM = 2n
const PLAIN_GAS = 21_000n
/**
 * Factors to estimate the fee of a smart account's operation, and the most that it can be. `gas` is added for the
 * operation itself (the first one also creates the account); `calls` multiplies the estimate of its calls, because a
 * payment from a contract to a new account takes more gas than one from a key; `price` multiplies the network's gas
 * price, because the service offers more, so that the next block includes the operation.
 */
const ABOUT = { gas: 120_000n, calls: 2n, price: 2n }
const AT_MOST = { gas: 500_000n, calls: 3n, price: 3n }

/** Adds room to an estimate of gas, but not to that of a plain payment, which always needs exactly 21,000. */
const roomy = (gas: bigint) => (gas === PLAIN_GAS ? gas : gas + gas / 4n)

/**
 * The fields for the fee: the request's own gas limit and price where it has them, else the network's current ones,
 * with room to rise. `most` is the highest fee in wei, which the service does not exceed; undefined if it is unknown.
 * The field is marked bad when the fee is unknown. It is marked bad, with a warning, when the fee of an account that is
 * not smart is high (see `isHighFee`).
 * @param isSmart whether a smart account sends: then the service sets the fee, and the request's own figures are
 *   ignored
 */
export async function feeOf(
  t: ApprovalText,
  { gas, price }: NonNullable<Described['fee']>,
  calls: readonly Estimated[],
  from: string,
  isSmart: boolean,
  { symbol }: Network,
  read: Read,
): Promise<{ fields: Field[]; warnings: ReturnType<typeof bad>[]; most?: bigint }> {
  const hex = (value: bigint) => `0x${value.toString(16)}`
  const estimate = async ({ to, data, value, least = 0n }: Estimated) => {
    const call = { from, ...(to && { to }), ...(data && { data }), value: hex(value) }
    const gas = quantity(await read('eth_estimateGas', [call]))
    return gas !== undefined && gas < least ? least : gas
  }
  let isRefused = false
  const [nodePrice, estimates] = await Promise.all([
    within(read('eth_gasPrice', []).then(quantity)),
    within(
      Promise.all(calls.map(estimate)).catch((error: unknown) => {
        isRefused = true
        throw error
      }),
    ),
  ])
  const usual = estimates?.reduce<bigint | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0n,
  )
  const [limit, each] = [(isSmart ? undefined : gas) ?? usual, (isSmart ? undefined : price) ?? nodePrice]
  if (limit === undefined || each === undefined) {
    // Say that the transaction would fail only if the node answered `eth_gasPrice`: a node that is down tells nothing
    // about it.
    const value = t(isRefused && nodePrice !== undefined ? 'fee.fails' : 'fee.unknown')
    return { fields: [{ label: t('fee.about'), value, bad: true }], warnings: [] }
  }
  const written = (wei: bigint) => `${formatUnits(wei, 18)} ${symbol}`
  const atMost = (most: bigint) => ({ label: t('fee.atMost'), value: written(most) })
  if (isSmart) {
    const costs = ({ gas, calls, price }: typeof ABOUT) => (limit * calls + gas) * each * price
    const [about, most] = [costs(ABOUT), costs(AT_MOST)]
    return { fields: [{ label: t('fee.about'), value: written(about) }, atMost(most)], warnings: [], most }
  }
  const likely = limit * each
  const most =
    (gas ?? estimates?.reduce<bigint>((sum, one) => sum + roomy(one ?? 0n), 0n) ?? 0n) * (price ?? each * PRICE_ROOM)
  const usualFee = usual === undefined || nodePrice === undefined ? undefined : usual * nodePrice
  if (!isHighFee(likely, usualFee)) return { fields: [atMost(most)], warnings: [], most }
  const fee = written(most)
  const why = usualFee === undefined ? t('fee.notCompared', { fee }) : t('fee.high', { fee, usual: written(usualFee) })
  return { fields: [{ ...atMost(most), bad: true }], warnings: [bad(why)], most }
}
