/** Makes a request ready to be shown: checks and fixes its network and account, describes it, and asks the chain. */
import type { User } from '../../../runtime/auth/messages.ts'
import { isEvm } from '../rpc/chainId.ts'
import { batchOf, type Call, fieldsOf, refuseOtherChain, transactionOf } from '../rpc/params.ts'
import type { ApprovalText } from './approvalText.ts'
import { feeOf, type Read, withTokens } from './chainReads.ts'
import { describe } from './describe.ts'
import type { Network } from './network.ts'
import type { Shown } from './request.ts'

/** `t`: reads the texts in the page's language. `original`: in English, where that is another one. */
export type Around = {
  origin: string
  network: Network
  now: number
  user: () => Promise<User>
  read: Read
  t: ApprovalText
  original?: ApprovalText | undefined
}

/** The request as the service will get it, so that what is described is what is signed. @throws TypeError */
export const copyOf = (params: unknown): unknown =>
  params === undefined ? undefined : (JSON.parse(JSON.stringify(params)) as unknown)

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Writes the account into a request that leaves it open: another may be the preferred one when it is approved. */
function withAccount(method: string, params: unknown, address: string): unknown {
  const field = { wallet_sendCalls: 'from', wallet_grantPermissions: 'address' }[method]
  const name = field ?? (method.startsWith('solana_') ? 'pubkey' : undefined)
  if (name === undefined) return params
  const [first, ...rest] = Array.isArray(params) ? (params as unknown[]) : [params]
  const fields = fieldsOf(first)
  const filled = { ...fields, [name]: fields[name] ?? address }
  return Array.isArray(params) ? [filled, ...rest] : filled
}

function callsOf(method: string, params: unknown): Call[] {
  if (method === 'wallet_sendCalls') return batchOf(params).calls
  return method === 'eth_sendTransaction' ? [transactionOf(params)] : []
}

/** @throws Error for a request that is malformed, or for another network */
export async function prepareRequest(
  method: string,
  given: unknown,
  { origin, network, now, user, read, t, original }: Around,
): Promise<{ params: unknown; shown: Shown }> {
  if (method.startsWith('solana_') === isEvm(network.caip)) throw new Error(`${method} is not for ${network.caip}`)
  refuseOtherChain(method, given, network.caip)
  // A malformed request is refused before anybody is asked about it.
  describe(method, given, { host: new URL(origin).host, network, now, t })
  const { address, accounts = [] } = await user()
  const smart = accounts.find(({ type }) => type === 'smartAccount')?.address
  const isGrant = method === 'wallet_grantPermissions' || method === 'wallet_revokePermissions'
  const acting = isGrant ? (smart ?? address) : address
  const params = withAccount(method, given, acting)
  const answer = once(read)
  const write = async (speak: ApprovalText): Promise<Shown> => {
    const described = describe(method, params, { host: new URL(origin).host, network, now, t: speak })
    const account = described.account ?? acting
    const isSmart = smart !== undefined && same(account, smart)
    const fee = described.fee
      ? await feeOf(speak, described.fee, callsOf(method, params), account, isSmart, network, answer)
      : { fields: [], warnings: [] }
    const tokens = await withTokens(speak, described.fields, answer)
    // The chain says that these are tokens, which count to zero.
    const own = described.warnings.filter(({ text }) => !tokens.isVerified || text !== speak('approve.zero'))
    return {
      ...described,
      fields: [...fee.fields, ...tokens.fields],
      warnings: [...fee.warnings, ...own],
      account,
      site: origin,
      name: undefined,
      network: network.name,
    }
  }
  const [shown, english] = await Promise.all([write(t), original && write(original)])
  return { params, shown: { ...shown, ...(english && { english }) } }
}

/** Asks the chain each question once, so that a request in two languages has the same figures in both. */
function once(read: Read): Read {
  const asked = new Map<string, Promise<unknown>>()
  return (method, params) => {
    const key = JSON.stringify([method, params])
    const answer = asked.get(key) ?? read(method, params)
    asked.set(key, answer)
    return answer
  }
}
