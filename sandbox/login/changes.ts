/** Changing the email address: a press in the frame, then the codes of both addresses. */
import { parseEmail } from './address.ts'
import type { Codes } from './codes.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import { letters } from './mail/letters.ts'
import type { Post } from './mail/post.ts'
import { hostOf, type SendCode } from './sendCode.ts'
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
  /** Called after each change of an address. */
  changed: (user: User, site: string) => Promise<void>
}

export function createChanges({ url, codeTtl, users, codes, post, undo, sendCode, now, changed }: Parts) {
  const isConfirmed = ({ confirmed }: Frame, user: User, to: string) =>
    confirmed !== undefined &&
    confirmed.user === user.id &&
    confirmed.from === user.email &&
    confirmed.to === to &&
    confirmed.until >= now()
  /** What a change would do, for the frame to show. @throws Denied for an address that cannot be the new one */
  const planned = (frame: Frame, user: User, given: string) => {
    const to = parseEmail(given)
    if (to === user.email) throw new Denied('This is your email address already')
    return { from: user.email, to, confirmed: isConfirmed(frame, user, to) }
  }
  return {
    planned,
    /** The person has confirmed the change in the frame. It is for this user and address, while codes are valid. */
    confirm(frame: Frame, user: User, given: string) {
      const { from, to } = planned(frame, user, given)
      frame.confirmed = { user: user.id, from, to, until: now() + codeTtl() }
    },
    /** @throws Denied when the person has not confirmed exactly this change in the frame */
    async update(frame: Frame, user: User, given: string, device: string | undefined) {
      const { from, to, confirmed } = planned(frame, user, given)
      if (!confirmed) throw new Denied('Confirm the change in the wallet first', 403)
      frame.newEmail = to
      await sendCode(frame, from === null ? 'updateNew' : 'updateOld', from ?? to, { device })
      return { action: from === null ? ('VERIFY_SECONDARY_OTP' as const) : ('VERIFY_PRIMARY_OTP' as const) }
    },
    async updateOld(frame: Frame, otp: string, device: string | undefined) {
      codes.use(frame.id, 'updateOld', otp)
      if (!frame.newEmail) throw new Denied('Start with the new address')
      await sendCode(frame, 'updateNew', frame.newEmail, { device })
    },
    async updateNew(frame: Frame, user: User, otp: string) {
      const newEmail = codes.use(frame.id, 'updateNew', otp)
      // The codes prove who reads the mails; only the person's press in the frame proves that the change is wanted.
      if (!isConfirmed(frame, user, newEmail)) throw new Denied('Confirm the change in the wallet first', 403)
      const before = user.email
      // The change and its link are stored in one step, so that a deletion cannot come between them.
      const { token, change } = await undo.prepare(user, newEmail)
      await users.setEmail(user, newEmail, change)
      delete frame.newEmail
      delete frame.confirmed
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
