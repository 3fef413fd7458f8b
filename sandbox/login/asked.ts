/** A request from the service's own pages, and its result. */
import type { Session, User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import type { Core } from './core.ts'

/** A request of the frame. The browser stores `token` and `device`. */
export type Asked = {
  frame: Frame
  token: string | undefined
  device: string | undefined
  /** What the popup of a social login gave to the frame in its own browser. */
  proof: string | undefined
  /** The browser's name, for the person; it proves nothing. */
  browser: string | undefined
  /** CAIP-2 */
  caip: string
  signal: AbortSignal
}
/** The frame stores `session` and `device`. A `session` of null ends the current one. */
export type Told<T = unknown> = {
  answer: T
  session?: { token: string; handle: string } | null
  device?: string
}
export const said = <T>(answer: T): Told<T> => ({ answer })
export const nothing = said(undefined)

/** The signed-in user and session. @throws Denied */
export async function current(service: Core, { token, frame }: Asked): Promise<{ user: User; session: Session }> {
  const session = await service.sessions.find(token, frame.origin)
  const user = await service.userOf(session)
  if (!session || !user) throw new Denied('Nobody is signed in', 401, 4100)
  return { user, session }
}
