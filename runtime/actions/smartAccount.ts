/** Parses and stores what an embedded wallet reports about smart accounts. Its answers are untrusted. */
import { isRecord } from '../lib/isRecord.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'

/**
 * The chain ids of `{ smartAccountEnabledNetworks: [1, 10] }`, without duplicates and invalid values. Empty for an
 * answer without a list.
 */
export function parseSmartAccountNetworks(answer: unknown): number[] {
  const listed = isRecord(answer) ? answer['smartAccountEnabledNetworks'] : undefined
  if (!Array.isArray(listed)) return []
  return [...new Set(listed.filter((id): id is number => Number.isSafeInteger(id) && id > 0))]
}

/** Stores on which networks of a namespace smart accounts work. An answer without a list means none. */
export function setSmartAccountNetworks(kit: Kit, namespace: Namespace, answer: unknown) {
  kit.state.networks[namespace].smartAccountEnabledNetworks = parseSmartAccountNetworks(answer)
}
