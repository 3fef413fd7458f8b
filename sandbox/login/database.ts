/** The service's data, and the JSON file that keeps it. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { either, flag, list, nullable, number, object, oneOf, type Parsed, text } from '../../runtime/auth/shape.ts'

export const boxShape = object({ salt: text, iv: text, tag: text, sealed: text })
/** Keys under a data key of their own; `wrapped` is that data key under the master key with the id `key` (`server/keys`). */
const envelope = object({ key: text, wrapped: text, iv: text, tag: text, sealed: text })
export const sealedShape = either(envelope, boxShape)
const accountType = oneOf('eoa', 'smartAccount')

export const userShape = object({
  id: text,
  email: nullable(text),
  name: nullable(text),
  /** The identities that providers confirmed: `google:{subject}`, `farcaster:{fid}`. */
  logins: list(text),
  /** The addresses of the two keys. Unlike the keys they are not encrypted. */
  evm: text,
  solana: text,
  keys: sealedShape,
  preferred: accountType,
  /** Whether the user has logged in before. From then on, a browser that they have not used can be asked to be approved. */
  known: flag,
})
/**
 * `token` is a hash; the page gets `handle`, which authorizes nothing. `at` and `until` are in ms since 1970; a login
 * from a file of the first version has no `at`. `device` is the hash of the browser's token, `browser` its name.
 */
const session = object(
  { token: text, handle: text, user: text, origin: text, until: number },
  { at: number, device: text, browser: text },
)
/** `token` is a hash of the token that the browser stores. */
const device = object({ token: text, user: text })
/**
 * A change of address from `email` to `next` that can be undone until `until`. `token` is a hash of the mailed one. `name`
 * and `logins` are the user's before the change. `secret` seals the account if it is deleted meanwhile, and `key` is that
 * secret, sealed with the mailed token. Changes of earlier versions lack the last ones of these.
 */
export const changeShape = object(
  { token: text, user: text, email: text, next: text, until: number },
  { name: nullable(text), logins: list(text), secret: text, key: boxShape },
)

/**
 * A deleted account, sealed so that nobody can open it without the link of a letter, of which `token` is a hash: with the
 * mailed token, or with a secret that `key` holds, sealed with the mailed token. Each link has a row, and those of one
 * account have the same `account`.
 */
const deleted = object({ token: text, box: boxShape, until: number }, { key: boxShape, account: text })

/** The version of the file that this code writes. It reads all versions. */
const VERSION = 2
const first = { users: list(userShape), sessions: list(session), devices: list(device) }
const data = object({ ...first, changes: list(changeShape), deleted: list(deleted) })
/** The file before it had a version. */
const unversioned = object(first)

export type User = Parsed<typeof userShape>
export type Session = Parsed<typeof session>
export type Change = Parsed<typeof changeShape>
export type Deleted = Parsed<typeof deleted>
/** A person's keys at rest. */
export type Sealed = User['keys']
export type Database = {
  users: User[]
  sessions: Session[]
  devices: Parsed<typeof device>[]
  changes: Change[]
  deleted: Deleted[]
  /** Saves the changes. */
  save: () => void
}

/** @throws Error when the file exists but is not a database of ours, so that it is never overwritten */
export function openDatabase(path?: string): Database {
  const held = path === undefined ? undefined : read(path)
  const found = held ?? { users: [], sessions: [], devices: [], changes: [], deleted: [] }
  return {
    ...found,
    save() {
      if (path === undefined) return
      const { users, sessions, devices, changes, deleted: gone } = this
      // Write a new file and rename it, because a truncated file would lose every user's keys.
      writeFileSync(
        `${path}.new`,
        JSON.stringify({ version: VERSION, users, sessions, devices, changes, deleted: gone }),
        {
          mode: 0o600,
          flush: true,
        },
      )
      renameSync(`${path}.new`, path)
    },
  }
}

function read(path: string): Parsed<typeof data> | undefined {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return migrate(JSON.parse(content))
  } catch (cause) {
    throw new Error(`${path} is not a database of the login service`, { cause })
  }
}

/** @throws Error for a file that is none of ours, or that a newer version of this service wrote */
function migrate(value: unknown): Parsed<typeof data> {
  const { version } = object({}, { version: number }).parse(value, 'database')
  if (version === undefined) return { ...unversioned.parse(value, 'database'), changes: [], deleted: [] }
  if (version !== VERSION) throw new Error(`Version ${version} of the database is not known`)
  return data.parse(value, 'database')
}
