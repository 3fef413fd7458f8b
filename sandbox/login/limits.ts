/**
 * Limits mails, frames, sign-ins with Farcaster and wrong codes: against flooding a mailbox or another service, and
 * against guessing a code.
 */
import { list, number, object, type Parsed, text } from '../../runtime/auth/shape.ts'
import { mailboxOf } from './address.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import type { Entry, Transient } from './transient.ts'

/** The limits. The numbers of mails, of opened frames and of sign-ins with Farcaster are per hour. */
export type Limits = {
  /** The minimum time between two mails to one mailbox, in ms. */
  resendAfter: number
  /** Mails to one mailbox. */
  perHour: number
  /** Mails that one frame may cause. */
  perFrame: number
  /** Mails that one IP address may cause. */
  perIp: number
  /** Frames that one IP address may open. */
  framesPerIp: number
  /** Sign-ins with Farcaster that one frame, and one IP address, may begin. */
  channelsPerFrame: number
  channelsPerIp: number
  /**
   * Wrong codes for one email address per day: for each browser that was let in before (see `Asker`), and for all other
   * browsers together.
   */
  wrongPerDay: number
  /**
   * Wrong codes for one email address per day from one IP address, not counting those of browsers that were let in
   * before.
   */
  wrongPerIp: number
  /** The highest cost (see `rpc/cost.ts`) of requests to the networks in a minute, per account and per IP address. */
  rpcPerUser: number
  rpcPerIp: number
  /**
   * Requests per frame and per IP address that wait at once for a person to press a mailed link or approve in a wallet.
   */
  waitsPerFrame: number
  waitsPerIp: number
  /** The time after a login at which its session ends, however much it is used, in ms. */
  sessionLife: number
}

/**
 * Who asks for a mail or tries a code. `lane` is set if the reader of the address's mails has let the browser in, by a
 * login or by pressing a mailed link; it is the hash of the browser's device token, or the frame's id. For attempts to
 * open a lock, it is the session's handle. Limits count requests with a lane separately, so that strangers cannot use
 * up what the person's own browser may do.
 */
export const askerShape = object({ ip: text }, { lane: text })
export type Asker = Parsed<typeof askerShape>

/**
 * NIST SP 800-63B 3.2.2 allows at most 100 wrong codes for an account. One guess in a million is right, so strangers,
 * who together have 100 a day for an address, guess right on one day in 10,000, and within a year with a probability of
 * 3.6 %. If the account was used before and unknown browsers need the mailed link, strangers never guess right, because
 * no code is made for them. A browser that was let in has 100 attempts of its own.
 */
