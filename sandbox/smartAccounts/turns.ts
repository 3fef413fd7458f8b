/** Runs the work on one account one at a time, because preparing an operation must see the state after the previous one. */
import type { Hex } from 'viem'

export function createTurns() {
  /** By chain and account. */
  const turns = new Map<string, Promise<unknown>>()

  return function inTurn<T>(chainId: number, address: Hex, work: () => Promise<T>): Promise<T> {
    const key = `${chainId}:${address.toLowerCase()}`
    const result = (turns.get(key) ?? Promise.resolve()).then(work)
    const ended: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => turns.get(key) === ended && turns.delete(key))
    turns.set(key, ended)
    return result
  }
}
