/**
 * Changes an account's email address. The person first confirms the change in the login frame (the service's iframe in
 * a site's page), then enters a code that is sent to the old address (if there is one) and a code that is sent to the
 * new one.
 */
import { nullable, object, text } from '../../runtime/auth/shape.ts'
import { parseEmail } from './address.ts'
import type { Codes } from './codes.ts'
import type { Session, User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { letters } from './mail/letters.ts'
import type { Post } from './mail/post.ts'
import { hostOf, type SendCode } from './sendCode.ts'
import { put, type Transient } from './transient.ts'
import type { Undo } from './undo.ts'
import type { Users } from './users.ts'

type Parts = {
  url: string
  codeTtl: () => number
  users: Users
  codes: Codes
  post: Post
  undo: Undo
  sendCode: SendCode
  now: () => number
  transient: Transient
  /** Called after each change of an address. */
  changed: (user: User, site: string) => Promise<void>
}

/** A change that the person has confirmed in the frame: from the address `from` to the address `to`. */
const confirmedShape = object({ user: text, from: nullable(text), to: text })

export function createChanges({ url, codeTtl, users, codes, post, undo, sendCode, now, transient, changed }: Parts) {
  /** Confirmed changes, by the frame's id. */
  const confirmations = transient.collection('confirmed', confirmedShape)
  const isConfirmed = async ({ id }: Frame, user: User, to: string) => {
    const found = await confirmations.get(id)
    return found !== undefined && found.user === user.id && found.from === user.email && found.to === to
  }
  /** The change as the frame shows it. @throws Denied for an invalid address, or the account's own */
  const planned = async (frame: Frame, user: User, given: string) => {
    const to = parseEmail(given)
    if (to === user.email) throw new Denied('This is your email address already')
    return { from: user.email, to, confirmed: await isConfirmed(frame, user, to) }
  }
  return {
    planned,
    /**
     * Forgets a frame's confirmed change. Call it at sign-out and at a new login: another person may use the frame
     * next.
     */
    forget: ({ id }: Frame): Promise<void> => put(confirmations, id, undefined),
    /** Forgets the changes that a user has confirmed, in all frames. */
    drop: ({ id }: Pick<User, 'id'>): Promise<void> => confirmations.drop(id),
    /**
     * Stores that the person has confirmed the change to `given` in the frame. The confirmation is valid for as long as
     * a code is.
     */
    async confirm(frame: Frame, user: User, given: string): Promise<void> {
      const { from, to } = await planned(frame, user, given)
      const value = { user: user.id, from, to }
      await put(confirmations, frame.id, { value, until: now() + codeTtl(), about: user.id })
    },
    /**
     * Sends the first code: to the old address, or to the new one if the account has no address.
     * @throws Denied if the change is not confirmed
     */
    async update(frame: Frame, user: User, given: string, device: string | undefined) {
      const { from, to, confirmed } = await planned(frame, user, given)
      if (!confirmed) throw new Denied('Confirm the change in the wallet first', 403)
      await sendCode(frame, from === null ? 'updateNew' : 'updateOld', from ?? to, { device })
      return { action: from === null ? ('VERIFY_SECONDARY_OTP' as const) : ('VERIFY_PRIMARY_OTP' as const) }
    },
    async updateOld(frame: Frame, otp: string, device: string | undefined) {
      await codes.use(frame.id, 'updateOld', otp)
      const confirmed = await confirmations.get(frame.id)
      if (!confirmed) throw new Denied('Start with the new address')
      await sendCode(frame, 'updateNew', confirmed.to, { device })
    },
    async updateNew(frame: Frame, { user, session }: { user: User; session: Session }, otp: string) {
      const newEmail = await codes.use(frame.id, 'updateNew', otp)
      // Someone may have tricked the person into passing on the codes. Only the confirmation, a click in the login's
      // frame, proves that the person wants this change.
      if (!(await isConfirmed(frame, user, newEmail))) throw new Denied('Confirm the change in the wallet first', 403)
      const before = user.email
      // Store the new address and its undo link in one step, so that the account cannot be deleted between the two.
      const { token, change } = await undo.prepare(user, newEmail)
      await users.setEmail(user, newEmail, change, session)
      await put(confirmations, frame.id, undefined)
      try {
        const link = `${url}/undo#${token}`
        if (before) await post.send(letters(frame.language).changed(before, newEmail, hostOf(frame), link))
      } finally {
        await changed(user, frame.origin)
      }
      return { newEmail }
    },
  }
}
