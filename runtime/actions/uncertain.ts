/**
 * Detects transactions that were sent although the wallet reported a failure, for example because its node's answer was
 * lost. A visitor who sees "failed" would pay a second time, so this compares the account's nonce before and after. The
 * nonce of a smart account proves nothing, because other accounts (bundlers) send its transactions.
 */
import type { CaipNetwork } from '../contracts/network.ts'
import { isDoubted, trust } from '../errors/aborted.ts'
import { WalletKitError } from '../errors/base.ts'
import { transactionError } from '../errors/transaction.ts'
import { isUserRejection } from '../errors/rejection.ts'
import { codeKind } from '../data/codeKind.ts'
import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../contracts/kit.ts'
import { isEmbedded } from '../state/connections.ts'
import { ONE_SECOND, THREE_SECONDS } from '../lib/time.ts'
import { pause, within } from '../lib/wait.ts'
import { isClearRefusal } from './refused.ts'

/**
 * Runs `send`. Throws what the wallet throws, or `TX_UNCERTAIN` if a transaction of the account may have reached the
 * network nevertheless. Only EVM networks are checked. Before `send`, waits at most `patience` ms for the node's answer
 * with the nonce. A user's rejection is rethrown without a check, unless it is marked by `doubt`: the visitor only left
 * the screen, or had approved before. The wallet may then still be sending, so the node is asked twice, three seconds
 * apart. If the account is a smart account, or the node does not say whether it is, almost every error that is no clear
 * refusal becomes `TX_UNCERTAIN`.
 */
export async function orUncertain<T>(
  kit: Kit,
  chain: CaipNetwork,
  from: string,
  send: () => Promise<T>,
  patience = ONE_SECOND,
): Promise<T> {
  const before = nonce(kit, chain, from)
  // A wallet that needs no confirmation may send before the node has answered: the nonce read here would then already
  // count the transaction.
  if (patience > 0) await within(patience, before)
  try {
    return await send()
  } catch (error) {
    const isDoubtful = isDoubted(error)
    if (isUserRejection(error) && !isDoubtful) throw error
    const kind = await kindOf(kit, chain, from)
    // If the node does not say which kind of account it is, do not alarm a visitor who only left the screen.
    const isLost = kind === 'smart' || (kind === 'unknown' && !isUserRejection(error))
    if (isLost && !isClearRefusal(error)) throw uncertain(error)
    const was = await before
    const isSent = async () => {
      const is = was === undefined ? undefined : await nonce(kit, chain, from)
      return was !== undefined && is !== undefined && is > was
    }
    if (await isSent()) throw uncertain(error)
    if (isDoubtful && was !== undefined) {
      await pause(THREE_SECONDS)
      if (await isSent()) throw uncertain(error)
    }
    // This call has asked the node if it could, so remove the mark: an outer call of this function need not ask again.
    trust(error)
    throw error
  }
}

const uncertain = (error: unknown) =>
  error instanceof WalletKitError && error.code === 'TX_UNCERTAIN' ? error : transactionError('TX_UNCERTAIN', error)

/**
 * Which kind of account `from` is. `smart`: an account with code (a delegation of EIP-7702 counts), or an embedded
 * wallet's smart account, which has no code before its first operation. `unknown`: the node does not say. `undefined`
 * on networks other than EVM.
 */
async function kindOf(kit: Kit, chain: CaipNetwork, from: string): Promise<'plain' | 'smart' | 'unknown' | undefined> {
  if (chain.chainNamespace !== 'eip155') return undefined
  const { address, preferredAccountType } = kit.state.accounts.eip155
  const isOwn = address?.toLowerCase() === from.toLowerCase() && isEmbedded(kit, 'eip155')
  if (isOwn && preferredAccountType === 'smartAccount') return 'smart'
  const kind = await within(THREE_SECONDS, codeKind(kit, chain, from)).catch(() => undefined)
  if (!kind) return 'unknown'
  return kind === 'none' ? 'plain' : 'smart'
}

/**
 * How many transactions the account has sent, including pending ones. `undefined` on networks other than EVM, or if the
 * node does not answer within 3 s.
 */
async function nonce(kit: Kit, chain: CaipNetwork, from: string): Promise<number | undefined> {
  if (chain.chainNamespace !== 'eip155') return undefined
  const call = { method: 'eth_getTransactionCount', params: [from, 'pending'] }
  const count = await within(THREE_SECONDS, networkRpc(kit, chain).request(call)).catch(() => undefined)
  return typeof count === 'string' && /^0x[0-9a-f]{1,13}$/i.test(count) ? Number(count) : undefined
}
