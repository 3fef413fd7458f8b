/** The chain's newest transactions, in memory, by signature. */
import type { Entry } from './ledger.ts'

/** Stores the newest transactions. @param most the most transactions to keep */
export function createEntries(most: number) {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(entry: Entry) => void>()
  return {
    add(entry: Entry): void {
      entries.set(entry.signature, entry)
      const oldest = entries.size > most ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      for (const listener of listeners) listener(entry)
    },
    find: (signature: string): Entry | undefined => entries.get(signature),
    /** The transactions that involve an address, newest first. */
    touching: (address: string): Entry[] =>
      [...entries.values()].filter(({ changes }) => changes.some((each) => each.address === address)).reverse(),
    newest: (count: number): Entry[] => [...entries.values()].slice(-count),
    count: () => entries.size,
    /** Calls the listener for each transaction that enters the chain. Returns a function that unsubscribes. */
    watch: (listener: (entry: Entry) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
