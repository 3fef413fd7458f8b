/**
 * Prepares a request for the person: checks it, fills in its account, describes it, and reads fees and tokens from the
 * chain.
 */
import type { User } from '../../../runtime/auth/messages.ts'
import { isEvm } from '../rpc/chainId.ts'
import { refuseOwn } from '../rpc/ownCalls.ts'
import { batchOf, fieldsOf, refuseOtherChain, transactionOf } from '../rpc/params.ts'
import { readGrant, revokedKey } from '../rpc/permissions.ts'
import type { ApprovalText } from './approvalText.ts'
import { type Estimated, feeOf, type Read, withTokens } from './chainReads.ts'
import { describe, type Described } from './describe.ts'
import type { Field } from './field.ts'
import type { Network } from './network.ts'
import type { Shown } from './request.ts'
import { grantCall, revokeCall } from './sessionCalls.ts'

/**
 * What {@link prepareRequest} needs. `now` is in ms since 1970. `t` reads the texts in the page's language, `original`
 * the English ones, undefined on an English page, or if they did not load. `sponsor` asks the service whether the
 * paymaster that a batch names pays its fee, and resolves with undefined if the person pays.
 */
export type Around = {
  origin: string
  network: Network
  now: number
  user: () => Promise<User>
  read: Read
  t: ApprovalText
  original?: ApprovalText | undefined
  sponsor?: (params: unknown) => Promise<Sponsor | undefined>
}

/**
 * A paymaster that pays a fee. `agreed` is the id under which the service stores the paymaster's agreement; `host` is
 * the paymaster's host, and `name` is what the paymaster calls the one who pays.
 */
export type Sponsor = { agreed: string; host: string; name?: string }

/**
 * Copies parameters with JSON, in which they are sent to the service, so that what is described is what is signed.
 * @throws TypeError for a bigint or a cycle
 */
export const copyOf = (params: unknown): unknown =>
  params === undefined ? undefined : (JSON.parse(JSON.stringify(params)) as unknown)

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Writes the account into a batch, a grant or a Solana request that names none: the preferred account could change
 * before the person approves.
 */
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
 * Writes the fee that is shown into a request that sends, so that the service keeps to it: the highest fee, or the id
 * of the paymaster's agreement. Values that the page wrote there are replaced, or removed.
 */
function withTerms(method: string, params: unknown, most: bigint | undefined, agreed: string | undefined): unknown {
  if (!SENDING.includes(method)) return params
  const [first, ...rest] = Array.isArray(params) ? (params as unknown[]) : [params]
  const { maxFee: _fee, agreed: _agreed, ...fields } = fieldsOf(first)
  const own = {
    ...(most !== undefined && { maxFee: `0x${most.toString(16)}` }),
    ...(agreed !== undefined && { agreed }),
  }
  const filled = { ...fields, ...own }
  return Array.isArray(params) ? [filled, ...rest] : filled
}
const SENDING = ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_grantPermissions', 'wallet_revokePermissions']

/** The calls that `account` makes for a request. For a permission it is one call, to the account itself. */
function callsOf(method: string, params: unknown, account: string, now: number): Estimated[] {
  if (method === 'wallet_sendCalls') return batchOf(params).calls
  if (method === 'wallet_grantPermissions') return [grantCall(account, readGrant(params, now))]
  if (method === 'wallet_revokePermissions') return [revokeCall(account, revokedKey(params))]
  return method === 'eth_sendTransaction' ? [transactionOf(params)] : []
}

/**
 * The fields for a fee that a paymaster pays. The name is only what the paymaster says, so a second field says that its
 * host gave the name.
 */
const paidBy = (t: ApprovalText, { name, host }: Sponsor): Field[] => [
  { label: t('fee.label'), value: t('fee.paidBy', { name: name ?? host }) },
  ...(name === undefined ? [] : [{ label: t('fee.namedBy'), value: host }]),
]

/**
 * Checks, completes and describes a request.
 * @returns `params`: what to send to the service; `shown`: what to show the person
 * @throws Error for a request that is malformed, for another network, or that calls the person's own accounts, among
 *   others
 */
export async function prepareRequest(
  method: string,
  given: unknown,
  { origin, network, now, user, read, t, original, sponsor }: Around,
): Promise<{ params: unknown; shown: Shown }> {
  if (method.startsWith('solana_') === isEvm(network.caip)) throw new Error(`${method} is not for ${network.caip}`)
  refuseOtherChain(method, given, network.caip)
  // Describe the request once before anything is read from the service and the chain: this throws for a malformed one.
  const transactionOfSolana = isEvm(network.caip)
    ? undefined
    : (await import('./describeSolana.ts')).describeTransaction
  const context = { host: new URL(origin).host, network, now, transactionOfSolana }
  describe(method, given, { ...context, t })
  const { address, accounts = [] } = await user()
  const smart = accounts.find(({ type }) => type === 'smartAccount')?.address
  const isSmart = (account: string) => smart !== undefined && same(account, smart)
  // The service refuses calls to the person's own accounts as well; refuse them here, before the person is asked.
  refuseOwn(method, given, [address, ...accounts.map((each) => each.address)], now)
  const isGrant = method === 'wallet_grantPermissions' || method === 'wallet_revokePermissions'
  const acting = isGrant ? (smart ?? address) : address
  const params = withAccount(method, given, acting)
  const answer = once(read)
  const isSponsored = method === 'wallet_sendCalls' && batchOf(params).paymaster !== undefined
  const payer = isSponsored ? await sponsor?.(params) : undefined
  const feeFor = async (speak: ApprovalText, fee: NonNullable<Described['fee']>, account: string) =>
    payer
      ? { fields: paidBy(speak, payer), warnings: [], most: undefined }
      : feeOf(speak, fee, callsOf(method, params, account, now), account, isSmart(account), network, answer)
  const write = async (speak: ApprovalText): Promise<{ shown: Shown; most: bigint | undefined }> => {
    const described = describe(method, params, { ...context, t: speak, isSmart })
    const account = described.account ?? acting
    const fee = described.fee
      ? await feeFor(speak, described.fee, account)
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
    params: withTerms(method, params, most, payer?.agreed),
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
