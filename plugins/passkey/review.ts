/** Takes one request at a time from the review screen to the signature and, for calls, to the block. */
import { type PluginKit, proxy, ref } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { encodeAssertion, withCreation } from './account.ts'
import { coded, declined } from './errors.ts'
import { awaitIncluded, isRefused, send } from './operation.ts'
import { outcomeOf } from './outcome.ts'
import type { Prepared } from './prepare.ts'
import type { Asked } from './provider.ts'
import { isBesideEarlier, type Ready, readyOf, type Way } from './ready.ts'
import type { Rpc } from './rpc.ts'
import { dropSent, keepSent } from './sent.ts'
import { keepSigned } from './signed.ts'
import type { Passkey } from './stored.ts'
import { sign, type Signed } from './webauthn.ts'

/**
 * What the review screen shows. `isReady`: the visitor may confirm. `ways`: how the fee may be paid. `chosen`: the
 * index of the way that is signed, whose fields are copied into this object. `earlier`: an operation that was signed
 * before may still run in addition to this one.
 */
export type Review = Partial<Way> & {
  asked: Asked
  account: Hex
  isReady: boolean
  isSigning: boolean
  ways: readonly Way[]
  chosen: number
  earlier?: boolean
}

export function createReview(
  kit: PluginKit,
  rpcOn: (chainId: number) => Rpc,
  rpId: () => string,
  feeTokens?: readonly string[],
) {
  const state = proxy<{ review: Review | undefined }>({ review: undefined })
  let press: () => void = () => {}
  /** Selects a way to pay by its index: the screen shows its fee, and the passkey signs its operation. */
  const show = (review: Review, chosen: number): void => {
    const { fee, usual, feeMark, sponsor, token } = review.ways[chosen] ?? {}
    Object.assign(review, { chosen, fee, usual, feeMark, sponsor, token })
  }

  /**
   * Shows a request until the visitor confirms it. Resolves with the signature or, for calls, with the hash of the
   * transaction once it is in a block. Rejects with code 4001 when the visitor leaves the review, cancels the device's
   * own window, or lets it time out, and with -32002 while another request is shown.
   */
  async function ask(passkey: Passkey, asked: Asked): Promise<Hex> {
    if (state.review) throw coded(-32002, 'Another request is shown')
    const screen = kit.present('PasskeyReview')
    const blank = { isReady: false, isSigning: false, ways: [], chosen: 0 }
    state.review = { asked: ref(asked), account: passkey.account, ...blank }
    const own = state.review
    // While this request waits for its block, the screen may show the next one, which must stay.
    const end = (): void => {
      if (state.review === own) {
        press = () => {}
        state.review = undefined
      }
      screen.leave()
    }
    const left = screen.left.then(() => {
      throw declined()
    })
    // `left` also rejects after this function has ended. Without a handler, that would be an unhandled rejection.
    left.catch(() => undefined)
    try {
      const ready = await Promise.race([readyOf({ kit, rpc: rpcOn(asked.chainId), passkey, feeTokens }, asked), left])
      const signing = new Promise<[Ready, Promise<Signed>]>((resolve) => {
        // Call `sign` within the click: Safari refuses to open the passkey window otherwise.
        press = () => {
          const picked = ready[state.review?.chosen ?? 0]
          if (!picked) return
          if (state.review) state.review.isSigning = true
          resolve([picked, sign(picked.challenge, rpId(), passkey.id)])
        }
      })
      const ways = ready.flatMap(({ way }) => (way ? [way] : []))
      show(Object.assign(state.review, { ways, earlier: isBesideEarlier(kit, ready) }), 0)
      state.review.isReady = true
      // If the visitor leaves first, a later signature is ignored.
      const [{ challenge, prepared, isNew }, signed] = await Promise.race([signing, left])
      const assertion = await Promise.race([signed, left])
      if (prepared) return await sendOnce(passkey, prepared, assertion, end)
      const signature = encodeAssertion(passkey, assertion, challenge)
      return isNew ? withCreation(passkey, signature) : signature
    } finally {
      end()
    }
  }

  /**
   * Sends a signed operation and waits for its block. Stores the operation's hash before it is sent, until its
   * transaction is known: a closed page must not lose it.
   */
  async function sendOnce(passkey: Passkey, prepared: Prepared, assertion: Signed, end: () => void): Promise<Hex> {
    const { chainId, hash, operation } = prepared
    const rpc = rpcOn(chainId)
    keepSigned(kit, { chainId, account: passkey.account, nonce: operation.nonce, hash })
    keepSent(kit, { chainId, hash })
    try {
      await send(rpc, passkey, prepared, assertion)
    } catch (error) {
      if (await isRefused(rpc, hash, error)) {
        dropSent(kit, hash)
        throw error
      }
    }
    end()
    const judge = (transaction: Hex) => outcomeOf(kit, { chainId, hash, transaction })
    const { hash: transaction, success } = await awaitIncluded(rpc, hash, kit.signal, judge)
    dropSent(kit, hash)
    if (!success) throw coded(3, 'execution reverted', { transactionHash: transaction })
    return transaction
  }

  /** Chooses how to pay the fee. Without effect once the passkey signs. */
  const choose = (at: number): void => {
    const { review } = state
    if (review && !review.isSigning && review.ways[at]) show(review, at)
  }

  return { state, ask, choose, confirm: () => state.review?.isReady && !state.review.isSigning && press() }
}
