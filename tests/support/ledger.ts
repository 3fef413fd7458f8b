/**
 * Checks that a wallet's prompts, the hashes that it returned, the page's saved transactions and the chain agree. It
 * reads the chain directly, not through the page.
 */
import { expect } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import type { Sent } from '../../runtime/data/sent.ts'
import { STORAGE_KEYS } from '../../runtime/lib/keyTable.ts'
import type { Kit } from '../../runtime/contracts/kit.ts'
import type { TestWallet } from '../../runtime/test/index.ts'

export type Entries = {
  kit: Kit
  wallet?: TestWallet
  /**
   * The first bytes of the call data that the wallet's prompts may have, each at most once per press; `''` is a
   * transfer of ether.
   */
  prompts: string[]
}

export async function openLedger({ kit, wallet, prompts }: Entries, { chains }: Sandbox) {
  /** The hashes that the wallet returned to the page. */
  const given = new Set<string>()
  const url = chains[0]?.rpcUrl ?? ''
  const account = wallet?.addresses()[0] ?? ''
  if (wallet) {
    const { provider } = wallet
    const { request } = provider
    const heard: typeof request = async (asked) => {
      const answer = await request(asked)
      if (asked.method === 'eth_sendTransaction') given.add(String(answer))
      return answer
    }
    Object.assign(provider, { request: heard })
  }
  const asks = () => (wallet?.requests ?? []).filter(({ method }) => method === 'eth_sendTransaction')
  // The account's number of transactions, with those that are pending.
  const count = async () => (wallet ? Number(await askNode(url, 'eth_getTransactionCount', [account, 'pending'])) : 0)
  const start = { asked: asks().length, mined: await count() }
  const kept = () => JSON.parse(kit.storage.get(STORAGE_KEYS.sent) ?? '[]') as Sent[]
  const keepsAll = () => expect(kept().map(({ hash }) => hash)).toEqual(expect.arrayContaining([...given]))
  const now = async () => ({ asked: asks().length - start.asked, mined: (await count()) - start.mined })

  return {
    given,
    /** The number of the wallet's prompts, and of the account's transactions on the chain. */
    now,
    /** Checks one press: at most one prompt of each kind, no transaction without a prompt, and every hash is saved. */
    check: async (before: { asked: number; mined: number }) => {
      const kinds = asks()
        .slice(start.asked + before.asked)
        .map(({ params }) => String((params as { data?: string }[])[0]?.data ?? '').slice(0, 10))
      expect(new Set(kinds).size).toBe(kinds.length)
      expect(prompts).toEqual(expect.arrayContaining(kinds))
      expect((await now()).mined - before.mined).toBeLessThanOrEqual(kinds.length)
      keepsAll()
    },
    /** Waits until no hash is pending, and expects each status to match the chain. */
    settled: async () => {
      await expect.poll(() => kept().filter(({ status }) => status === 'pending'), { timeout: 15_000 }).toEqual([])
      keepsAll()
      for (const { hash, status } of kept()) {
        const receipt = (await askNode(url, 'eth_getTransactionReceipt', [hash])) as { status: string } | null
        expect({ hash, status: receipt?.status }).toEqual({ hash, status: status === 'confirmed' ? '0x1' : '0x0' })
      }
    },
  }
}

/** Calls the node directly, at the sandbox's own URL. */
export async function askNode(url: string, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await reply.json()) as { result?: unknown; error?: unknown }
  if (error) throw new Error(JSON.stringify(error))
  return result
}
