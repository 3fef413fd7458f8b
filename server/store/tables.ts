/** The tables. Times are in ms since 1970; objects are JSON. A change here needs a new migration in `migrations.ts`. */
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
    /**
     * A counter that is raised to end logins in progress: a login is refused if the counter has changed since it began.
     */
    epoch: Generated<number>
  }
  /** An account's identities at social providers; `place` is their order in the account, from 0. */
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
  /**
   * Changes of an account's mail address that can still be undone. `before` is JSON: the name and the logins from
   * before the change, and the key with which its undo link restores the account if it was deleted after the change.
   */
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
  /** Short-lived data. `key` and `about` are hashes; rows with the same `about` can be deleted together. */
  transient: { kind: string; key: string; about: string | null; value: string; until: number }
  /**
   * Sign-ins with a wallet's signature: nonces and sessions. `key` is a hash; `kind` is what the store's limits count
   * together, and `weight` how much a row counts for.
   */
  signins: { key: string; kind: string; value: string; weight: number; until: number }
  /**
   * How far this server has read each network: see `indexed.ts`. Until `until`, only the process `holder` may read it.
   * `reached` is when all blocks of the node had last been read, null if never.
   */
  index_networks: { network: string; holder: string; until: number; reached: Generated<number | null> }
  /**
   * The watched accounts. `seen` is when a page last asked for the account, or up to an hour earlier, because it is not
   * written at each request; it is the largest safe integer for an account that the config names. `low` and `native`
   * are block numbers (see `Watched`). `full` is 1 for an account that has too many transactions, and 0 for others.
   */
  index_accounts: {
    network: string
    account: string
    seen: number
    low: number | null
    native: number | null
    full: Generated<number>
  }
  index_blocks: { network: string; block: number; hash: string }
  /**
   * One row for each watched account of a transaction. `place` is the transaction's number in its block, `value` is
   * JSON, `strange` is 1 or 0 (see `IndexedRow`).
   */
  index_deeds: {
    network: string
    account: string
    block: number
    place: number
    hash: string
    strange: number
    value: string
  }
  /** The tokens that an account has sent or received. */
  index_tokens: { network: string; account: string; contract: string }
  events: {
    seq: Generated<number>
    at: number
    kind: string
    user: string
    site: string | null
    detail: string | null
  }
}
