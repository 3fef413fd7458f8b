/** A lease lets one process at a time read a network for the index. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { inTransaction } from './transaction.ts'

/**
 * Thrown if another process has the lease, or has changed the state from which this process wanted to go on. Nothing of
 * the transaction is stored then.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** ms after the last renewal until another process may take the lease. Until it does, the holder may still write. */
const LEASE = 30_000

export type Lease = ReturnType<typeof leaseIn>

export function leaseIn(db: Kysely<Tables>, now: () => number) {
  /** Locks the network's row and renews the lease. @throws LeaseLost */
  async function renew(tables: Transaction<Tables>, network: string, holder: string): Promise<void> {
    const { numUpdatedRows } = await tables
      .updateTable('index_networks')
      .set({ until: now() + LEASE })
      .where('network', '=', network)
      .where('holder', '=', holder)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new LeaseLost(`Another process reads ${network}`)
  }

  return {
    /** Takes or renews the lease. @returns false while another process has it */
    async claim(network: string, holder: string): Promise<boolean> {
      const row = { holder, until: now() + LEASE }
      const taken = await db
        .insertInto('index_networks')
        .values({ network, ...row })
        .onConflict((conflict) =>
          conflict
            .column('network')
            .doUpdateSet(row)
            .where((each) =>
              each.or([each('index_networks.until', '<', now()), each('index_networks.holder', '=', holder)]),
            ),
        )
        .returning('network')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Ends the lease, so that another process goes on at once. */
    async release(network: string, holder: string): Promise<void> {
      await db
        .updateTable('index_networks')
        .set({ until: 0 })
        .where('network', '=', network)
        .where('holder', '=', holder)
        .execute()
    },

    /** Renews the lease and runs `work` in one transaction. @throws LeaseLost if another process has the lease */
    written: (network: string, holder: string, work: (tables: Transaction<Tables>) => Promise<void>) =>
      inTransaction(db, async (tables) => {
        await renew(tables, network, holder)
        await work(tables)
      }),
  }
}
