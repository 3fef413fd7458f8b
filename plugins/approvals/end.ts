/** Ends approvals: in one batch where the wallet can, else one after another; on Solana several in one transaction. */
import type { PluginKit, PluginTransaction } from 'walletkit/plugin'
import { endOf, isToken, kindReadsOf } from './approval.ts'
import { approvalError } from './errors.ts'
import type { Approval, EvmApproval, SolanaApproval } from './state.ts'

/**
 * The most calls that `runCalls` takes, because a visitor cannot review more at once. As many delegates fit into one
 * Solana transaction, with room for what wallets add.
 */
const AT_ONCE = 20

/**
 * Rejects with the wallet's error, or with REVOKE_CHANGED when the visitor changes the account or network: the
 * approvals belong to one account on one network. Approvals that were ended before stay ended; the wallet is asked for
 * no more. `tell` receives how many approvals are ended so far; it does not change during a batch or a transaction.
 * @returns the approvals that were left, because their contract is no token. One of them, which anybody's contract can
 *   log, does not keep the visitor from ending the others.
 */
export async function endAll(
  kit: PluginKit,
  list: readonly Approval[],
  tell: (done: number) => void,
): Promise<Approval[]> {
  const { caipAddress } = kit.account()
  const left: Approval[] = []
  try {
    for (let done = 0; done < list.length; done += AT_ONCE) {
      const part = list.slice(done, done + AT_ONCE)
      tell(done)
      const sound = await areSound(kit, part)
      left.push(...part.filter((_, at) => !sound[at]))
      const ending = part.filter((_, at) => sound[at])
      if (!ending.length) continue
      const calls = await callsOf(kit, ending)
      if (kit.account().caipAddress !== caipAddress) throw approvalError('REVOKE_CHANGED')
      await kit.chain.runCalls(calls, { signal: kit.signal, tell: ({ step }) => tell(done + step - 1) })
    }
  } catch (error) {
    const { code } = Object(error) as { code?: unknown }
    throw code === 'CALLS_CHANGED' ? approvalError('REVOKE_CHANGED') : error
  }
  return left
}

/**
 * Whether each can be ended by a call that does only that. An allowance cannot if its contract is no ERC-20 token: a
 * node's log may name an NFT contract, for which the call that ends an allowance approves item 0.
 */
async function areSound({ chain }: PluginKit, part: readonly Approval[]): Promise<boolean[]> {
  const read = (call: { to: string; data: string }) =>
    chain.request('eth_call', [call, 'latest']).catch(() => undefined)
  const isSound = async (approval: Approval) =>
    approval.kind !== 'token' || isToken(await Promise.all(kindReadsOf(approval).map(read)))
  return Promise.all(part.map(isSound))
}

/** One call for each approval; one for all of them on Solana. */
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
