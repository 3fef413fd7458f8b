/**
 * Requests that only the service's own pages send. They are not messages of the protocol (`MESSAGES`), so a site cannot
 * send them through the login frame (the service's iframe in its page): the frame confirms a change of address, and
 * asks who pays a fee; the dashboard lists and ends sessions, exports the keys and deletes the account.
 */
import { anything, object, type Shape, text } from '../../runtime/auth/shape.ts'
import { type Asked, current, nothing, said, type Told } from './asked.ts'
import type { Session, User } from './database.ts'
import { Denied } from './denied.ts'
import type { Core } from './core.ts'
import { letters } from './mail/letters.ts'
import { costOf } from './rpc/cost.ts'

const otp = object({}, { otp: text })
const one = object({ id: text })
const to = object({ email: text })
const confirmed = object({ email: text, account: text })
const batch = object({ params: anything })
type Own = { asks: Shape<unknown>; run: (service: Core, payload: never, asked: Asked) => Promise<Told> }
const own = <T>(asks: Shape<T>, run: (service: Core, payload: T, asked: Asked) => Promise<Told>): Own => ({
  asks,
  run,
})
const none = object({})
/** What the two questions to a paymaster cost, besides the calls (see rpc/cost.ts). */
const ASKING = 10

/** The signed-in user. @throws Denied if nobody is signed in, or the session may not change the address */
async function mayChange(service: Core, asked: Asked): Promise<User> {
  const { user, session } = await current(service, asked)
  // An account without an address gets no mail that could undo the change, so it needs a recent login.
  if (user.email === null) service.sessions.mustBeFresh(session)
  return user
}

/**
 * The user who is signed in on the dashboard.
 * @throws Denied if nobody is, or the request comes from a frame in a site
 */
async function atDashboard(service: Core, asked: Asked): Promise<{ user: User; session: Session }> {
  if (asked.frame.origin !== service.url) throw new Denied('Only for the dashboard', 403)
  return current(service, asked)
}

/**
 * Begins an export or a deletion. It mails a code if the account has an address. An export, or an account without an
 * address, needs a recent login.
 * @returns whether a code was mailed
 */
async function startProof(service: Core, asked: Asked, purpose: 'export' | 'forget') {
  const { user, session } = await atDashboard(service, asked)
  if (purpose === 'export' || user.email === null) service.sessions.mustBeFresh(session)
  if (user.email !== null) await service.email.sendCode(asked.frame, purpose, user.email, asked)
  return said({ mailed: user.email !== null })
}
/** Checks what {@link startProof} asked for: the code and the recent login. @throws Denied */
async function proved(service: Core, asked: Asked, purpose: 'export' | 'forget', given = '') {
  const { user, session } = await atDashboard(service, asked)
  if (purpose === 'export' || user.email === null) service.sessions.mustBeFresh(session)
  if (user.email !== null) await service.codes.use(asked.frame.id, purpose, given)
  return { user, session }
}

/** The requests by name, and how each is answered. */
export const OWN: Readonly<Record<string, Own>> = {
  /** The frame asks what a change of address would do, to show it to the person. */
  CHANGE: own(to, async (service, { email }, asked) => {
    const user = await mayChange(service, asked)
    return said({ ...(await service.changes.planned(asked.frame, user, email)), account: user.id })
  }),
  /**
   * The frame reports that the person has approved the change of address of an `account`. Another one may have been
   * signed in since the person was asked.
   */
  CHANGE_CONFIRMED: own(confirmed, async (service, { email, account }, asked) => {
    const user = await mayChange(service, asked)
    if (user.id !== account) throw new Denied('Another account is signed in now', 403)
    await service.changes.confirm(asked.frame, user, email)
    return nothing
  }),
  /**
   * The frame asks whether the paymaster that a page names for a batch pays its fee, to show it to the person. The
   * answer is null where the person pays.
   */
  SPONSOR: own(batch, async (service, { params }, asked) => {
    const { user } = await current(service, asked)
    service.pace.request(user.id, asked.frame.ip, ASKING + costOf('wallet_sendCalls', params))
    return said(await service.rpc.sponsor(user, { params, caip: asked.caip, site: asked.frame.origin }))
  }),
  SESSIONS: own(none, async (service, _, asked) => {
    const { user, session } = await atDashboard(service, asked)
    const list = await service.sessions.list(user)
    return said({ list: list.map((each) => ({ ...each, current: each.id === session.handle })) })
  }),
  SIGN_OUT_ONE: own(one, async (service, { id }, asked) => {
    await service.sessions.signOut((await atDashboard(service, asked)).user, id)
    return nothing
  }),
  SIGN_OUT_ALL: own(none, async (service, _, asked) => {
    await service.signOut((await atDashboard(service, asked)).user)
    return { ...nothing, session: null }
  }),
  EXPORT_CODE: own(none, (service, _, asked) => startProof(service, asked, 'export')),
  EXPORT: own(otp, async (service, payload, asked) => {
    const { user } = await proved(service, asked, 'export', payload.otp)
    const { evm, solana } = await service.users.keysOf(user)
    await service.record('exported', user, { site: asked.frame.origin })
    const { exported } = letters(asked.frame.language)
    if (user.email) await service.email.tell(exported(user.email, asked.browser, `${service.url}/dashboard`))
    return said({ evm, solana: Buffer.from(solana).toString('hex') })
  }),
  FORGET_CODE: own(none, (service, _, asked) => startProof(service, asked, 'forget')),
  FORGET: own(otp, async (service, payload, asked) => {
    const { user, session } = await proved(service, asked, 'forget', payload.otp)
    await service.codes.drop(asked.frame.id)
    const link = await service.forget(user, session)
    if (user.email) await service.email.tell(letters(asked.frame.language).deleted(user.email, link))
    // If the account has no address to mail the link to, the dashboard shows it.
    return { ...said({ undo: user.email === null ? link : null }), session: null }
  }),
}
