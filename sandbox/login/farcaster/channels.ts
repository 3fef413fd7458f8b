/** Pending Farcaster sign-ins: a frame requests one, a wallet approves it, and the frame takes the result once. */
import { isAddressEqual, isHex, recoverMessageAddress } from 'viem'
import { Denied } from '../denied.ts'
import type { Frame } from '../frames.ts'
import { randomId } from '../random.ts'
import { createWaiting } from '../waiting.ts'
import { readMessage, type Wanted } from './message.ts'
import { FARCASTER_PEOPLE } from './people.ts'

const LIFE = 600_000

export type Farcaster = { fid: number; name: string }
type Channel = { wanted: Wanted; site: string; used: boolean }

export type Channels = ReturnType<typeof createChannels>

/** @param walletPage the URL of the page on which a person approves a sign-in @param uri the service's own URL */
export function createChannels(walletPage: string, uri: string, now: () => number) {
  const channels = new Map<string, Channel>()
  /** The id of each frame's pending sign-in, by the frame's id. */
  const pending = new Map<string, string>()
  const approved = createWaiting<Farcaster>()
  const live = (id: string): Channel => {
    const channel = channels.get(id)
    if (!channel || channel.wanted.expires < now()) throw new Denied('This sign-in has ended. Start again.', 404)
    return channel
  }
  return {
    /** Starts a sign-in of a frame, which replaces an earlier one. @returns the URL that the QR code contains */
    open(frame: Frame): string {
      for (const [id, { wanted }] of channels) if (wanted.expires < now()) channels.delete(id)
      for (const [key, id] of pending) if (!channels.has(id)) pending.delete(key)
      channels.delete(pending.get(frame.id) ?? '')
      const id = randomId()
      const wanted = { domain: new URL(frame.origin).host, uri, nonce: randomId(), expires: now() + LIFE }
      channels.set(id, { wanted, site: frame.origin, used: false })
      pending.set(frame.id, id)
      return `${walletPage}?farcaster=${id}`
    },
    /** What a wallet shows and signs for a sign-in. @throws Denied when the sign-in is unknown or expired */
    describe: (id: string) => {
      const { wanted, site } = live(id)
      return { ...wanted, site, people: FARCASTER_PEOPLE.map(({ fid, name }) => ({ fid, name })) }
    },
    /** @throws Denied when the message is not the requested one, or its signer is not the person it names */
    async approve(id: string, message: string, signature: string): Promise<Farcaster> {
      const channel = live(id)
      if (channel.used) throw new Denied('This sign-in was approved already.', 409)
      if (!isHex(signature)) throw new Denied('A signature in hex is expected')
      const { address, fid, issuedAt } = asked(() => readMessage(message, channel.wanted))
      if (issuedAt > now() + 60_000) throw new Denied('The message is of the future')
      const person = FARCASTER_PEOPLE.find((each) => each.fid === fid)
      if (!person || !isAddressEqual(person.custody, address))
        throw new Denied('This number belongs to somebody else', 403)
      const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined)
      if (!signer || !isAddressEqual(signer, address)) throw new Denied('The signature does not fit', 403)
      channel.used = true
      approved.settle(id, { fid, name: person.name })
      return { fid, name: person.name }
    },
    /**
     * Resolves when the frame's sign-in is approved, for one call only.
     * @throws Denied when it expires or is replaced
     */
    async wait(frame: Frame, signal: AbortSignal): Promise<Farcaster> {
      const id = pending.get(frame.id)
      if (id === undefined) throw new Denied('Ask for a code first')
      const { wanted } = live(id)
      const who = await approved.wait(id, wanted.expires - now(), signal)
      if (pending.get(frame.id) !== id) throw new Denied('This sign-in has ended. Start again.')
      pending.delete(frame.id)
      channels.delete(id)
      return who
    },
  }
}

function asked<T>(task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw new Denied(error instanceof Error ? error.message : String(error))
  }
}
