/** How many mails, frames and wrong codes there may be. */
import { list, number, object, type Parsed, text } from '../../runtime/auth/shape.ts'
import { mailboxOf } from './address.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import type { Entry, Transient } from './transient.ts'

/** Numbers are per hour where they do not say otherwise. */
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
  /**
   * Wrong codes for one address in a day: of each browser that was let in before, and of all other browsers together.
   */
  wrongPerDay: number
  /** Wrong codes for one address in a day, of the other browsers of one IP address. */
  wrongPerIp: number
}

/**
 * Who asks for a mail or tries a code. `lane`: the browser, if whoever reads the address's mails has let it in, by a login or by
 * pressing the link of a mail: the hash of its token, or its frame. What strangers do counts elsewhere, so that they cannot shut
 * it out.
 */
export const askerShape = object({ ip: text }, { lane: text })
export type Asker = Parsed<typeof askerShape>

/**
 * A hundred wrong codes for an account is the ceiling of NIST SP 800-63B 3.2.2. A guess is right once in a million, so
 * strangers, who have a hundred a day for an address together, are right on one day in 10,000, and with 3.6 % if they guess
 * for a year. If the account was used before, and unknown browsers need the mail's link, they are never right: those codes
 * are sent to nobody and match nothing. A browser that was let in has a hundred of its own.
 */
export const limitRules: Limits = {
  resendAfter: 30_000,
  perHour: 10,
  perFrame: 30,
  perIp: 1_000,
  framesPerIp: 5_000,
  wrongPerDay: 100,
  wrongPerIp: 20,
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINUTE = 60_000

/** How often something happened, by when: `[ms, times]`, oldest first. */
const counts = list(list(number))
type Counts = Parsed<typeof counts>

/** @param length of the past that counts, in ms @param grain times within it count as its end, so that lists stay short */
function createWindow(length: number, grain: number, now: () => number) {
  const recent = (all: Counts = []) => all.filter(([at = 0]) => now() - at < length)
  const slot = () => Math.ceil(now() / grain) * grain
  return {
    recent,
    last: (all: Counts | undefined) => recent(all).at(-1)?.[0],
    /** Ms until there is room for one more; 0 when there is. */
    wait(all: Counts | undefined, most: number): number {
      let left = most
      for (const [at = 0, times = 0] of recent(all).reverse()) {
        left -= times
        if (left <= 0) return at + length - now()
      }
      return 0
    },
    /** @param times minus one takes one back */
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
  const opened = transient.collection('opened', counts)
  const [hour, hourOfIp, day] = [createWindow(HOUR, 1, now), createWindow(HOUR, MINUTE, now), createWindow(DAY, 1, now)]
  /** @throws Denied 429 */
  const refuse = (ms: number) => {
    const seconds = Math.ceil(ms / 1000)
    if (seconds > 0) throw new Denied(`Please try again after ${seconds} seconds`, 429)
  }
  return {
    async clear(): Promise<void> {
      await Promise.all([mails.clear(), wrong.clear(), opened.clear()])
    },
    /**
     * Counts one mail before it is sent, so that a slow mail server does not allow more of them. The browsers that were let
     * in have `perHour` mails together, and all others have as many.
     * @throws Denied 429 when it is too soon, or too many
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
    /** Counts one frame. @throws Denied 429 */
    async open(ip: string): Promise<void> {
      const wait = await opened.update([ip], ([all]) => {
        const result = hourOfIp.wait(all, rules().framesPerIp)
        return { next: [hourOfIp.add(all, result > 0 ? 0 : 1)], result }
      })
      refuse(wait)
    },
    /**
     * Counts a code of the asker for this address as wrong. @returns takes that back, for a code that was right
     * @throws Denied 429 when there were too many wrong ones today
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
