/**
 * Prepares a request for the person: checks it, fills in its account, describes it, and reads fees and tokens from the
 * chain.
 */
import type { User } from '../../../runtime/auth/messages.ts'
import { isEvm } from '../rpc/chainId.ts'
import { refuseOwn } from '../rpc/ownCalls.ts'
import { batchOf, type Call, fieldsOf, refuseOtherChain, transactionOf } from '../rpc/params.ts'
import type { ApprovalText } from './approvalText.ts'
import { feeOf, type Read, withTokens } from './chainReads.ts'
import { describe } from './describe.ts'
import type { Network } from './network.ts'
import type { Shown } from './request.ts'

/**
 * What a request is prepared with. `now` is in ms since 1970. `t` reads the texts in the page's language, `original`
 * the English ones, undefined on an English page.
 */
export type Around = {
  origin: string
  network: Network
  now: number
  user: () => Promise<User>
  read: Read
  t: ApprovalText
  original?: ApprovalText | undefined
}

/**
 * Copies parameters by way of JSON, as they are sent to the service, so that what is described is what is signed.
 * @throws TypeError for values that JSON does not have
 */
export const copyOf = (params: unknown): unknown =>
  params === undefined ? undefined : (JSON.parse(JSON.stringify(params)) as unknown)

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Writes the account into a request that names none: the preferred account could change before the person approves. */
function withAccount(method: string, params: unknown, address: string): unknown {
  const field = { wallet_sendCalls: 'from', wallet_grantPermissions: 'address' }[method]
  const name = field ?? (method.startsWith('solana_') ? 'pubkey' : undefined)
  if (name === undefined) return params
  const [first, ...rest] = Array.isArray(params) ? (params as unknown[]) : [params]
  const fields = fieldsOf(first)
  const filled = { ...fields, [name]: fields[name] ?? address }
  return Array.isArray(params) ? [filled, ...rest] : filled
}

/**
 * Writes the highest fee that is shown into a request that sends, so that the service keeps to it. A value of the
 * page's own is replaced, or removed.
 */
function withMost(method: string, params: unknown, most: bigint | undefined): unknown {
  if (!SENDING.includes(method)) return params
  const [first, ...rest] = Array.isArray(params) ? (params as unknown[]) : [params]
  const { maxFee: _own, ...fields } = fieldsOf(first)
  const filled = { ...fields, ...(most !== undefined && { maxFee: `0x${most.toString(16)}` }) }
  return Array.isArray(params) ? [filled, ...rest] : filled
}
const SENDING = ['eth_sendTransaction', 'wallet_sendCalls']

function callsOf(method: string, params: unknown): Call[] {
  if (method === 'wallet_sendCalls') return batchOf(params).calls
  return method === 'eth_sendTransaction' ? [transactionOf(params)] : []
}

/**
 * @returns `params`: what to send to the service; `shown`: what to show the person
 * @throws Error for a request that is malformed, for another network, or that calls the person's own accounts
 */
export async function prepareRequest(
  method: string,
  given: unknown,
  { origin, network, now, user, read, t, original }: Around,
): Promise<{ params: unknown; shown: Shown }> {
  if (method.startsWith('solana_') === isEvm(network.caip)) throw new Error(`${method} is not for ${network.caip}`)
  refuseOtherChain(method, given, network.caip)
  // Describe it once to refuse a malformed request, before the service and the chain are asked for anything.
  const transactionOfSolana = isEvm(network.caip)
    ? undefined
    : (await import('./describeSolana.ts')).describeTransaction
  const context = { host: new URL(origin).host, network, now, transactionOfSolana }
  describe(method, given, { ...context, t })
  const { address, accounts = [] } = await user()
  const smart = accounts.find(({ type }) => type === 'smartAccount')?.address
  // The service refuses these as well; refuse them here, before the person is asked.
  refuseOwn(method, given, [address, ...accounts.map((each) => each.address)], now)
  const isGrant = method === 'wallet_grantPermissions' || method === 'wallet_revokePermissions'
  const acting = isGrant ? (smart ?? address) : address
  const params = withAccount(method, given, acting)
  const answer = once(read)
  const write = async (speak: ApprovalText): Promise<{ shown: Shown; most: bigint | undefined }> => {
    const described = describe(method, params, { ...context, t: speak })
    const account = described.account ?? acting
    const isSmart = smart !== undefined && same(account, smart)
    const fee = described.fee
      ? await feeOf(speak, described.fee, callsOf(method, params), account, isSmart, network, answer)
      : { fields: [], warnings: [], most: undefined }
    const tokens = await withTokens(speak, described.fields, answer)
    // `approve.zero` warns about collectibles. If every contract is a token only, there are none.
    const own = described.warnings.filter(({ text }) => !tokens.isVerified || text !== speak('approve.zero'))
    const shown = {
      ...described,
      fields: [...fee.fields, ...tokens.fields],
      warnings: [...fee.warnings, ...tokens.warnings, ...own],
      account,
      site: origin,
      name: undefined,
      network: network.name,
    }
    return { shown, most: fee.most }
  }
  const [{ shown, most }, english] = await Promise.all([write(t), original && write(original)])
  return {
    params: withMost(method, params, most),
    shown: { ...shown, ...(english && { english: english.shown }) },
  }
}

/**
 * Wraps `read` so that equal reads get the same answer: a request in two languages must show the same figures in both.
 */
function once(read: Read): Read {
  const asked = new Map<string, Promise<unknown>>()
  return (method, params) => {
    const key = JSON.stringify([method, params])
    const answer = asked.get(key) ?? read(method, params)
    asked.set(key, answer)
    return answer
  }
}
