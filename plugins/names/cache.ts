/** Caches the names of addresses for five minutes, by CAIP-10 address. */
import type { PluginKit } from 'walletkit/plugin'

/** The key in the plugin's storage, which adds the prefix `@appkit/`. */
export const CACHE_KEY = 'ens_cache'
/** How long names stay cached, in ms: five minutes. */
export const NAME_LIFETIME = 300_000
const KEPT = 20

type Entry = { timestamp: number; value: string[] }

export function createNameCache({ storage }: Pick<PluginKit, 'storage'>) {
  function read(): [string, Entry][] {
    try {
      const stored: unknown = JSON.parse(storage.get(CACHE_KEY) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return []
      return Object.entries(stored).flatMap(([id, entry]) => {
        const parsed = parseEntry(entry)
        return parsed ? [[id, parsed] as [string, Entry]] : []
      })
    } catch {
      return []
    }
  }
  return {
    get: (caipAddress: string): string[] | undefined => read().find(([id]) => id === caipAddress)?.[1].value,
    set: (caipAddress: string, value: string[]) => {
      const others = read().filter(([id]) => id !== caipAddress)
      const entry: Entry = { timestamp: Date.now(), value }
      storage.set(CACHE_KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - KEPT), [caipAddress, entry]])))
    },
  }
}

/** Expired, future and malformed entries read as absent, because any script can write to storage. */
function parseEntry(entry: unknown): Entry | undefined {
  const { timestamp, value } = Object(entry) as { timestamp?: unknown; value?: unknown }
  const age = typeof timestamp === 'number' ? Date.now() - timestamp : NaN
  if (!(age >= 0 && age < NAME_LIFETIME) || !Array.isArray(value)) return undefined
  return { timestamp: Number(timestamp), value: value.filter((each) => typeof each === 'string') }
}
