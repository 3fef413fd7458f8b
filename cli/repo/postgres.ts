/**
 * Finds the programs of a PostgreSQL for the tests: in the folder that `WALLETKIT_POSTGRES` names, else an installed
 * one. It starts no server: each test file starts its own.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/** Debian's folder of installed PostgreSQL versions, with a folder for each. */
const VERSIONS = '/usr/lib/postgresql'
const SYSTEM = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** How to get PostgreSQL, for the names of tests that need it. */
export const POSTGRES_ADVICE =
  'needs PostgreSQL 13 or newer: apt-get install -y postgresql, or set WALLETKIT_POSTGRES to the folder of its programs'

/** The folder that has `initdb` and `postgres`, or `undefined` when there is none. */
export async function findPostgres(): Promise<string | undefined> {
  const named = process.env['WALLETKIT_POSTGRES']
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : []
  const folders = named ? [named] : [...versions.map((version) => join(VERSIONS, version, 'bin')), ...SYSTEM]
  for (const folder of folders) if (await starts(folder)) return folder
  return undefined
}

const starts = async (folder: string) =>
  existsSync(join(folder, 'initdb')) &&
  (await run(join(folder, 'postgres'), ['--version']).catch(() => ({ code: 1 }))).code === 0
