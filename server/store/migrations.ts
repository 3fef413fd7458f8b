/** Migrations, oldest first. One that was released is never edited: the next change is a new one. */
import type { Kysely, Migration } from 'kysely'

/** Migrations must not depend on today's tables, so their type is open. */
type AnyTables = Record<string, Record<string, unknown>>

const first: Migration = {
  async up(db: Kysely<AnyTables>) {
    const { schema } = db
    await schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.unique())
      .addColumn('name', 'text')
      .addColumn('evm', 'text', (column) => column.notNull())
      .addColumn('solana', 'text', (column) => column.notNull())
      .addColumn('keys', 'text', (column) => column.notNull())
      .addColumn('preferred', 'text', (column) => column.notNull())
      .addColumn('known', 'integer', (column) => column.notNull())
      .execute()
    const ofUser = (name: string) =>
      schema
        .createTable(name)
        .addColumn('user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    await ofUser('logins')
      .addColumn('login', 'text', (column) => column.primaryKey())
      .addColumn('place', 'integer', (column) => column.notNull())
      .execute()
    await ofUser('sessions')
      .addColumn('token', 'text', (column) => column.primaryKey())
      .addColumn('handle', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('at', 'bigint')
      .addColumn('device', 'text')
      .addColumn('browser', 'text')
      .execute()
    await ofUser('devices')
      .addColumn('token', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('devices_key', ['user', 'token'])
      .execute()
    await ofUser('changes')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('next', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('deleted')
      .addColumn('token', 'text', (column) => column.primaryKey())
      .addColumn('box', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('key', 'text')
      .addColumn('account', 'text')
      .execute()
    // Without a reference: events outlive the account.
    await schema
      .createTable('events')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user', 'text', (column) => column.notNull())
      .addColumn('site', 'text')
      .addColumn('detail', 'text')
      .execute()
    for (const table of ['logins', 'sessions', 'changes', 'events'])
      await schema.createIndex(`${table}_of_user`).on(table).column('user').execute()
    for (const table of ['sessions', 'changes', 'deleted'])
      await schema.createIndex(`${table}_until`).on(table).column('until').execute()
  },
}

export const migrations: Readonly<Record<string, Migration>> = { '0001_first': first }
