/** The login service's data, and the JSON file that keeps it. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { either, flag, list, nullable, number, object, oneOf, type Parsed, text } from '../../runtime/auth/shape.ts'
import { lockShape } from './lock/shapes.ts'

export const boxShape = object({ salt: text, iv: text, tag: text, sealed: text })
/**
 * An account's keys (`sealed`), encrypted with a data key. `wrapped` is the data key, encrypted with the master key
 * whose id is `key` (see `server/keys`).
 */
const envelope = object({ key: text, wrapped: text, iv: text, tag: text, sealed: text })
const sealedShape = either(envelope, boxShape)
/**
 * Keys that their owner has locked. `locked` is encrypted twice: first with a key that only the owner's passkeys or
 * recovery code give, then with a key of the service. Versions of this code without locks reject this shape: otherwise
 * they would use the still encrypted bytes as keys.
 */
const lockedShape = object({ locked: sealedShape, lock: lockShape })
export const keysShape = either(sealedShape, lockedShape)
const accountType = oneOf('eoa', 'smartAccount')

export const userShape = object(
  {
    id: text,
    email: nullable(text),
    name: nullable(text),
    /** The account's identities at social providers: `google:{subject}`, `farcaster:{fid}`. */
    logins: list(text),
    /** The addresses of the two keys. Unlike the keys they are not encrypted. */
    evm: text,
    solana: text,
    keys: keysShape,
    preferred: accountType,
    /** Whether the user has logged in before. If so, a browser that they have not used may need an approval by mail. */
    known: flag,
  },
  /**
   * A counter. A login that is under way is refused if the counter rose since it began. Signing out everywhere, a
   * change of address, its undo, and the restoring of a deleted account raise it. Absent means 0.
   */
  { epoch: number },
)
/**
 * A session. `token` is the hash of the token that the browser stores; `handle` is the session's name for the site's
 * page, which authorizes nothing. It began `at` and ends at `until`, in ms since 1970 (files of the first version have
 * no `at`). `device` is the hash of the browser's device token, `browser` the browser's name.
 */
const session = object(
  { token: text, handle: text, user: text, origin: text, until: number },
  { at: number, device: text, browser: text },
)
/** A browser in which a user has logged in; `token` is the hash of the device token that the browser stores. */
const device = object({ token: text, user: text })
/**
 * A change of address from `email` to `next` that a mailed link undoes until `until`. `token` is the hash of the link's
 * token. `name` and `logins` are the user's before the change. If the account is deleted before the link expires, a
 * copy of the account is encrypted with `secret`; `key` is `secret`, encrypted with the link's token. Changes that
 * earlier versions stored may lack the last four fields.
 */
export const changeShape = object(
  { token: text, user: text, email: text, next: text, until: number },
  { name: nullable(text), logins: list(text), secret: text, key: boxShape },
)

/**
 * A deleted account for one mailed link that can restore it; `token` is the hash of the link's token. `box` is the
 * account, encrypted with that token, or with the secret in `key`, which is itself encrypted with that token: without a
 * link nobody can decrypt the account. All rows of one deleted account have the same random `account`.
 */
const deleted = object({ token: text, box: boxShape, until: number }, { key: boxShape, account: text })

/** The version of the file that this code writes. It reads this version, and files without a version. */
const VERSION = 2
const first = { users: list(userShape), sessions: list(session), devices: list(device) }
const data = object({ ...first, changes: list(changeShape), deleted: list(deleted) })
/** The form of files that were written before files had a version. */
const unversioned = object(first)

export type User = Parsed<typeof userShape>
export type Session = Parsed<typeof session>
export type Change = Parsed<typeof changeShape>
export type Deleted = Parsed<typeof deleted>
/** A value that the service's own key encrypted. */
export type Sealed = Parsed<typeof sealedShape>
export type Locked = Parsed<typeof lockedShape>
/** A person's keys as they are stored: encrypted, and if the person locked them, encrypted twice. */
export type StoredKeys = User['keys']
export type Database = {
  users: User[]
  sessions: Session[]
  devices: Parsed<typeof device>[]
  changes: Change[]
  deleted: Deleted[]
  /** Writes all data to the file, if there is a path. */
  save: () => void
}

/**
 * Opens the login service's database in the JSON file at `path`. Without `path`, or if there is no such file, the
 * database is empty. `save` writes all data to `path`.
 * @throws Error when the file cannot be read or is not a database of this service, so that it is never overwritten
 */
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

/** Converts a file's content to the newest version. @throws Error for other content, or that of a newer version */
function migrate(value: unknown): Parsed<typeof data> {
  const { version } = object({}, { version: number }).parse(value, 'database')
  if (version === undefined) return { ...unversioned.parse(value, 'database'), changes: [], deleted: [] }
  if (version !== VERSION) throw new Error(`Version ${version} of the database is not known`)
  return data.parse(value, 'database')
}
