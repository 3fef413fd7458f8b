/** Makes one-time codes and mails them, within the limits. */
import type { Codes, Purpose } from './codes.ts'
import { aboutUser, type Approvals } from './devices.ts'
import type { User } from './database.ts'
import type { Frame } from './frames.ts'
import type { Asker, Limiter } from './limits.ts'
import { letters } from './mail/letters.ts'
import type { Post } from './mail/post.ts'
import { hashOf } from './random.ts'
import type { Sessions } from './sessions.ts'
import { epochOf } from './store.ts'
import type { Users } from './users.ts'

type Parts = {
  codeTtl: () => number
  users: Users
  sessions: Sessions
  codes: Codes
  limits: Limiter
  approvals: Approvals
  post: Post
}

/**
 * `device`: the browser's device token, if it has one. `counted`: whether the mail counts for the limits (default
 * true). `user`, for a login only: the account when the login began, if there was one.
 */
type Sending = { device?: string | undefined; counted?: boolean; user?: Pick<User, 'epoch'> | undefined }
export type SendCode = (frame: Frame, purpose: Purpose, email: string, sending: Sending) => Promise<void>

/** Converts the lifetime of a code or a link from ms to the minutes that a mail says, at least 1. */
export const minutesOf = (ttl: number) => Math.max(1, Math.round(ttl / 60_000))
/** The host of the site that a frame is in. */
export const hostOf = ({ origin }: Frame) => new URL(origin).host

export function createSendCode({ codeTtl, users, sessions, codes, limits, approvals, post }: Parts): SendCode {
  const askerOf = async (frame: Frame, email: string, device: string | undefined): Promise<Asker> => {
    const { id, ip } = frame
    const user = await users.byEmail(email)
    if (user && device !== undefined && (await sessions.knows(user, device))) return { ip, lane: hashOf(device) }
    return { ip, ...((await approvals.allows(frame, { ...aboutUser(user), email })) && { lane: id }) }
  }
  return async (frame, purpose, email, { device, counted = true, user = {} }) => {
    const asker = await askerOf(frame, email, device)
    if (counted) await limits.mail(frame, email, asker.lane)
    const code = await codes.make(frame.id, purpose, email, { ...asker, epoch: epochOf(user) })
    await post.send(letters(frame.language).code(email, code, purpose, hostOf(frame), minutesOf(codeTtl())))
  }
}
