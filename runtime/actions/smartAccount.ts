/** What an embedded wallet says of smart accounts. Its answers are outside data: each is parsed here, by one function. */
import { isRecord } from '../lib/isRecord.ts'
import type { Kit } from '../kit.ts'
import type { Namespace } from '../lib/namespace.ts'

/** Chain ids of `{ smartAccountEnabledNetworks: [1, 10] }`, each once; what is no chain id is dropped. */
export function parseSmartAccountNetworks(answer: unknown): number[] {
  const listed = isRecord(answer) ? answer['smartAccountEnabledNetworks'] : undefined
  if (!Array.isArray(listed)) return []
  return [...new Set(listed.filter((id): id is number => Number.isSafeInteger(id) && id > 0))]
}

/** Keeps on which networks of a namespace smart accounts work; an answer that says nothing empties the list. */
export function setSmartAccountNetworks(kit: Kit, namespace: Namespace, answer: unknown) {
  kit.state.networks[namespace].smartAccountEnabledNetworks = parseSmartAccountNetworks(answer)
}
