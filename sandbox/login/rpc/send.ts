/** Sends transactions and batches on eip155: with the key itself, or from the smart account in one user operation. */
import { BaseError, isAddressEqual, keccak256, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { SentCalls } from '../../smartAccounts/index.ts'
import { Denied } from '../denied.ts'
import { randomId } from '../random.ts'
import { clientOf, evmOf, smartOf, Unanswered, type Chains } from './chain.ts'
import { hexOf, referenceOf } from './chainId.ts'
import { type Asked, type Budget, budgetOf, completed } from './complete.ts'
import { carriedOut, refuseOperation } from './operation.ts'
import { agreedOf, batchOf, type Call, maxFeeOf, refuseCapability, transactionOf } from './params.ts'
import { smartCalls } from './smartCalls.ts'
import { createSponsoring } from './sponsoring.ts'

/** The account that sends: the smart account of `owner` if `smart`, else the account of the key `owner` itself. */
export type Sender = { owner: PrivateKeyAccount; address: Hex; smart: boolean }
/**
 * Finds which of a user's accounts has this address; for undefined, the preferred one.
 * @throws Denied 4100 if none has it
 */
export type SenderOf = (address: Hex | undefined, caip: string) => Promise<Sender>

/** Who asks: a user at a site. */
type Asker = { user: string; site: string }

/**
 * A batch, for `wallet_getCallsStatus`. `hashes` are the transactions sent so far, of `wanted`; `done`: no more will
 * follow; `operation`: a smart account's, while it may still get into a block; `reverted`: the operation's calls were
 * reverted in the block. The transaction succeeds all the same, because it is the bundler's.
 */
type Bundle = {
  caip: string
  atomic: boolean
  hashes: Hex[]
  wanted: number
  done: boolean
  operation?: SentCalls
  reverted: boolean
  until: number
}

/** Status codes, and below them error codes, of EIP-5792. */
const [PENDING, CONFIRMED, FAILED_OFF_CHAIN, REVERTED, PARTLY] = [100, 200, 400, 500, 600]
const [UNKNOWN_BUNDLE, DUPLICATE, NOT_ATOMIC] = [5730, 5720, 5760]
/** The most batches of one user at one site whose status is known, and ms for which it is. */
const LIMIT = 100
const LIFE = 86_400_000

type Receipt = { status?: Hex } & Record<string, unknown>

/**
 * Sends the calls in one user operation of the smart account. @throws FeeAbove if it could cost more than the budget
 */
const smartly = (chains: Chains, sender: Sender, caip: string, calls: readonly Call[], { left }: Budget) =>
  smartOf(chains).sendCalls(referenceOf(caip), sender.owner, smartCalls(calls), undefined, left)

/**
 * Sends from the account of the key itself, not from its smart account. It sends once: after an error, the transaction
 * may have been sent nevertheless.
 * @param budget what fees may still cost, in wei; it gets less by the highest fee of this transaction
 */
const plainly = async (chains: Chains, owner: PrivateKeyAccount, caip: string, asked: Asked, budget: Budget) => {
  const bundler = evmOf(chains, caip)
  const transaction = await completed(bundler, owner.address, asked, budget)
  const serializedTransaction = await owner.signTransaction(transaction)
  const client = clientOf(bundler)
  return client.sendRawTransaction({ serializedTransaction }).catch(async (error: unknown) => {
    // Without an answer the transaction may be on its way, so return its hash: with it the page can find out. Return
    // the hash too if the node has the transaction, whatever it answered.
    const hash = keccak256(serializedTransaction)
    if (error instanceof BaseError && error.walk((each) => each instanceof Unanswered)) return hash
    const isKnown = await client.getTransaction({ hash }).then(
      () => true,
      () => false,
    )
    if (isKnown) return hash
    throw error
  })
}

export function createSending(chains: Chains, now: () => number, sponsoring = createSponsoring(chains, now)) {
  /**
   * Each asker's batches by their ids, oldest first: no other user or site learns of them, takes their ids or pushes
   * them out.
   */
  const askers = new Map<string, Map<string, Bundle>>()
  const keyOf = ({ user, site }: Asker) => `${user} ${site}`

  /**
   * The batches of an asker, with room for one more: expired ones are removed, and ended ones if there are too many.
   * @throws Denied 429 if too many are not ended
   */
  const roomFor = (asker: Asker) => {
    for (const [each, bundles] of askers) {
      for (const [id, { until }] of bundles) if (until < now()) bundles.delete(id)
      if (!bundles.size) askers.delete(each)
    }
    const bundles = askers.get(keyOf(asker)) ?? new Map<string, Bundle>()
    askers.set(keyOf(asker), bundles)
    for (const [id, { done }] of bundles) if (done && bundles.size >= LIMIT) bundles.delete(id)
    if (bundles.size >= LIMIT) throw new Denied('Too many batches are under way', 429, -32005)
    return bundles
  }
  const receiptsOf = async ({ caip, hashes }: Bundle): Promise<(Receipt | null)[]> => {
    const { request } = evmOf(chains, caip)
    return Promise.all(
      hashes.map(async (hash) => (await request('eth_getTransactionReceipt', [hash])) as Receipt | null),
    )
  }

  return {
    /**
     * Answers `eth_sendTransaction`.
     * @throws among others Denied 3 for a smart account's operation that was reverted in its block, and -32603 for one
     *   that is in no block after two minutes
     */
    async transaction(senderOf: SenderOf, caip: string, params: unknown): Promise<Hex> {
      const { from, ...fields } = transactionOf(params)
      const sender = await senderOf(from, caip)
      evmOf(chains, caip)
      const budget = budgetOf(maxFeeOf(params))
      if (sender.smart) return (await carriedOut(smartly(chains, sender, caip, [fields], budget))).transactionHash
      return plainly(chains, sender.owner, caip, fields, budget)
    },
    /**
     * Answers `wallet_sendCalls`. Without a smart account the calls are sent one after the other. With an agreement of
     * a paymaster (`agreed`), exactly the operation to which it agreed is signed.
     * @throws Denied 5760 if they must be atomic and that is not possible, 5720 for an id that is in use, Invalid 5700
     *   without an agreement if a paymaster must pay, or, for example, what refused the first call. If a later one is
     *   refused, the batch's status says so
     */
    async calls(asker: Asker, senderOf: SenderOf, caip: string, params: unknown) {
      const { calls, from, atomic, id = randomId(), paymaster } = batchOf(params)
      const [budget, agreed] = [budgetOf(maxFeeOf(params)), agreedOf(params)]
      const sender = await senderOf(from, caip)
      evmOf(chains, caip)
      const isPaid = agreed !== undefined && sender.smart
      if (!isPaid && (agreed !== undefined || paymaster?.isOptional === false)) refuseCapability('paymasterService')
      if (askers.get(keyOf(asker))?.has(id)) throw new Denied('There is a batch with this id', 400, DUPLICATE)
      if (!sender.smart && atomic && calls.length > 1)
        throw new Denied('This account cannot make several calls at once. A smart account can.', 400, NOT_ATOMIC)
      const bundles = roomFor(asker)
      const until = now() + LIFE
      const wanted = sender.smart ? 1 : calls.length
      const bundle: Bundle = { caip, atomic: sender.smart, hashes: [], wanted, done: false, reverted: false, until }
      bundles.set(id, bundle)
      try {
        if (sender.smart) {
          const sending =
            agreed === undefined
              ? smartly(chains, sender, caip, calls, budget)
              : sponsoring.send(agreed, { user: asker.user, owner: sender.owner, account: sender.address, caip, calls })
          const sent = await sending.catch(refuseOperation)
          bundle.operation = sent
          settle(bundle, await sent.wait().catch(() => sent.look().catch(() => 'pending' as const)))
        } else for (const call of calls) bundle.hashes.push(await plainly(chains, sender.owner, caip, call, budget))
      } catch (error) {
        // The batch's status has what was sent; the calls after that are missing there.
        if (bundle.hashes.length) return { id }
        // As far as is known nothing was sent, so there is no batch to ask about, and the id may be used again.
        bundles.delete(id)
        throw error
      } finally {
        bundle.done = bundle.operation === undefined
      }
      return { id }
    },
    /** Answers `wallet_getCallsStatus`. @throws Denied 5730 for an unknown batch, or another asker's */
    async status(asker: Asker, id: unknown) {
      const bundle = typeof id === 'string' ? askers.get(keyOf(asker))?.get(id) : undefined
      if (!bundle) throw new Denied('There is no batch with this id', 404, UNKNOWN_BUNDLE)
      if (bundle.operation) settle(bundle, await bundle.operation.look())
      return statusOf(bundle, await receiptsOf(bundle), id)
    },
  }
}

/** Keeps in a batch what became of its operation. */
function settle(bundle: Bundle, found: Awaited<ReturnType<SentCalls['look']>>): void {
  // A request for the batch's status may have settled it meanwhile.
  if (found === 'pending' || !bundle.operation) return
  delete bundle.operation
  bundle.done = true
  if (found === 'replaced') return
  bundle.hashes.push(found.transactionHash)
  bundle.reverted = !found.success
}

/** The status of a batch in the form of EIP-5792. `receipts` has null for a transaction that is not mined yet. */
function statusOf(bundle: Bundle, receipts: readonly (Receipt | null)[], id: unknown) {
  const found = receipts.filter((each) => each !== null)
  const mined = bundle.reverted ? found.map((each): Receipt => ({ ...each, status: '0x0' })) : found
  const good = mined.filter(({ status }) => status === '0x1')
  const pending = !bundle.done || mined.length < receipts.length
  const ended = !mined.length
    ? FAILED_OFF_CHAIN
    : good.length === bundle.wanted
      ? CONFIRMED
      : good.length
        ? PARTLY
        : REVERTED
  return {
    version: '2.0.0',
    id,
    chainId: hexOf(bundle.caip),
    status: pending ? PENDING : ended,
    atomic: bundle.atomic,
    receipts: mined.map(({ logs, status, blockHash, blockNumber, gasUsed, transactionHash }) => {
      return { logs, status, blockHash, blockNumber, gasUsed, transactionHash }
    }),
  }
}

/** @returns the account with this address, or the preferred one when none is named. `own` is that of the key itself */
export function pick(
  own: Hex,
  smart: Hex | undefined,
  preferSmart: boolean,
  address: Hex | undefined,
): Omit<Sender, 'owner'> {
  if (smart && (address ? isAddressEqual(address, smart) : preferSmart)) return { address: smart, smart: true }
  if (!address || isAddressEqual(address, own)) return { address: own, smart: false }
  throw new Denied(`This login has no account ${address}`, 403, 4100)
}
