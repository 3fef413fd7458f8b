/** What the service's own pages ask besides the table: exporting the keys, being forgotten. */
import { object, type Shape, text } from '../../../runtime/auth/shape.ts'
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

/** The signed-in person's address, for a code. @throws Denied when there is none */
const addressOf = ({ email }: User) => {
  if (!email) throw new Denied('Add an email address first')
  return email
}

/** What the service's own page asks besides: each after a code of its own. */
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
