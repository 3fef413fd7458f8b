/** The tables. Times are in ms since 1970; objects are JSON. Whoever changes them adds a migration. */
import type { Generated } from 'kysely'

export type Tables = {
  users: {
    id: string
    email: string | null
    name: string | null
    evm: string
    solana: string
    keys: string
    preferred: 'eoa' | 'smartAccount'
    known: number
  }
  /** The identities that providers confirmed; `place` is their order in an account. */
  logins: { login: string; user: string; place: number }
  sessions: {
    token: string
    handle: string
    user: string
    origin: string
    until: number
    at: number | null
    device: string | null
    browser: string | null
  }
  devices: { user: string; token: string }
  /** `before`: the name and the logins from before the change, and what opens the account if it is deleted meanwhile. */
  changes: {
    seq: Generated<number>
    token: string
    user: string
    email: string
    next: string
    until: number
    before: string
  }
  deleted: { token: string; box: string; until: number; key: string | null; account: string | null }
  /** What lasts minutes; `about` is whom it is about, `key` and `about` are hashes. */
  transient: { kind: string; key: string; about: string | null; value: string; until: number }
  events: {
    seq: Generated<number>
    at: number
    kind: string
    user: string
    site: string | null
    detail: string | null
  }
}
