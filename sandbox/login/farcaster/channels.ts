/**
 * Pending sign-ins with Farcaster, at most one for each frame: the frame requests a sign-in, a wallet approves it, and
 * the frame gets the result once. The request that waits may reach another server process than the one that opened the
 * sign-in.
 */
import { number, object, type Parsed, text } from '../../../runtime/auth/shape.ts'
import { ownerKey } from '../addressKey.ts'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { randomId } from '../random.ts'
import { type Entry, put, type Transient } from '../transient.ts'
import { waitFor } from '../waiting.ts'
import type { Approval, FarcasterNetwork } from './network.ts'
import { type Farcaster, verify } from './verify.ts'

/** ms after which a sign-in expires. */
const LIFE = 600_000
/** The most sign-ins in a process's memory. Above that, the client with most sign-ins loses its own first. */
const MOST = 20_000
/** The number of failed polls of Farcaster in a row after which a request that waits is rejected. */
const MOST_FAILURES = 5

/**
 * A pending sign-in. Its key is the id of the frame (the login's iframe in one tab) that started it. `asked`: when a
 * server process last asked Farcaster whether a wallet has signed; 0 before the first time. `approval`: what the wallet
 * signed, which `wait` checks later.
 */
const channelShape = object(
  {
    ...{ wanted: object({ domain: text, uri: text, nonce: text, expires: number }), token: text },
    ...{ asked: number, owner: text },
  },
  { approval: object({ message: text, signature: text }) },
)
type Channel = Parsed<typeof channelShape>

const entryOf = (value: Channel): Entry<Channel> => ({ value, until: value.wanted.expires, owner: value.owner })
const ended = () => new Denied('This sign-in has ended. Start again.')

type Options = {
  network: FarcasterNetwork
  /** The service's own origin. */
  url: string
  transient: Transient
  now: () => number
}

export function createChannels({ network, url, transient, now }: Options) {
  const channels = transient.collection('farcaster', channelShape, MOST)
  /**
   * The URI in the message to sign. It ends with a slash, unlike an origin: a wallet that parses the URL would add the
   * slash, and would then sign another message than the requested one.
   */
  const uri = new URL(url).href

  /** The frame's sign-in with this nonce. @throws Denied when it is used, expired, or replaced by another one */
  const own = (nonce: string, found: Channel | undefined): Channel => {
    if (found?.wanted.nonce !== nonce) throw ended()
    return found
  }
  /**
   * Reserves the next poll of Farcaster.
   * @returns false if this or another process has polled within `network.every` ms
   */
  const mayAsk = ({ id }: Frame, nonce: string): Promise<boolean> =>
    channels.update([id], ([found]) => {
      const channel = own(nonce, found)
      const result = Math.abs(now() - channel.asked) >= network.every
      return { next: [entryOf(result ? { ...channel, asked: now() } : channel)], result }
    })
  /**
   * Stores what the wallet signed at once: Farcaster returns it only once, and this HTTP request may be about to end.
   */
  const keep = ({ id }: Frame, nonce: string, approval: Approval): Promise<void> =>
    channels.update([id], ([found]) => ({ next: [entryOf({ ...own(nonce, found), approval })], result: undefined }))

  /**
   * Asks Farcaster whether a wallet has signed, unless the stored sign-in has the approval already.
   * @param unanswered counts the failed polls in a row
   * @throws Denied if the sign-in has ended, Farcaster rejects it, or too many polls failed
   */
  const isApproved = async (frame: Frame, nonce: string, unanswered: { count: number }): Promise<boolean> => {
    const channel = own(nonce, await channels.get(frame.id))
    if (channel.approval) return true
    if (Math.abs(now() - channel.asked) < network.every || !(await mayAsk(frame, nonce))) return false
    let approval: Approval | undefined
    try {
      approval = await network.approval(channel.token)
      unanswered.count = 0
    } catch (error) {
      // Another request of the frame may have received the approval, which Farcaster returns only once.
      if (own(nonce, await channels.get(frame.id)).approval) return true
      unanswered.count += 1
      if (error instanceof Denied || unanswered.count >= MOST_FAILURES) return unreachable(error)
    }
    if (approval) await keep(frame, nonce, approval)
    return approval !== undefined
  }

  return {
    /** Starts a sign-in of a frame, which replaces an earlier one. @returns the URL that the QR code contains */
    async open(frame: Frame): Promise<string> {
      const wanted = { domain: new URL(frame.origin).host, uri, nonce: randomId(), expires: now() + LIFE }
      const { link, token } = await network.open(wanted, frame.origin).catch(unreachable)
      await put(channels, frame.id, entryOf({ wanted, token, asked: 0, owner: ownerKey(frame.ip) }))
      return link
    },
    /**
     * Waits until the frame's sign-in is approved, and resolves with the person, for one call only.
     * @throws Denied when it expires, is replaced, when `signal` aborts, or when it is approved by somebody who does
     * not own the claimed Farcaster id
     */
    async wait(frame: Frame, signal: AbortSignal): Promise<Farcaster> {
      const begun = await channels.get(frame.id)
      if (!begun) throw new Denied('Ask for a code first')
      const { nonce, expires } = begun.wanted
      const unanswered = { count: 0 }
      await waitFor(() => isApproved(frame, nonce, unanswered), expires - now(), signal)
      // The visitor has left: keep the approval, for the request that the page sends after a reload.
      if (signal.aborted) throw new Denied('Nobody waits any more', 499)
      const { wanted, approval } = await channels.update([frame.id], ([found]) => ({
        next: [undefined],
        result: own(nonce, found),
      }))
      if (!approval) throw ended()
      return verify(network, wanted, approval, now()).catch(unreachable)
    },
  }
}

/**
 * Throws the error that a page gets if a request to Farcaster failed.
 * @throws Denied always: `cause` itself if it is Denied, else 'Farcaster cannot be reached' with `cause` as its cause
 */
function unreachable(cause: unknown): never {
  if (cause instanceof Denied) throw cause
  throw Object.assign(new Denied('Farcaster cannot be reached. Try again later.', 502), { cause })
}
