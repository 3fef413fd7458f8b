/** What the service remembers: in memory, and in one JSON file when it is given a path. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { flag, list, nullable, number, object, oneOf, type Parsed, text } from '../../../runtime/auth/shape.ts'

const box = object({ salt: text, iv: text, tag: text, sealed: text })
const accountType = oneOf('eoa', 'smartAccount')

const user = object({
  id: text,
  email: nullable(text),
  name: nullable(text),
  /** Who vouches: `google:{subject}`, `farcaster:{fid}`. */
  logins: list(text),
  /** Addresses of the two keys: readable, unlike the keys. */
  evm: text,
  solana: text,
  keys: box,
  preferred: accountType,
  /** Has logged in once: only then is a browser "new" to somebody. */
  known: flag,
})
/** `token` is a hash; `handle` is what the page is told, and opens nothing. `until` in ms since 1970. */
const session = object({ token: text, handle: text, user: text, origin: text, until: number })
/** `token` is a hash of what the browser holds. */
const device = object({ token: text, user: text })
const data = object({ users: list(user), sessions: list(session), devices: list(device) })

export type User = Parsed<typeof user>
export type Session = Parsed<typeof session>
export type Database = {
  users: User[]
  sessions: Session[]
  devices: Parsed<typeof device>[]
  /** Keeps what changed. */
  save: () => void
}

/** @throws Error when there is a file and it is not one of ours: it is never overwritten then */
export function openDatabase(path?: string): Database {
  const held = path === undefined ? undefined : read(path)
  const found = held ?? { users: [], sessions: [], devices: [] }
  return {
    ...found,
    save() {
      if (path === undefined) return
      const { users, sessions, devices } = this
      // Written beside and moved into place: a file that is cut short would be everybody's keys.
      writeFileSync(`${path}.new`, JSON.stringify({ users, sessions, devices }), { mode: 0o600, flush: true })
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
    return data.parse(JSON.parse(content), 'database')
  } catch (cause) {
    throw new Error(`${path} is not a database of the login service`, { cause })
  }
}
