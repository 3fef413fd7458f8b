/**
 * Funds the accounts of the sandbox's users with test coins: with 1 SOL if an account has none, and with ether
 * (`smart.fund`).
 */
import type { User } from '../database.ts'
import { smartOf, solanaOf, type Chains } from './chain.ts'
import { isEvm } from './chainId.ts'

const LAMPORTS = 1_000_000_000

export function createFunds(chains: Chains) {
  const done = new Set<string>()
  const once = async (key: string, give: () => Promise<unknown>) => {
    if (done.has(key)) return
    done.add(key)
    await give().catch((error: unknown) => {
      done.delete(key)
      throw error
    })
  }
  /** Funds a user's account on Solana, or, for an EVM chain, on all EVM chains. */
  return async (user: User, caip: string): Promise<void> => {
    if (!isEvm(caip)) {
      return once(user.solana, async () => {
        const { request } = solanaOf(chains, caip)
        const { value } = (await request('getBalance', [user.solana])) as { value: number }
        if (!value) await request('requestAirdrop', [user.solana, LAMPORTS])
      })
    }
    // This funds the accounts of the keys. `smartAccounts.addressOf` funds the smart accounts.
    const give = ({ id, caipNetworkId }: (typeof chains.bundlers)[number]['node']) =>
      smartOf(chains, caipNetworkId).fund(id, user.evm as `0x${string}`)
    await Promise.all(chains.bundlers.map(({ node }) => give(node)))
  }
}
