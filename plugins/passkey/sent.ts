/** Stores the operations that were sent and are in no block yet, so that a closed page loses none of the newest 20. */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import type { Hex } from 'viem'

export type SentOperation = { chainId: number; hash: Hex }

const KEY = 'passkey.sent'
const MOST = 20

/** Parses the stored list and skips malformed entries. Never throws. */
export function parseSent(text: string | undefined): SentOperation[] {
  if (text === undefined || text.length > 4096) return []
  try {
    const list: unknown = JSON.parse(text)
    return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((each) => {
      const { chainId, hash } = isRecord(each) ? each : {}
      const isHash = typeof hash === 'string' && /^0x[0-9a-f]{64}$/.test(hash)
      return Number.isSafeInteger(chainId) && isHash ? { chainId: chainId as number, hash: hash as Hex } : []
    })
  } catch {
    return []
  }
}

type Store = Pick<PluginKit, 'storage'>

export const sentOperations = (kit: Store): SentOperation[] => parseSent(kit.storage.get(KEY))

export const keepSent = (kit: Store, operation: SentOperation): void =>
  kit.storage.set(KEY, JSON.stringify([operation, ...sentOperations(kit)].slice(0, MOST)))

export function dropSent(kit: Store, hash: Hex): void {
  const rest = sentOperations(kit).filter((each) => each.hash !== hash)
  if (rest.length) kit.storage.set(KEY, JSON.stringify(rest))
  else kit.storage.remove(KEY)
}
