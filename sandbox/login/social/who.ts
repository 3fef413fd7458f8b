/** Reads who a person is from the endpoints of the providers that give no id token with a verified address. */
import { either, flag, list, nullable, number, object, text } from '../../../runtime/auth/shape.ts'
import type { Get, Person } from './brands.ts'

const github = object({ id: either(text, number), login: text })
const addresses = list(object({ email: text, primary: flag, verified: flag }))
const x = object({ data: object({ id: text, username: text }) })
const discord = object(
  { id: text, username: text },
  { global_name: nullable(text), email: nullable(text), verified: flag },
)
const facebook = object({ id: text }, { name: text })

/** GitHub: the login as name, and the primary address if it is verified. `emails` is the endpoint of the addresses. */
export const atGithub =
  (user: string, emails: string) =>
  async (get: Get): Promise<Person> => {
    const { id, login } = github.parse(await get(user), 'user')
    const primary = addresses.parse(await get(emails), 'emails').find((each) => each.primary && each.verified)
    return { id: String(id), name: login, email: primary?.email ?? null }
  }

/** X, which gives no email address. */
export const atX =
  (user: string) =>
  async (get: Get): Promise<Person> => {
    const { id, username } = x.parse(await get(user), 'user').data
    return { id, name: username, email: null }
  }

export const atDiscord =
  (user: string) =>
  async (get: Get): Promise<Person> => {
    const { id, username, global_name: name, email, verified } = discord.parse(await get(user), 'user')
    return { id, name: name ?? username, email: verified ? (email ?? null) : null }
  }

/** Facebook. It does not say whether it has verified an email address, so none is requested. */
export const atFacebook =
  (user: string) =>
  async (get: Get): Promise<Person> => {
    const { id, name = null } = facebook.parse(await get(user), 'user')
    return { id, name, email: null }
  }
