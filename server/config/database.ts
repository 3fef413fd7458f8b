/** Reads from the config and the environment which database to use: an SQLite file or a PostgreSQL server. */
import { isAbsolute, resolve } from 'node:path'
import { hasSecret, isPostgresUrl } from '../store/postgresUrl.ts'
import type { Fields, Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

const FIX = 'Write the path of a file, or "env:DATABASE_URL" and the address "postgres://…" into that variable.'

/**
 * Reads which database to use, by default the file `walletkit.db`. `WALLETKIT_DATABASE` overrides the config. An
 * address with a password is a secret, so the config must not contain it: `"database": "env:DATABASE_URL"` reads it
 * from that variable.
 * @returns an absolute path, or a PostgreSQL address
 */
export function databaseOf(given: Fields, folder: string, secrets: Secrets, read: Reader): string {
  const own = secretOf('WALLETKIT_DATABASE', secrets, read)
  const text = own ?? read.text(given, 'database', 'database', FIX) ?? 'walletkit.db'
  const variable = /^env:([A-Z][A-Z0-9_]*)$/.exec(text)?.[1]
  const found = variable === undefined ? text : secretOf(variable, secrets, read)
  if (found === undefined) read.wrong('database', `names ${variable}, which is not set`, FIX)
  else if (isPostgresUrl(found)) {
    if (own === undefined && variable === undefined && hasSecret(found))
      read.wrong('database', 'contains a password, and a config contains no secrets', FIX)
    return found
  } else if (/^\w+:\/\//.test(found)) read.wrong('database', 'is no address of a PostgreSQL', FIX)
  const path = found ?? ''
  return isAbsolute(path) ? path : resolve(folder, path)
}
