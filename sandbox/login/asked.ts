/** A request from the service's own pages, and its result. */
import type { Session, User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import type { Core } from './core.ts'

/**
 * A request of the login frame (the service's iframe in a site's page). `token` (of the session) and `device` are the
 * secrets that the browser stores, if it has them.
 */
export type Asked = {
  frame: Frame
  token: string | undefined
  device: string | undefined
  /** The proof that a social login's popup passed to the frame: only a popup in the same browser can do that. */
  proof: string | undefined
  /** The browser's name, which mails and lists show to the person. Anybody can send any name, so it proves nothing. */
  browser: string | undefined
  /** The chain (CAIP-2) that came with the message: the one it is about, else the one that the site uses. */
  caip: string
  signal: AbortSignal
}
/** A result. The frame stores `session` and `device` if they are there; `session: null` makes it forget the session. */
export type Told<T = unknown> = {
  answer: T
  session?: { token: string; handle: string } | null
  device?: string
}
export const said = <T>(answer: T): Told<T> => ({ answer })
export const nothing = said(undefined)

/** The signed-in user and session. @throws Denied 401 when nobody is signed in on the frame's site */
export async function current(service: Core, { token, frame }: Asked): Promise<{ user: User; session: Session }> {
  const session = await service.sessions.find(token, frame.origin)
  const user = await service.userOf(session)
  if (!session || !user) throw new Denied('Nobody is signed in', 401, 4100)
  return { user, session }
}
