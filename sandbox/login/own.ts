/**
 * Requests of the service's own dashboard that are not in the message table: exporting the keys, and deleting the
 * account.
 */
import { object, type Shape, text } from '../../runtime/auth/shape.ts'
import { type Asked, current, nothing, said, type Told } from './asked.ts'
import type { User } from './database.ts'
import { Denied } from './denied.ts'
import type { Core } from './core.ts'

const otp = object({ otp: text })
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

/** The dashboard's requests. Each action needs its own code. */
export const OWN: Readonly<Record<string, Own>> = {
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
