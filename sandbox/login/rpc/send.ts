/**
 * Sends transactions and batches on EVM chains: with the key itself, or from the smart account in one user operation.
 */
import type { Hex } from 'viem'
import type { Announce, SentCalls } from '../../smartAccounts/index.ts'
import { Denied } from '../denied.ts'
import { randomId } from '../random.ts'
import { memoryTransient } from '../transient.ts'
import { type Asker, type Batch, type Batches, createBatches } from './batches.ts'
import { statusOf, type Receipt } from './batchStatus.ts'
import { evmOf, smartOf, type Chains } from './chain.ts'
import { referenceOf } from './chainId.ts'
import { type Budget, budgetOf } from './complete.ts'
import { carriedOut, refuseOperation } from './operation.ts'
import { agreedOf, batchOf, type Call, maxFeeOf, refuseCapability, transactionOf } from './params.ts'
import { plainly } from './plainly.ts'
import { refuseEnded, sendEach } from './sendEach.ts'
import type { Sender, SenderOf } from './sender.ts'
import { smartCalls } from './smartCalls.ts'
import { createSponsoring } from './sponsoring.ts'

/** Error codes of EIP-5792. */
const [UNKNOWN_BUNDLE, NOT_ATOMIC] = [5730, 5760]

/**
 * Sends the calls in one user operation of the smart account. @throws FeeAbove if it could cost more than the budget
 */
const smartly = (
  chains: Chains,
  sender: Sender,
  caip: string,
  calls: readonly Call[],
  { left }: Budget,
  announce?: Announce,
) => smartOf(chains, caip).sendCalls(referenceOf(caip), sender.owner, smartCalls(calls), undefined, left, announce)

/** Stores how a batch's operation ended, unless a request for the batch's status has done so already. */
const settle = (batches: Batches, asker: Asker, id: string, found: Awaited<ReturnType<SentCalls['look']>>) =>
  found === 'pending'
    ? batches.find(asker, id)
    : batches.change(asker, id, ({ hashes }) => ({
        done: true,
        ...(found !== 'replaced' && { hashes: [...hashes, found.transactionHash], reverted: !found.success }),
      }))

export function createSending(
  chains: Chains,
  now: () => number,
  transient = memoryTransient(now),
  sponsoring = createSponsoring(chains, now, transient),
) {
  const batches = createBatches(transient, now)

  const receiptsOf = async ({ caip, hashes }: Batch): Promise<(Receipt | null)[]> => {
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
      const { from, ...asked } = transactionOf(params)
      const sender = await senderOf(from, caip)
      evmOf(chains, caip)
      const budget = budgetOf(maxFeeOf(params))
      if (sender.smart) return (await carriedOut(smartly(chains, sender, caip, [asked], budget))).transactionHash
      return plainly(evmOf(chains, caip), sender.owner, { asked, budget })
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
      if (!sender.smart && atomic && calls.length > 1)
        throw new Denied('This account cannot make several calls at once. A smart account can.', 400, NOT_ATOMIC)
      await batches.begin(asker, id, { caip, atomic: sender.smart, wanted: sender.smart ? 1 : calls.length })
      const announce: Announce = async (operation) =>
        refuseEnded(await batches.change(asker, id, () => ({ operation })))
      try {
        if (!sender.smart)
          await sendEach(batches, asker, id, calls, (asked, tell) =>
            plainly(evmOf(chains, caip), sender.owner, { asked, budget }, tell),
          )
        else {
          const { owner, address: account } = sender
          const sending =
            agreed === undefined
              ? smartly(chains, sender, caip, calls, budget, announce)
              : sponsoring.send(agreed, { user: asker.user, owner, account, caip, calls }, announce)
          const sent = await sending.catch(refuseOperation)
          const found = await sent.wait().catch(() => sent.look().catch(() => 'pending' as const))
          // Ignore an error: the operation is stored with the batch, so a request for the status looks again.
          await settle(batches, asker, id, found).catch(() => undefined)
        }
      } catch (error) {
        // Nothing was sent, as far as is known: remove the batch, so that its id may be used again.
        await batches.drop(asker, id).catch(() => undefined)
        throw error
      }
      return { id }
    },
    /** Answers `wallet_getCallsStatus`. @throws Denied 5730 for an unknown batch, or one of another user or site */
    async status(asker: Asker, id: unknown) {
      const found = typeof id === 'string' ? await batches.find(asker, id) : undefined
      if (!found || typeof id !== 'string') throw new Denied('There is no batch with this id', 404, UNKNOWN_BUNDLE)
      const { operation, caip } = found
      const batch = operation
        ? ((await settle(batches, asker, id, await smartOf(chains, caip).look(referenceOf(caip), operation))) ?? found)
        : found
      return statusOf(batch, await receiptsOf(batch), id)
    },
  }
}
