/** Answers proposals, sign-ins and requests, each of them once. */
import type { WalletKitTypes } from '@reown/walletkit'
import type { Opened } from './client.ts'
import { namespaceOf, type Holder } from './holder.ts'
import { Fault, rejected } from './namespace.ts'
import { allPending, askedOf, authRequests, granted } from './pending.ts'
import { signAuths } from './signIn.ts'
import type { Pending, Wallet } from './types.ts'

/** The storage key of the answered items' ids, and how many of the newest ids are kept. */
const ANSWERED = 'sandbox-wallet:answered'
const KEPT = 100

export async function createAnswers(
  holder: Holder,
  { storage }: Opened['core'],
  switchChain: Wallet['switchChain'],
): Promise<Pick<Wallet, 'pending' | 'approve' | 'reject'>> {
  const { client, eip155 } = holder
  // The SDK records that a request was answered only after it has sent the answer. If the page reloads in between, the
  // request would be shown again and could be signed twice, so this wallet stores the ids itself, before it answers.
  const answered = new Set((await storage.getItem<number[]>(ANSWERED)) ?? [])
  const remember = () => storage.setItem(ANSWERED, [...answered].slice(-KEPT))

  const pending = () => allPending(holder).filter(({ id }) => !answered.has(id))
  const find = (id?: number): Pending => {
    const found = id === undefined ? pending()[0] : pending().find((each) => each.id === id)
    if (!found) throw new Error('Nothing waits for an answer')
    return found
  }
  /**
   * Runs `answer` and hides the item meanwhile, so that a second click does nothing. If it fails, the item is shown
   * again.
   */
  const settle = async (id: number, answer: () => Promise<unknown>) => {
    answered.add(id)
    holder.changed()
    try {
      await remember()
      await answer()
    } catch (error) {
      answered.delete(id)
      await remember()
      throw error
    } finally {
      holder.changed()
    }
  }

  /** The outcome of a request, and the chain to switch to after it. Never throws. */
  const signed = async (asked: ReturnType<typeof askedOf>) => {
    try {
      const namespace = namespaceOf(holder, asked.chainId)
      const target = asked.method === 'wallet_switchEthereumChain' ? eip155.target(asked) : undefined
      return { outcome: { result: await namespace.sign(asked) }, target }
    } catch (error) {
      const { code, message } = error instanceof Fault ? error : { code: -32603, message: String(error) }
      return { outcome: { error: { code, message } }, target: undefined }
    }
  }
  const answerRequest = async (event: WalletKitTypes.SessionRequest) => {
    const { id, topic } = event
    const { outcome, target } = await signed(askedOf(holder, event))
    // `signed` turns every fault up to here into an answer. A later fault must not become a second answer of this id.
    await client.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } as never })
    if (target) await switchChain(`eip155:${target.id}`, topic)
  }
  const agree = async ({ id, kind }: Pending): Promise<unknown> => {
    if (kind === 'request') {
      const event = client.getPendingSessionRequests().find((each) => each.id === id)
      return event && answerRequest(event)
    }
    if (kind === 'signIn') {
      const asked = authRequests(holder).find((each) => each.id === id)
      return asked && client.approveSessionAuthenticate({ id, auths: await signAuths(asked.authPayload, eip155) })
    }
    const proposal = Object.values(client.getPendingSessionProposals()).find((each) => each.id === id)
    return proposal && client.approveSession({ id, namespaces: granted(holder, proposal) })
  }
  const refuse = (found: Pending): Promise<unknown> => {
    const { id, kind } = found
    const reason = { code: 5000, message: 'User rejected.' }
    if (kind === 'proposal') return client.rejectSession({ id, reason })
    if (kind === 'signIn') return client.rejectSessionAuthenticate({ id, reason })
    const { code, message } = rejected()
    return client.respondSessionRequest({
      topic: found.topic,
      response: { id, jsonrpc: '2.0', error: { code, message } },
    })
  }

  return {
    pending,
    async approve(id) {
      const found = find(id)
      await settle(found.id, () => agree(found))
    },
    async reject(id) {
      const found = find(id)
      await settle(found.id, () => refuse(found))
    },
  }
}
