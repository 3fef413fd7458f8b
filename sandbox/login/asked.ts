/** A request from the login service's own pages, and its result. */
import type { Shape } from '../../runtime/auth/shape.ts'
import type { Session, User } from './database.ts'
import { Denied } from './denied.ts'
import type { Frame } from './frames.ts'
import type { Core } from './core.ts'
import type { Owner } from './lock/open.ts'
import type { Unlock } from './lock/shapes.ts'

/**
 * A request of one of the service's own pages: the login frame (the service's iframe in a site's page) or the
 * dashboard. `token` (of the session) and `device` are the secrets that the browser stores, if it has them.
 */
export type Asked = {
  frame: Frame
  token: string | undefined
  device: string | undefined
  /** The secret that a social login's popup passed to the frame: only a popup in the frame's browser can pass it. */
  proof: string | undefined
  /** Opens the lock of the account's keys (by a passkey or the recovery code), if the page sent it. */
  unlock: Unlock | undefined
  /** The browser's name, which mails and lists show to the person. Anybody can send any name, so it proves nothing. */
  browser: string | undefined
  /** The chain (CAIP-2) of the request: the one that it names, else the one that the site uses, else `eip155:1`. */
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

/**
 * The signed-in user and session, with the request's frame and browser, and what opens the lock of the account's keys
 * if the page sent it.
 * @throws Denied 401 when nobody is signed in
 */
export async function owning(service: Core, asked: Asked): Promise<Owner> {
  const { frame, browser, unlock } = asked
  return { ...(await current(service, asked)), frame, browser, unlock }
}

/**
 * The user who is signed in on the dashboard.
 * @throws Denied if nobody is, or the request comes from a frame in a site
 */
export async function atDashboard(service: Core, asked: Asked): Promise<Owner> {
  if (asked.frame.origin !== service.url) throw new Denied('Only for the dashboard', 403)
  return owning(service, asked)
}

/** A request that only the service's own pages send, and how it is answered. */
export type Own = { asks: Shape<unknown>; run: (service: Core, payload: never, asked: Asked) => Promise<Told> }
export const own = <T>(asks: Shape<T>, run: (service: Core, payload: T, asked: Asked) => Promise<Told>): Own => ({
  asks,
  run,
})
