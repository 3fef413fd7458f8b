import type { Kysely, Selectable } from 'kysely'
import { list, nullable, object, text } from '../../runtime/auth/shape.ts'
import { boxShape, type Change } from '../../sandbox/login/database.ts'
import { readStored } from './json.ts'
import type { Tables } from './tables.ts'

const beforeShape = object({}, { name: nullable(text), logins: list(text), secret: text, key: boxShape })

export const changeOf = ({ token, user, email, next, until, before }: Selectable<Tables['changes']>): Change => ({
  ...{ token, user, email, next, until: Number(until) },
  ...readStored(beforeShape, before, 'changes.before'),
})

/** The changes of an account, oldest first. */
export async function changesOf(db: Kysely<Tables>, user: string): Promise<Change[]> {
  const rows = await db.selectFrom('changes').selectAll().where('user', '=', user).orderBy('seq').execute()
  return rows.map(changeOf)
}

export async function insertChange(db: Kysely<Tables>, change: Change): Promise<void> {
  const { token, user, email, next, until, ...before } = change
  const row = { token, user, email, next, until, before: JSON.stringify(before) }
  await db.insertInto('changes').values(row).execute()
}
