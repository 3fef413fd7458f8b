/**
 * Ends approvals: in one batch if the wallet supports batches, else one after another; on Solana, several in one
 * transaction.
 */
import type { PluginKit, PluginTransaction } from 'walletkit/plugin'
import { endOf, isEndable, kindReadsOf } from './approval.ts'
import { approvalError } from './errors.ts'
import { readHeld } from './find.ts'
import type { Approval, EvmApproval, SolanaApproval } from './state.ts'

/**
 * The most calls that `runCalls` takes, because a visitor cannot review more at once. As many delegates fit into one
 * Solana transaction, with room for what wallets add.
 */
const AT_ONCE = 20
/**
 * The most gas that ending one approval may use, as a multiple of what an empty payment uses on the network. Real
 * tokens usually stay below five times as much. A stranger's contract could use up millions of gas, which the visitor
 * would pay for.
 */
const MOST_GAS = 20n

/**
 * Ends approvals of the active account on the active network, which has to be `network` (CAIP-2). Rejects with the
 * error of a read or of the wallet, or with REVOKE_CHANGED when the visitor changes the account or network. Approvals
 * that were ended before stay ended, and the wallet is not asked again. `tell` receives how many approvals are dealt
 * with, whether they ended or had to be left; the number stays the same during a batch or a transaction.
 * @returns the approvals that were left, because their contract is no token, refuses the call or would use too much
 * gas. Anybody's contract can log such an approval, so it must not keep the visitor from ending the others.
 */
export async function endAll(
  kit: PluginKit,
  network: string,
  list: readonly Approval[],
  tell: (done: number) => void,
): Promise<Approval[]> {
  const { caipAddress } = kit.account()
  if (kit.network()?.caipNetworkId !== network) throw approvalError('REVOKE_CHANGED')
  const left: Approval[] = []
  try {
    for (let done = 0; done < list.length; done += AT_ONCE) {
      const part = list.slice(done, done + AT_ONCE)
      tell(done)
      const sound = await areSound(kit, part)
      left.push(...part.filter((_, at) => !sound[at]))
      const ending = part.filter((_, at) => sound[at])
      if (!ending.length) continue
      left.push(...(await endTogether(kit, ending, caipAddress, (step) => tell(done + step - 1))))
    }
  } catch (error) {
    const { code } = Object(error) as { code?: unknown }
    throw code === 'CALLS_CHANGED' ? approvalError('REVOKE_CHANGED') : error
  }
  return left
}

/**
 * Ends several approvals as one batch, if the wallet can send batches. If the network reverted the batch, probably one
 * contract refused, although its simulation succeeded (a contract can detect a simulation). Then each approval that
 * still holds is ended alone, so that one refusal does not undo the others.
 * @returns the approvals that could not be ended
 */
async function endTogether(
  kit: PluginKit,
  ending: readonly Approval[],
  caipAddress: string | undefined,
  tell: (step: number) => void,
): Promise<Approval[]> {
  const calls = await callsOf(kit, ending)
  if (kit.account().caipAddress !== caipAddress) throw approvalError('REVOKE_CHANGED')
  try {
    await kit.chain.runCalls(calls, { signal: kit.signal, tell: ({ step }) => tell(step) })
    return []
  } catch (error) {
    if (!isUndone(error)) throw error
    if (ending.length === 1) return [...ending]
  }
  const left: Approval[] = []
  for (const [at, approval] of ending.entries()) {
    if (!(await stillHolds(kit, approval))) continue
    left.push(...(await endTogether(kit, [approval], caipAddress, (step) => tell(at + step))))
  }
  return left
}

/** Whether the network reverted calls that were sent. `false` if the wallet refused: then do not ask it again. */
const isUndone = (error: unknown) =>
  ['CALLS_FAILED', 'CALLS_PARTLY'].includes(String((Object(error) as { code?: unknown }).code))

async function stillHolds({ chain, account }: PluginKit, approval: Approval): Promise<boolean> {
  const { address = '' } = account()
  return approval.kind === 'delegate' || (await readHeld(chain, address, approval)) !== undefined
}

/**
 * Whether each approval can be ended by a call that does nothing else. This is not so for an allowance whose contract
 * is no ERC-20 token: a node's log may name an NFT contract, where the call that ends an allowance approves item 0. It
 * is also not so for a contract that is no token, refuses the call, or uses much more gas than a token does.
 */
async function areSound({ chain, account }: PluginKit, part: readonly Approval[]): Promise<boolean[]> {
  const read = (call: { to: string; data: string }) =>
    chain.request('eth_call', [call, 'latest']).catch(() => undefined)
  const gasOf = (call: PluginTransaction) => chain.estimateGas(call).catch(() => undefined)
  const { address = '' } = account()
  const isEvm = part.some(({ kind }) => kind !== 'delegate')
  const plain = isEvm ? await gasOf({ to: address, value: 0n }) : undefined
  const isSound = async (approval: Approval) => {
    if (approval.kind === 'delegate') return true
    const answers = await Promise.all(kindReadsOf(approval).map(read))
    if (!isEndable(approval, answers)) return false
    const gas = await gasOf(endOf(approval))
    return gas !== undefined && (plain === undefined || gas <= plain * MOST_GAS)
  }
  return Promise.all(part.map(isSound))
}

/** The calls that end the approvals: one for each, or on Solana one for all of them. */
async function callsOf({ chain }: PluginKit, part: readonly Approval[]) {
  const delegations = part.filter((each): each is SolanaApproval => each.kind === 'delegate')
  const others = part.filter((each): each is EvmApproval => each.kind !== 'delegate')
  const calls = others.map((approval) => noted(endOf(approval), [approval]))
  if (!delegations.length) return calls
  const accounts = delegations.map(({ key, program }) => ({ address: key, program }))
  return [...calls, noted(await chain.buildRevocation({ accounts }), delegations)]
}

/** Adds what the transaction is for, as Activity shows it. */
function noted(transaction: PluginTransaction, ended: readonly Approval[]) {
  const symbols = [...new Set(ended.flatMap(({ symbol }) => symbol || []))]
  return { ...transaction, note: { kind: 'approve', out: { amount: '0', symbol: symbols.join(', ') } } } as const
}
