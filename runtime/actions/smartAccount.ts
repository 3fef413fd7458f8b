/** Reads what an embedded wallet reports about smart accounts. Its answers are untrusted: one function parses each. */
import { isRecord } from '../lib/isRecord.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'

/**
 * The chain ids of `{ smartAccountEnabledNetworks: [1, 10] }`, without duplicates and without values that are not chain
 * ids.
 */
export function parseSmartAccountNetworks(answer: unknown): number[] {
  const listed = isRecord(answer) ? answer['smartAccountEnabledNetworks'] : undefined
  if (!Array.isArray(listed)) return []
  return [...new Set(listed.filter((id): id is number => Number.isSafeInteger(id) && id > 0))]
}

/** Stores the networks of a namespace on which smart accounts work; an answer without a list empties it. */
export function setSmartAccountNetworks(kit: Kit, namespace: Namespace, answer: unknown) {
  kit.state.networks[namespace].smartAccountEnabledNetworks = parseSmartAccountNetworks(answer)
}
