/** What the frame asks the chain about a request, through the service: fees, and how tokens write their amounts. */
import { readWords } from '../../../runtime/lib/abi.ts'
import { cleanText } from '../../../runtime/lib/text.ts'
import { formatUnits } from '../../../runtime/lib/units.ts'
import type { Call } from '../rpc/params.ts'
import type { ApprovalText } from './approvalText.ts'
import type { Described } from './describe.ts'
import { bad, type Field } from './field.ts'
import type { Network } from './network.ts'

/** A read of the chain. It rejects if the chain does not answer. */
export type Read = (method: string, params: unknown[]) => Promise<unknown>

/** ms that a person waits for the chain; without an answer the request is shown with raw figures. */
const PATIENCE = 3000
/** No real token has more decimals. */
const MOST_DECIMALS = 36

async function within<T>(task: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
  return Promise.race([task.catch(() => undefined), late])
}
const quantity = (value: unknown) =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined

/** Words of a call's answer, which has no selector before them. */
const wordsOf = (value: unknown) => (typeof value === 'string' ? readWords(`0x00000000${value.slice(2)}`) : undefined)

/** A symbol as ABI text, or as older tokens give it, in 32 bytes. */
function symbolOf(answer: unknown): string {
  const words = wordsOf(answer) ?? []
  const [start, length] = words
  const isText = start === 32n && length !== undefined && length <= 64n
  const hex = String(answer).slice(2)
  const bytes = isText ? hex.slice(128, 128 + Number(length) * 2) : hex.slice(0, 64)
  const text = (bytes.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('')
  return cleanText(text.replaceAll('\0', ''), 12)
}

async function readToken(read: Read, to: string): Promise<{ decimals: number; symbol: string } | undefined> {
  const call = (data: string) => read('eth_call', [{ to, data }, 'latest'])
  const [decimals, symbol] = await Promise.all([call('0x313ce567'), call('0x95d89b41').catch(() => '0x')])
  const [figure] = wordsOf(decimals) ?? []
  if (figure === undefined || figure > MOST_DECIMALS) return undefined
  return { decimals: Number(figure), symbol: symbolOf(symbol) }
}

/**
 * Amounts of tokens with the decimals that the chain confirms, or else in the smallest units and a word about that.
 * `isVerified`: the chain confirms those of all of them, so that none is a contract of collectibles.
 */
export async function withTokens(
  t: ApprovalText,
  fields: readonly Field[],
  read: Read,
): Promise<{ fields: Field[]; isVerified: boolean }> {
  const tokens = [...new Set(fields.flatMap(({ token }) => token?.address ?? []))]
  const known = new Map(
    await Promise.all(tokens.map(async (each) => [each, await within(readToken(read, each))] as const)),
  )
  const written = fields.map(({ token, ...field }) => {
    if (!token) return field
    const { address, value } = token
    const found = known.get(address)
    const amount = found
      ? `${formatUnits(value, found.decimals)} ${found.symbol}`
      : t('amount.unverified', { value: String(value) })
    return { ...field, value: `${amount}\n${address}` }
  })
  return { fields: written, isVerified: tokens.every((each) => known.get(each) !== undefined) }
}

/** In wei. Below that, a fee is no harm, however it compares with the usual one. */
const SMALL = 10n ** 15n
/** A fee is out of proportion when it is so many times the usual one. */
const TIMES = 5n

/**
 * The fee: the most that the request itself allows, or what the network asks now. Red when it is out of proportion, or
 * when nobody can tell.
 * @param isSmart whether a smart account sends; then the service sets the fee, whatever the request says
 */
export async function feeOf(
  t: ApprovalText,
  { gas, price }: NonNullable<Described['fee']>,
  calls: readonly Call[],
  from: string,
  isSmart: boolean,
  { symbol }: Network,
  read: Read,
): Promise<{ fields: Field[]; warnings: ReturnType<typeof bad>[] }> {
  const hex = (value: bigint) => `0x${value.toString(16)}`
  const estimate = ({ to, data, value }: Call) =>
    read('eth_estimateGas', [{ from, ...(to && { to }), ...(data && { data }), value: hex(value) }])
  const [nodePrice, estimates] = await Promise.all([
    within(read('eth_gasPrice', []).then(quantity)),
    within(Promise.all(calls.map(async (call) => quantity(await estimate(call))))),
  ])
  const usual = estimates?.reduce<bigint | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0n,
  )
  const [limit, each] = [(isSmart ? undefined : gas) ?? usual, (isSmart ? undefined : price) ?? nodePrice]
  // Figures of the network may change before it is sent, so only the request's own are a limit.
  const isLimit = !isSmart && gas !== undefined && price !== undefined
  const label = t(isLimit ? 'fee.atMost' : 'fee.about')
  if (limit === undefined || each === undefined) {
    const value = t(usual === undefined ? 'fee.fails' : 'fee.unknown')
    return { fields: [{ label, value, bad: true }], warnings: [] }
  }
  const fee = limit * each
  const text = `${formatUnits(fee, 18)} ${symbol}`
  const isKnown = usual !== undefined && nodePrice !== undefined
  const isHigh = fee >= SMALL && (!isKnown || fee > TIMES * usual * nodePrice)
  if (!isHigh) return { fields: [{ label, value: text }], warnings: [] }
  const why = isKnown
    ? t('fee.high', { fee: text, usual: `${formatUnits(usual * nodePrice, 18)} ${symbol}` })
    : t('fee.notCompared', { fee: text })
  return { fields: [{ label, value: text, bad: true }], warnings: [bad(why)] }
}
