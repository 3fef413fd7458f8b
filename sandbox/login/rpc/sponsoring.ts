/**
 * Batches whose fee a paymaster pays. The paymaster is asked before the person sees the request, so that the screen
 * says who pays. The operation to which the paymaster agreed is stored, and after the approval exactly that operation
 * is signed and sent, once. If that fails, the service does not try another fee, because the person has not approved
 * one.
 */
import { isAddressEqual, numberToHex, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { cleanText } from '../../../runtime/lib/text.ts'
import type { Announce, SentCalls } from '../../smartAccounts/index.ts'
import { ENTRY_POINT } from '../../smartAccounts/addresses.ts'
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import { memoryTransient } from '../transient.ts'
import { createAgreements } from './agreements.ts'
import { type Chains, smartOf } from './chain.ts'
import { referenceOf } from './chainId.ts'
import { refuseOwn } from './ownCalls.ts'
import { batchOf, type Call, type NamedPaymaster, refuseCapability, refuseOtherChain, UNSUPPORTED } from './params.ts'
import { askPaymaster, knownPaymaster, NotPaid, type Offer, parseOffer, parsePaying } from './paymaster.ts'
import { smartCalls } from './smartCalls.ts'

/**
 * The user and the site (origin) that request a batch, on a chain; `smart` is the user's smart account, undefined if
 * the service has none on this chain.
 */
type Asking = { user: User; smart: Hex | undefined; caip: string; site: string }

/**
 * What the frame shows. `agreed` is the id of the stored agreement; `host` is the paymaster's host, and `name` is what
 * the paymaster calls the one who pays.
 */
export type Offered = { agreed: string; host: string; name?: string }

type Approved = { user: string; owner: PrivateKeyAccount; account: Hex; caip: string; calls: readonly Call[] }

/** ERC-7769's code for an operation that its paymaster does not pay. */
const REFUSED = -32501

const written = (calls: readonly Call[]) =>
  JSON.stringify(smartCalls(calls).map(({ to, data, value }) => [to, data ?? '0x', numberToHex(value)]))

/** Asks a paymaster to pay for calls. @throws NotPaid, or the bundler's error */
async function agree(chains: Chains, url: string, calls: readonly Call[], context: object, { user, caip }: Asking) {
  const chainId = referenceOf(caip)
  const ask = (method: string, operation: object) =>
    askPaymaster(url, method, [operation, ENTRY_POINT, numberToHex(chainId), context])
  let offer: Offer | undefined
  const prepared = await smartOf(chains, caip).prepareSponsored(chainId, user.evm as Hex, smartCalls(calls), {
    offer: async (operation) => {
      offer = parseOffer(await ask('pm_getPaymasterStubData', operation))
      return { ...offer.paying, isFinal: offer.isFinal }
    },
    agree: async (operation) => parsePaying(await ask('pm_getPaymasterData', operation), offer?.paying),
  })
  return { prepared, name: offer?.name }
}

export function createSponsoring(chains: Chains, now: () => number, transient = memoryTransient(now)) {
  const agreements = createAgreements(transient, now)

  /**
   * Asks the paymaster that a page names to pay, and stores its agreement.
   * @throws Denied 5700 if the site may not name this paymaster, Denied or the bundler's error if it does not pay
   */
  const offered = async (calls: readonly Call[], named: NamedPaymaster, asking: Asking): Promise<Offered> => {
    const { user, caip, site } = asking
    const url = knownPaymaster(chains, caip, site, named)
    if (url === undefined)
      throw new Denied(`This login asks no paymaster at ${cleanText(named.url, 200)}`, 400, UNSUPPORTED)
    const { host } = new URL(url)
    const { prepared, name } = await agree(chains, url, calls, named.context, asking).catch((error: unknown) => {
      if (!(error instanceof NotPaid)) throw error
      throw new Denied(`The paymaster ${host} does not pay for this. Nothing was signed`, 400, REFUSED)
    })
    const agreed = await agreements.keep({ user: user.id, site, caip, calls: written(calls), prepared })
    return { agreed, host, ...(name !== undefined && { name }) }
  }

  return {
    /**
     * Asks the paymaster that a batch names.
     * @returns null without a paymaster, and if one that is optional cannot be used or does not pay
     * @throws Invalid or Denied 5700 for a paymaster that the account or the service cannot use, Denied or the
     *   bundler's error if it does not pay, Invalid or Denied for a request that is refused in any case
     */
    async offer(params: unknown, asking: Asking): Promise<Offered | null> {
      const { calls, from, paymaster } = batchOf(params)
      if (!paymaster) return null
      const { user, smart, caip } = asking
      refuseOtherChain('wallet_sendCalls', params, caip)
      refuseOwn('wallet_sendCalls', params, [user.evm, ...(smart ? [smart] : [])], now())
      const isSmart = smart !== undefined && (from ? isAddressEqual(from, smart) : user.preferred === 'smartAccount')
      if (!isSmart) return paymaster.isOptional ? null : refuseCapability('paymasterService')
      const offer = offered(calls, paymaster, asking)
      return paymaster.isOptional ? offer.catch(() => null) : offer
    },
    /**
     * Signs and sends the operation that a paymaster agreed to pay, once.
     * @throws Denied, with nothing signed, if the agreement is used, too old, or for another request; else what
     *   `sendSponsored` throws
     */
    async send(agreed: string, approved: Approved, announce: Announce): Promise<SentCalls> {
      const { user, owner, account, caip, calls } = approved
      const found = await agreements.find(agreed)
      const isFor = found?.user === user && found.caip === caip && found.calls === written(calls)
      if (!isFor || !isAddressEqual(found.prepared.sender, account) || !(await agreements.use(agreed)))
        throw new Denied('The paymaster did not agree to this request, or too long ago. Nothing was sent', 400, REFUSED)
      return smartOf(chains, caip).sendSponsored(referenceOf(caip), owner, found.prepared, announce)
    },
  }
}
