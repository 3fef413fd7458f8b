/**
 * The requests of the login service's own pages about the lock of the keys: the frame asks how the person has to
 * approve a request, a request's review window makes a lock, and the dashboard changes it.
 */
import { setTimeout } from 'node:timers/promises'
import { anything, object, oneOf, text } from '../../../runtime/auth/shape.ts'
import { readEmail } from '../address.ts'
import { atDashboard, current, nothing, type Own, own, owning, said } from '../asked.ts'
import type { Core } from '../core.ts'
import { Denied } from '../denied.ts'
import { letters, type LockChange } from '../mail/letters.ts'
import { type Owner, signing } from './open.ts'
import { assertionShape, newPasskeyShape, newRecoveryShape } from './shapes.ts'
import { isLocked } from './stored.ts'

const none = object({})
const request = object({ method: text }, { params: anything, chainId: anything })
const lock = object({ passkey: newPasskeyShape, recovery: newRecoveryShape })
const use = object({ use: oneOf('passkeyAdded', 'passkeyRemoved', 'recoveryRenewed', 'unlocked', 'export', 'forget') })
const passkey = object({ passkey: newPasskeyShape })
const recovery = object({ recovery: newRecoveryShape })
const one = object({ id: text })
const email = object({ email: text })
const entering = object({ assertion: assertionShape })
/** The cost of making a challenge, which counts against the account's limit per minute (see rpc/cost.ts). */
const CHALLENGE = 5

/** ms for which a change waits until the mail server has accepted the mail about it; the mail is sent in any case. */
const PATIENCE = 3_000

/**
 * Mails the account's owner that the lock was changed. Waits at most PATIENCE ms for the mail, and ignores its failure:
 * the person must not think that the change itself has failed, and throw a valid recovery code away.
 */
async function tell({ url, email }: Core, { user, frame, browser }: Owner, change: LockChange): Promise<void> {
  if (!user.email) return
  const sent = email.tell(letters(frame.language).lock(user.email, change, browser, `${url}/dashboard`))
  await Promise.race([sent.catch(() => undefined), setTimeout(PATIENCE, undefined, { ref: false })])
}

export const LOCK_REQUESTS: Readonly<Record<string, Own>> = {
  /**
   * How a request has to be approved: with a passkey, or without; and whether the person is first asked to make one.
   */
  LOCK: own(request, async (service, payload, asked) => {
    const { user } = await current(service, asked)
    service.pace.request(user.id, asked.frame.ip, CHALLENGE)
    return said(await service.locks.state(asked.frame, user, signing(payload)))
  }),
  /** Data with which the dashboard can open the lock for one use; null if there is no lock. */
  UNLOCK: own(use, async (service, payload, asked) => {
    const { user } = await atDashboard(service, asked)
    service.pace.request(user.id, asked.frame.ip, CHALLENGE)
    return said((await service.locks.toOpen(asked.frame, user, payload.use)) ?? null)
  }),
  PASSKEY_BEGIN: own(none, async (service, _, asked) => {
    const { user } = await current(service, asked)
    service.pace.request(user.id, asked.frame.ip, CHALLENGE)
    return said(await service.locks.begin(asked.frame, user))
  }),
  LOCK_KEYS: own(lock, async (service, payload, asked) => {
    const owner = await owning(service, asked)
    await service.locks.lock(owner, payload)
    await tell(service, owner, 'locked')
    return nothing
  }),
  PASSKEYS: own(none, async (service, _, asked) => {
    const { user } = await atDashboard(service, asked)
    const list = service.locks.list(user)
    return said({ locked: isLocked(user.keys), offered: service.locks.isOffered(), list })
  }),
  PASSKEY_ADD: own(passkey, async (service, payload, asked) => {
    const owner = await atDashboard(service, asked)
    await service.locks.add(owner, payload.passkey)
    await tell(service, owner, 'passkeyAdded')
    return nothing
  }),
  PASSKEY_REMOVE: own(one, async (service, { id }, asked) => {
    const owner = await atDashboard(service, asked)
    await service.locks.remove(owner, id)
    await tell(service, owner, 'passkeyRemoved')
    return nothing
  }),
  RECOVERY_RENEW: own(recovery, async (service, payload, asked) => {
    const owner = await atDashboard(service, asked)
    await service.locks.renew(owner, payload.recovery)
    await tell(service, owner, 'recoveryRenewed')
    return nothing
  }),
  UNLOCK_KEYS: own(none, async (service, _, asked) => {
    const owner = await atDashboard(service, asked)
    await service.locks.unlock(owner)
    await tell(service, owner, 'unlocked')
    return nothing
  }),
  /**
   * The frame asks whether a passkey in this browser can replace the mailed code of a login by email; null if it
   * cannot.
   */
  PASSKEY_LOGIN: own(email, async (service, payload, { frame, device, token }) => {
    const address = readEmail(payload.email)
    if (address === undefined) return said(null)
    const current = await service.userOf(await service.sessions.find(token, frame.origin))
    return said((await service.locks.login.beginFor(frame, address, { current, device })) ?? null)
  }),
  /** The dashboard's login with any passkey of the device. */
  PASSKEY_CHOICE: own(none, async (service, _, { frame }) => {
    if (frame.origin !== service.url) throw new Denied('Only for the dashboard', 403)
    return said(await service.locks.login.begin(frame))
  }),
  PASSKEY_ENTER: own(entering, async (service, { assertion }, asked) => {
    const loggedIn = await service.locks.login.enter(asked.frame, assertion)
    return { ...nothing, ...(await service.start(asked.frame, loggedIn, asked)) }
  }),
}
