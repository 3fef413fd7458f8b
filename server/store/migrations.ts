/**
 * Migrations, oldest first. Never edit one that was released: databases that ran it would not change. Add a new one.
 */
import { type ColumnDefinitionBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The type of a column that numbers the rows. In SQLite, `integer primary key` does that. */
const counted = (isPostgres: boolean) => (isPostgres ? 'bigserial' : 'integer')

/** Migrations must still compile when the tables change, so they do not use the type {@link Tables}. */
type AnyTables = Record<string, Record<string, unknown>>

const first = (isPostgres: boolean): Migration => ({
  async up(db: Kysely<AnyTables>) {
    const { schema } = db
    const key = (column: ColumnDefinitionBuilder) =>
      isPostgres ? column.primaryKey() : column.primaryKey().autoIncrement()
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
      .addColumn('seq', counted(isPostgres), key)
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
    // `user` does not reference `users`, because events are kept after the account is deleted.
    await schema
      .createTable('events')
      .addColumn('seq', counted(isPostgres), key)
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
})

/** The table for short-lived data, such as codes and limits: see `sandbox/login/transient.ts`. */
const transient = (isPostgres: boolean): Migration => ({
  async up(db: Kysely<AnyTables>) {
    const { schema } = db
    const table = schema.createTable('transient')
    // `unlogged` (PostgreSQL) is faster: these rows need not survive a crash, and should not be in archived logs.
    await (isPostgres ? table.modifyFront(sql`unlogged`) : table)
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('about', 'text')
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('transient_key', ['kind', 'key'])
      .execute()
    await schema.createIndex('transient_about').on('transient').columns(['kind', 'about']).execute()
    await schema.createIndex('transient_until').on('transient').column('until').execute()
  },
})

/**
 * Adds the column `epoch`, a counter that is raised to refuse an account's logins in progress. The default lets a
 * server of an earlier version still add accounts.
 */
const epoch: Migration = {
  async up(db: Kysely<AnyTables>) {
    const { schema } = db
    await schema
      .alterTable('users')
      .addColumn('epoch', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

/** Adds the table for sign-ins with a wallet's signature: see `signIns.ts`. */
const signIns: Migration = {
  async up(db: Kysely<AnyTables>) {
    const { schema } = db
    await schema
      .createTable('signins')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('weight', 'integer', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
    // With `kind` and `weight` the rows can be counted from the index alone.
    await schema.createIndex('signins_until').on('signins').columns(['until', 'kind', 'weight']).execute()
  },
}

/** Adds the tables for chain data that this server reads itself: see `indexed.ts`. */
const indexed: Migration = {
  async up(db: Kysely<AnyTables>) {
    const { schema } = db
    const text = (column: ColumnDefinitionBuilder) => column.notNull()
    await schema
      .createTable('index_networks')
      .addColumn('network', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', text)
      .addColumn('until', 'bigint', text)
      .addColumn('reached', 'bigint')
      .execute()
    await schema
      .createTable('index_accounts')
      .addColumn('network', 'text', text)
      .addColumn('account', 'text', text)
      .addColumn('seen', 'bigint', text)
      .addColumn('low', 'bigint')
      .addColumn('native', 'bigint')
      .addColumn('full', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('index_accounts_key', ['network', 'account'])
      .execute()
    await schema
      .createTable('index_blocks')
      .addColumn('network', 'text', text)
      .addColumn('block', 'bigint', text)
      .addColumn('hash', 'text', text)
      .addPrimaryKeyConstraint('index_blocks_key', ['network', 'block'])
      .execute()
    await schema
      .createTable('index_deeds')
      .addColumn('network', 'text', text)
      .addColumn('account', 'text', text)
      .addColumn('block', 'bigint', text)
      .addColumn('place', 'integer', text)
      .addColumn('hash', 'text', text)
      .addColumn('strange', 'integer', text)
      .addColumn('value', 'text', text)
      .addPrimaryKeyConstraint('index_deeds_key', ['network', 'account', 'block', 'place'])
      .execute()
    await schema.createIndex('index_deeds_block').on('index_deeds').columns(['network', 'block']).execute()
    await schema
      .createIndex('index_deeds_strange')
      .on('index_deeds')
      .columns(['network', 'strange', 'account'])
      .execute()
    await schema
      .createTable('index_tokens')
      .addColumn('network', 'text', text)
      .addColumn('account', 'text', text)
      .addColumn('contract', 'text', text)
      .addPrimaryKeyConstraint('index_tokens_key', ['network', 'account', 'contract'])
      .execute()
  },
}

const migrations = (isPostgres: boolean): Record<string, Migration> => ({
  '0001_first': first(isPostgres),
  '0002_transient': transient(isPostgres),
  '0003_epoch': epoch,
  '0004_signins': signIns,
  '0005_indexed': indexed,
})

const migratorOf = (db: Kysely<Tables>, isPostgres: boolean) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations(isPostgres) } })

/**
 * Brings the tables up to date. On PostgreSQL a lock lets one process at a time do so.
 * @throws Error when a migration fails, or when a newer version has migrated this database
 */
export async function migrate(db: Kysely<Tables>, isPostgres: boolean): Promise<void> {
  const { error } = await migratorOf(db, isPostgres).migrateToLatest()
  if (error instanceof Error) throw error
  if (error !== undefined) throw new Error('The tables could not be brought up to date', { cause: error })
}

/** Whether every migration of this version has run. Also true after a newer version has run more. */
export async function isMigrated(db: Kysely<Tables>, isPostgres: boolean): Promise<boolean> {
  const all = await migratorOf(db, isPostgres).getMigrations()
  return all.every(({ executedAt }) => executedAt !== undefined)
}
