/** How many mails, frames and wrong codes there may be. In memory: a restart forgets the counts. */
import { mailboxOf } from './address.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'

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

/** Who asks for a mail or tries a code. */
export type Asker = {
  ip: string
  /**
   * The browser, if whoever reads the address's mails has let it in, by a login or by pressing the link of a mail: the hash
   * of its token, or its frame. What strangers do counts elsewhere, so that they cannot shut it out.
   */
  lane?: string
}

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

/** Counts what happened in the last `length` ms, by key. */
function createWindow(length: number, now: () => number) {
  const times = new Map<string, number[]>()
  let swept = now()
  const recent = (key: string) => (times.get(key) ?? []).filter((at) => now() - at < length)
  return {
    recent,
    /** Ms until there is room for one more; 0 when there is. */
    wait(key: string, most: number): number {
      const all = recent(key)
      return all.length < most ? 0 : (all.at(-most) ?? now()) + length - now()
    },
    add(key: string) {
      times.set(key, [...recent(key), now()])
      if (now() - swept < length) return
      swept = now()
      for (const [each, list] of times) if ((list.at(-1) ?? 0) + length < now()) times.delete(each)
    },
    clear: () => times.clear(),
  }
}

export type Limiter = ReturnType<typeof createLimits>

export function createLimits(rules: () => Limits, now: () => number) {
  const [mailboxes, frames] = [createWindow(HOUR, now), createWindow(HOUR, now)]
  const [ips, opened] = [createWindow(HOUR, now), createWindow(HOUR, now)]
  const [wrong, wrongOfIps] = [createWindow(DAY, now), createWindow(DAY, now)]
  const refuse = (ms: number) => {
    const seconds = Math.ceil(ms / 1000)
    if (seconds > 0) throw new Denied(`Please try again after ${seconds} seconds`, 429)
  }
  return {
    /**
     * Counts one mail before it is sent, so that a slow mail server does not allow more of them. The browsers that were let
     * in have `perHour` mails together, and all others have as many.
     * @throws Denied 429 when it is too soon, or too many
     */
    mail({ id, ip }: Pick<Frame, 'id' | 'ip'>, email: string, lane?: string) {
      const { resendAfter, perHour, perFrame, perIp } = rules()
      const mailbox = mailboxOf(email)
      const hourly = `${mailbox} ${lane === undefined ? 'others' : 'let in'}`
      const last = mailboxes.recent(mailbox).at(-1)
      const soon = last === undefined ? 0 : last + resendAfter - now()
      refuse(Math.max(soon, mailboxes.wait(hourly, perHour), frames.wait(id, perFrame), ips.wait(ip, perIp)))
      mailboxes.add(mailbox)
      mailboxes.add(hourly)
      frames.add(id)
      ips.add(ip)
    },
    /** Counts one frame. @throws Denied 429 */
    open(ip: string) {
      refuse(opened.wait(ip, rules().framesPerIp))
      opened.add(ip)
    },
    /** @throws Denied 429 when there were too many wrong codes of the asker for this address today */
    mayTry(email: string, { ip, lane }: Asker) {
      const { wrongPerDay, wrongPerIp } = rules()
      const ofIp = lane === undefined ? wrongOfIps.wait(`${email} ${ip}`, wrongPerIp) : 0
      if (Math.max(ofIp, wrong.wait(`${email} ${lane ?? ''}`, wrongPerDay)) > 0)
        throw new Denied('Too many wrong codes. Try again tomorrow.', 429)
    },
    wrongCode(email: string, { ip, lane }: Asker) {
      wrong.add(`${email} ${lane ?? ''}`)
      if (lane === undefined) wrongOfIps.add(`${email} ${ip}`)
    },
    clear() {
      for (const each of [mailboxes, frames, ips, opened, wrong, wrongOfIps]) each.clear()
    },
  }
}
