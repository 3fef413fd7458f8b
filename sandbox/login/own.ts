/**
 * Requests of the service's own pages that are not in the message table, so that no site can send them: the frame
 * confirms a change of address; the dashboard exports the keys and deletes the account.
 */
import { object, type Shape, text } from '../../runtime/auth/shape.ts'
import { type Asked, current, nothing, said, type Told } from './asked.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Core } from './core.ts'

const otp = object({ otp: text })
const to = object({ email: text })
type Own = { asks: Shape<unknown>; run: (service: Core, payload: never, asked: Asked) => Promise<Told> }
const own = <T>(asks: Shape<T>, run: (service: Core, payload: T, asked: Asked) => Promise<Told>): Own => ({
  asks,
  run,
})
const none = object({})

/** The signed-in user's email address, to send a code to. @throws Denied when there is none */
const addressOf = ({ email }: User) => {
  if (!email) throw new Denied('Add an email address first')
  return email
}

/** The signed-in user, if the login may change the address. @throws Denied */
function mayChange(service: Core, asked: Asked): User {
  const { user, session } = current(service, asked)
  // No address gets a letter that could undo the change, so only somebody who has just logged in may make it.
  if (user.email === null) service.sessions.mustBeFresh(session)
  return user
}

/** Exporting and deleting need a code each. */
export const OWN: Readonly<Record<string, Own>> = {
  /** What the frame shows before it confirms. */
  CHANGE: own(to, async (service, { email }, asked) =>
    said(service.email.planned(asked.frame, mayChange(service, asked), email)),
  ),
  /** The person has pressed Approve in the frame. */
  CHANGE_CONFIRMED: own(to, async (service, { email }, asked) => {
    service.email.confirm(asked.frame, mayChange(service, asked), email)
    return nothing
  }),
  EXPORT_CODE: own(none, async (service, _, asked) => {
    await service.email.sendCode(asked.frame, 'export', addressOf(current(service, asked).user))
    return nothing
  }),
  EXPORT: own(otp, async (service, payload, asked) => {
    const { user } = current(service, asked)
    service.codes.use(asked.frame.id, 'export', payload.otp)
    const { evm, solana } = await service.users.keysOf(user)
    return said({ evm, solana: Buffer.from(solana).toString('hex') })
  }),
  FORGET_CODE: own(none, async (service, _, asked) => {
    await service.email.sendCode(asked.frame, 'forget', addressOf(current(service, asked).user))
    return nothing
  }),
  FORGET: own(otp, async (service, payload, asked) => {
    const { user } = current(service, asked)
    service.codes.use(asked.frame.id, 'forget', payload.otp)
    service.codes.drop(asked.frame.id)
    service.forget(user)
    return { ...nothing, session: null }
  }),
}
