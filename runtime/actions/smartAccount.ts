/** What an embedded wallet says of smart accounts. Its answers are outside data: each is parsed here, by one function. */
import type { AccountType } from '../config.ts'
import { isRecord } from '../lib/isRecord.ts'
import type { Kit } from '../kit.ts'
import { toCaipAddress } from '../lib/caip.ts'
import type { Namespace } from '../lib/namespace.ts'
import { setAccount } from './account.ts'

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

const TYPES: readonly unknown[] = ['eoa', 'smartAccount'] satisfies AccountType[]

/** `{ type, address }` of the account that the visitor now prefers; `undefined` when it is none. */
export function parsePreferredAccount(answer: unknown): { type: AccountType; address: string } | undefined {
  if (!isRecord(answer)) return undefined
  const { type, address } = answer
  return TYPES.includes(type) && typeof address === 'string' && address
    ? { type: type as AccountType, address }
    : undefined
}

/** Takes the preferred account into the state: its type, and its address in front of the others. `false`: it was none. */
export function setPreferredAccount(kit: Kit, namespace: Namespace, answer: unknown): boolean {
  const preferred = parsePreferredAccount(answer)
  const { allAccounts } = kit.state.accounts[namespace]
  const network = kit.state.networks[namespace].caipNetwork
  if (!preferred || !network) return false
  const { type, address } = preferred
  const others = allAccounts.filter((each) => each.address.toLowerCase() !== address.toLowerCase())
  setAccount(kit.state.accounts, namespace, {
    preferredAccountType: type,
    address,
    caipAddress: toCaipAddress(network.caipNetworkId, address),
    allAccounts: [{ address, type }, ...others],
  })
  kit.events.emit('changed', { namespace })
  return true
}
