/**
 * Requests that only the login service's own pages send. They are not messages of the protocol (`MESSAGES`), so a site
 * cannot send them through the login frame (the service's iframe in its page): the frame confirms a change of address,
 * and asks who pays a fee; the dashboard lists and ends sessions, exports the keys and deletes the account. Those about
 * passkeys are in `lock/requests.ts`.
 */
import { bytesToHex } from 'viem'
import { anything, object, text } from '../../runtime/auth/shape.ts'
import { type Asked, atDashboard, current, nothing, type Own, own, said } from './asked.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Core } from './core.ts'
import { LOCK_REQUESTS } from './lock/requests.ts'
import { letters } from './mail/letters.ts'
import { costOf } from './rpc/cost.ts'

const otp = object({}, { otp: text })
const one = object({ id: text })
const to = object({ email: text })
const confirmed = object({ email: text, account: text })
const batch = object({ params: anything })
const none = object({})
/** The cost of the two requests to a paymaster, besides the cost of the batch's calls (see rpc/cost.ts). */
const ASKING = 10

/** The signed-in user. @throws Denied if nobody is signed in, or the session may not change the address */
async function mayChange(service: Core, asked: Asked): Promise<User> {
  const { user, session } = await current(service, asked)
  // An account without an address gets no mail that could undo the change, so it needs a recent login.
  if (user.email === null) service.sessions.mustBeFresh(session)
  return user
}

/**
 * Begins the export of an account's keys, or its deletion: mails a code, if the account has an email address. An
 * export, or an account without an email address, needs a recent login.
 * @returns whether a code was mailed
 */
async function startProof(service: Core, asked: Asked, purpose: 'export' | 'forget') {
  const { user, session } = await atDashboard(service, asked)
  if (purpose === 'export' || user.email === null) service.sessions.mustBeFresh(session)
  if (user.email !== null) await service.email.sendCode(asked.frame, purpose, user.email, asked)
  return said({ mailed: user.email !== null })
}
/**
 * Checks what {@link startProof} asked for: the code and the recent login, and if the keys are locked, also a passkey
 * or the recovery code. Whoever only reads the person's mail must neither get locked keys nor erase them.
 * @returns the user, the session, and the key of the lock (undefined without a lock); fill that key with zeros after
 * use
 * @throws Denied if the proof is not complete
 */
async function proved(service: Core, asked: Asked, purpose: 'export' | 'forget', given = '') {
  const owner = await atDashboard(service, asked)
  const { user, session } = owner
  if (purpose === 'export' || user.email === null) service.sessions.mustBeFresh(session)
  const lockKey = await service.locks.open(owner, purpose)
  if (user.email !== null) await service.codes.use(asked.frame.id, purpose, given)
  return { user, session, lockKey }
}

/** The requests by name, and how each is answered. */
export const OWN: Readonly<Record<string, Own>> = {
  ...LOCK_REQUESTS,
  /** The frame asks what a change of address would do, to show it to the person. */
  CHANGE: own(to, async (service, { email }, asked) => {
    const user = await mayChange(service, asked)
    return said({ ...(await service.changes.planned(asked.frame, user, email)), account: user.id })
  }),
  /**
   * The frame reports that the person has approved the change of address of an `account`. Refused if another account
   * was signed in since the person was asked.
   */
  CHANGE_CONFIRMED: own(confirmed, async (service, { email, account }, asked) => {
    const user = await mayChange(service, asked)
    if (user.id !== account) throw new Denied('Another account is signed in now', 403)
    await service.changes.confirm(asked.frame, user, email)
    return nothing
  }),
  /**
   * The frame asks whether the paymaster that a page names for a batch pays the batch's fee, to show that to the
   * person. The answer is null if the person pays.
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
    const { user, lockKey } = await proved(service, asked, 'export', payload.otp)
    const { evm, solana: bytes } = await service.keysOf(user, lockKey)
    lockKey?.fill(0)
    const solana = bytesToHex(bytes).slice(2)
    bytes.fill(0)
    await service.record('exported', user, { site: asked.frame.origin })
    const { exported } = letters(asked.frame.language)
    if (user.email) await service.email.tell(exported(user.email, asked.browser, `${service.url}/dashboard`))
    return said({ evm, solana })
  }),
  FORGET_CODE: own(none, (service, _, asked) => startProof(service, asked, 'forget')),
  FORGET: own(otp, async (service, payload, asked) => {
    const { user, session, lockKey } = await proved(service, asked, 'forget', payload.otp)
    lockKey?.fill(0)
    await service.codes.drop(asked.frame.id)
    const link = await service.forget(user, session)
    const isMailed =
      user.email !== null &&
      (await service.email.tell(letters(asked.frame.language).deleted(user.email, link)).then(
        () => true,
        () => false,
      ))
    // If the link could not be mailed, or there is no address for it, the dashboard shows it: nobody else has it.
    return { ...said({ undo: isMailed ? null : link }), session: null }
  }),
}
