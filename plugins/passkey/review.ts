/** Takes one request at a time from the review screen to the signature and, for calls, to the block. */
import { type PluginKit, proxy, ref } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { accountOf, encodeAssertion, messageChallenge, withCreation } from './account.ts'
import { coded, declined, passkeyError } from './errors.ts'
import { type FeeMark, markOf, usualFee } from './fee.ts'
import { awaitIncluded, exists, isRefused, type Prepared, prepare, send } from './operation.ts'
import type { Asked } from './provider.ts'
import type { Rpc } from './rpc.ts'
import { dropSent, keepSent } from './sent.ts'
import { keepSigned, mayRunBesides, settleSigned } from './signed.ts'
import type { Passkey } from './stored.ts'
import { sign, type Signed } from './webauthn.ts'

/**
 * What the review screen shows. `isReady`: the visitor may confirm. `fee`: the most that the calls can cost, in wei;
 * `usual`: what such calls usually cost; `feeMark`: why to point the fee out. `sponsor`: who pays it instead of the
 * account. `earlier`: an operation that was signed before may still run besides this one.
 */
export type Review = {
  asked: Asked
  account: Hex
  isReady: boolean
  isSigning: boolean
  fee: bigint | undefined
  usual?: bigint | undefined
  feeMark?: FeeMark | undefined
  sponsor?: string | undefined
  earlier?: boolean
}
/** What the review adds once it is prepared. */
type Facts = Pick<Review, 'fee' | 'usual' | 'feeMark' | 'sponsor' | 'earlier'>

export function createReview(kit: PluginKit, rpcOn: (chainId: number) => Rpc, rpId: () => string) {
  const state = proxy<{ review: Review | undefined }>({ review: undefined })
  let press: () => void = () => {}
  const paymaster = () =>
    kit.services.includes('paymaster') ? { ask: kit.chain.askPaymaster, name: location.host } : undefined

  /** What the passkey signs. Calls are prepared here, so that most failures come before the visitor confirms. */
  async function challengeOf(
    asked: Asked,
    passkey: Passkey,
  ): Promise<{ challenge: Hex; prepared?: Prepared; facts?: Facts; isNew?: boolean }> {
    const rpc = rpcOn(asked.chainId)
    if (asked.kind === 'calls') {
      const { chainId, calls } = asked
      const [prepared, usual] = await Promise.all([
        prepare(rpc, chainId, passkey, calls, paymaster()),
        usualFee(kit, chainId, calls),
      ])
      const { fee, sponsor, operation } = prepared
      const earlier = mayRunBesides(kit, { chainId, account: passkey.account, nonce: operation.nonce })
      const facts = { fee, usual, feeMark: markOf(fee, usual), sponsor, earlier }
      return { challenge: prepared.hash, prepared, facts }
    }
    const isNew = !(await exists(rpc, passkey.account))
    if (isNew && accountOf(passkey) !== passkey.account) throw passkeyError('PASSKEY_NETWORK')
    return { challenge: messageChallenge(passkey.account, asked.chainId, asked.hash), isNew }
  }

  /**
   * Rejects with code 4001 when the visitor leaves the review, cancels the device's own window, or lets it time out.
   */
  async function ask(passkey: Passkey, asked: Asked): Promise<Hex> {
    if (state.review) throw coded(-32002, 'Another request is shown')
    const screen = kit.present('PasskeyReview')
    state.review = { asked: ref(asked), account: passkey.account, isReady: false, isSigning: false, fee: undefined }
    const left = screen.left.then(() => {
      throw declined()
    })
    // `left` also rejects when this function has ended; without a handler that is an unhandled rejection.
    left.catch(() => undefined)
    try {
      const { challenge, prepared, facts, isNew } = await Promise.race([challengeOf(asked, passkey), left])
      const signing = new Promise<Signed>((resolve) => {
        // Call `sign` within the click: Safari refuses to open the passkey window otherwise.
        press = () => {
          if (state.review) state.review.isSigning = true
          resolve(sign(challenge, rpId(), passkey.id))
        }
      })
      Object.assign(state.review, facts, { isReady: true })
      // If the visitor leaves first, a later signature is ignored.
      const assertion = await Promise.race([signing, left])
      if (prepared) return await sendOnce(passkey, prepared, assertion, screen.leave)
      const signature = encodeAssertion(passkey, assertion, challenge)
      return isNew ? withCreation(passkey, signature) : signature
    } finally {
      press = () => {}
      state.review = undefined
      screen.leave()
    }
  }

  /** Stores the operation's hash before it is sent, until its transaction is known: a closed page must not lose it. */
  async function sendOnce(passkey: Passkey, prepared: Prepared, assertion: Signed, leave: () => void): Promise<Hex> {
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
    state.review = undefined
    leave()
    const { hash: transaction, success } = await awaitIncluded(rpc, hash, kit.signal)
    dropSent(kit, hash)
    settleSigned(kit, hash)
    if (!success) throw coded(3, 'execution reverted', { transactionHash: transaction })
    return transaction
  }

  return { state, ask, confirm: () => state.review?.isReady && !state.review.isSigning && press() }
}
