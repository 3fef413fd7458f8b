/**
 * Finds out which balances a session could take at once. Granting is no transaction, so no simulation can show that.
 */
import { formatUnits, type PluginKit } from 'walletkit/plugin'
import type { Permission } from './permission.ts'

/** A balance in base units. */
export type Held = { amount: bigint; decimals: number; symbol: string }

/** Whether the permission allows to spend the whole balance at once. */
export const takesAll = (permission: Permission, held: Held): boolean =>
  (permission.kind === 'native' || permission.kind === 'token') &&
  held.amount > 0n &&
  permission.allowance >= held.amount

/** The balances, as text, that a permission allows to take in full. Leaves out balances that cannot be read. */
export async function readReach(
  kit: Pick<PluginKit, 'network'> & { chain: Pick<PluginKit['chain'], 'getBalance' | 'getToken'> },
  permissions: readonly Permission[],
): Promise<string[]> {
  const { symbol = '', decimals = 18 } = kit.network()?.nativeCurrency ?? {}
  const read = async (permission: Permission): Promise<Held | undefined> => {
    if (permission.kind === 'native') return { amount: await kit.chain.getBalance(), decimals, symbol }
    if (permission.kind !== 'token') return undefined
    const { balance: amount, ...token } = await kit.chain.getToken(permission.token)
    return { amount, ...token }
  }
  const found = await Promise.all(
    permissions.map(async (permission) => {
      const held = await read(permission).catch(() => undefined)
      return held && takesAll(permission, held)
        ? `${formatUnits(held.amount, held.decimals)} ${held.symbol}`
        : undefined
    }),
  )
  return [...new Set(found.filter((each) => each !== undefined))]
}
