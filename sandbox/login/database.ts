/** The service's data: in memory, and also in one JSON file when a path is given. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { flag, list, nullable, number, object, oneOf, type Parsed, text } from '../../runtime/auth/shape.ts'

const box = object({ salt: text, iv: text, tag: text, sealed: text })
const accountType = oneOf('eoa', 'smartAccount')

const user = object({
  id: text,
  email: nullable(text),
  name: nullable(text),
  /** The identities that providers confirmed: `google:{subject}`, `farcaster:{fid}`. */
  logins: list(text),
  /** The addresses of the two keys. Unlike the keys they are not encrypted. */
  evm: text,
  solana: text,
  keys: box,
  preferred: accountType,
  /** Whether the user has ever logged in; only then can a browser be new to them. */
  known: flag,
})
/** `token` is a hash; the page gets `handle`, which authorizes nothing. `until` is in ms since 1970. */
const session = object({ token: text, handle: text, user: text, origin: text, until: number })
/** `token` is a hash of the token that the browser stores. */
const device = object({ token: text, user: text })
const data = object({ users: list(user), sessions: list(session), devices: list(device) })

export type User = Parsed<typeof user>
export type Session = Parsed<typeof session>
export type Database = {
  users: User[]
  sessions: Session[]
  devices: Parsed<typeof device>[]
  /** Saves the changes. */
  save: () => void
}

/** @throws Error when the file exists but is not a database of ours, so that it is never overwritten */
export function openDatabase(path?: string): Database {
  const held = path === undefined ? undefined : read(path)
  const found = held ?? { users: [], sessions: [], devices: [] }
  return {
    ...found,
    save() {
      if (path === undefined) return
      const { users, sessions, devices } = this
      // Write a new file and rename it, because a truncated file would lose every user's keys.
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