export const limitRules: Limits = {
  resendAfter: 30_000,
  perHour: 10,
  perFrame: 30,
  perIp: 1_000,
  framesPerIp: 5_000,
  channelsPerFrame: 30,
  channelsPerIp: 1_000,
  wrongPerDay: 100,
  wrongPerIp: 20,
  rpcPerUser: 3_000,
  rpcPerIp: 30_000,
  waitsPerFrame: 5,
  waitsPerIp: 200,
  sessionLife: 90 * 86_400_000,
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000

/** Counts of an event: `[ms since 1970, how often]`, oldest first. */
const counts = list(list(number))
type Counts = Parsed<typeof counts>

/**
 * Counts events in a sliding window.
 * @param length the window's length, in ms
 * @param grain times are rounded up to a multiple of this many ms, so that the lists of counts stay short
 */
function createWindow(length: number, grain: number, now: () => number) {
  const recent = (all: Counts = []) => all.filter(([at = 0]) => now() - at < length)
  const slot = () => Math.ceil(now() / grain) * grain
  return {
    recent,
    last: (all: Counts | undefined) => recent(all).at(-1)?.[0],
    /** The ms to wait until fewer than `most` events are in the window; 0 when that is so now. */
    wait(all: Counts | undefined, most: number): number {
      let left = most
      for (const [at = 0, times = 0] of recent(all).reverse()) {
        left -= times
        if (left <= 0) return at + length - now()
      }
      return 0
    },
    /**
     * Adds `times` events now; -1 removes the newest one, 0 only drops old ones.
     * @returns undefined when none is left
     */
    add(all: Counts | undefined, times = 1): Entry<Counts> | undefined {
      const kept = recent(all)
      const [at, before] = kept.at(-1) ?? []
      const isSlot = times < 0 || at === slot()
      const next = [
        ...(isSlot ? kept.slice(0, -1) : kept),
        [isSlot ? (at ?? slot()) : slot(), (isSlot ? (before ?? 0) : 0) + times],
      ]
      const value = next.filter(([, each = 0]) => each > 0)
      return value.length ? { value, until: now() + length } : undefined
    },
  }
}

export type Limiter = ReturnType<typeof createLimits>

export function createLimits(rules: () => Limits, transient: Transient, now: () => number) {
  const [mails, wrong] = [transient.collection('mails', counts), transient.collection('wrong', counts)]
  const [opened, begun] = [transient.collection('opened', counts), transient.collection('begun', counts)]
  const [hour, hourOfIp, day] = [createWindow(HOUR, 1, now), createWindow(HOUR, MINUTE, now), createWindow(DAY, 1, now)]
  /** Throws Denied 429 that says to wait for `ms`. Does nothing for 0 ms or less. */
  const refuse = (ms: number) => {
    const seconds = Math.ceil(ms / 1000)
    if (seconds > 0) throw new Denied(`Please try again after ${seconds} seconds`, 429)
  }
  return {
    async clear(): Promise<void> {
      await Promise.all([mails.clear(), wrong.clear(), opened.clear(), begun.clear()])
    },
    /**
     * Counts one mail. Call it before sending, so that requests that arrive during a slow delivery see this mail
     * counted. The mailbox gets `perHour` mails for browsers that were let in (`lane`), and as many for all other
     * browsers.
     * @throws Denied 429, and counts nothing, when the last mail was too recent or a limit is reached
     */
    async mail({ id, ip }: Pick<Frame, 'id' | 'ip'>, email: string, lane?: string): Promise<void> {
      const { resendAfter, perHour, perFrame, perIp } = rules()
      const mailbox = mailboxOf(email)
      const keys = [
        `mailbox ${mailbox}`,
        `mailbox ${mailbox} ${lane === undefined ? 'others' : 'let in'}`,
        `frame ${id}`,
        `ip ${ip}`,
      ]
      const wait = await mails.update(keys, ([all, hourly, ofFrame, ofIp]) => {
        const last = hour.last(all)
        const soon = last === undefined ? 0 : last + resendAfter - now()
        const needed = [hour.wait(hourly, perHour), hour.wait(ofFrame, perFrame), hourOfIp.wait(ofIp, perIp)]
        const result = Math.max(soon, ...needed)
        const add = result > 0 ? 0 : 1
        return {
          next: [hour.add(all, add), hour.add(hourly, add), hour.add(ofFrame, add), hourOfIp.add(ofIp, add)],
          result,
        }
      })
      refuse(wait)
    },
    /** Counts one opened frame of an IP address. @throws Denied 429 when `framesPerIp` is reached */
    async open(ip: string): Promise<void> {
      const wait = await opened.update([ip], ([all]) => {
        const result = hourOfIp.wait(all, rules().framesPerIp)
        return { next: [hourOfIp.add(all, result > 0 ? 0 : 1)], result }
      })
      refuse(wait)
    },
    /**
     * Counts one sign-in with Farcaster, because each one sends a request to Farcaster's relay.
     * @throws Denied 429, and counts nothing, when a limit is reached
     */
    async channel({ id, ip }: Pick<Frame, 'id' | 'ip'>): Promise<void> {
      const { channelsPerFrame, channelsPerIp } = rules()
      const wait = await begun.update([`frame ${id}`, `ip ${ip}`], ([ofFrame, ofIp]) => {
        const result = Math.max(hour.wait(ofFrame, channelsPerFrame), hourOfIp.wait(ofIp, channelsPerIp))
        const add = result > 0 ? 0 : 1
        return { next: [hour.add(ofFrame, add), hourOfIp.add(ofIp, add)], result }
      })
      refuse(wait)
    },
    /**
     * Counts an attempt of the asker at this address's code as wrong.
     * @returns a function that subtracts it again, to be called if the code was right
     * @throws Denied 429 when the limit of the last 24 hours is reached
     */
    async attempt(email: string, { ip, lane }: Asker): Promise<() => Promise<void>> {
      const { wrongPerDay, wrongPerIp } = rules()
      const keys = [`${email} ${lane ?? ''}`, ...(lane === undefined ? [`${email} at ${ip}`] : [])]
      const most = [wrongPerDay, wrongPerIp]
      const isLate = await wrong.update(keys, (found) => {
        const result = found.some((all, at) => day.wait(all, most[at] ?? 0) > 0)
        return { next: found.map((all) => day.add(all, result ? 0 : 1)), result }
      })
      if (isLate) throw new Denied('Too many wrong codes. Try again tomorrow.', 429)
      return () => wrong.update(keys, (found) => ({ next: found.map((all) => day.add(all, -1)), result: undefined }))
    },
  }
}
