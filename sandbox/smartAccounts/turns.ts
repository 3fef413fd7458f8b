/**
 * Runs tasks on the same account one after the other: an operation can be prepared only on the state after the previous
 * one. `until` tells what else has to end before the next task.
 */
import type { Hex } from 'viem'

export function createTurns() {
  /** The last task of each account, by chain and address. */
  const turns = new Map<string, Promise<unknown>>()

  return function inTurn<T>(
    chainId: number,
    address: Hex,
    work: () => Promise<T>,
    until: (done: T) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<T> {
    const key = `${chainId}:${address.toLowerCase()}`
    const result = (turns.get(key) ?? Promise.resolve()).then(work)
    const ended: Promise<unknown> = result
      .then(until)
      .catch(() => undefined)
      .then(() => turns.get(key) === ended && turns.delete(key))
    turns.set(key, ended)
    return result
  }
}
