/** The only parser of the stored connections, which another script or an earlier version may have written. */
import type { Kit } from '../contracts/kit.ts'
import { isNamespace } from '../lib/caip.ts'
import { isRecord } from '../lib/isRecord.ts'
import { CONNECTION_LIMIT, CONNECTIONS, connectorIdKey } from '../lib/keyTable.ts'
import { namespacesOf } from '../lib/namespace.ts'
import type { Storage } from '../lib/storage.ts'
import type { Chosen } from '../state/connections.ts'
import type { Remembered } from './record.ts'

/** In characters. walletkit itself never stores a longer text, so a longer one is ignored. */
const TEXT_LIMIT = 16_384
/** The latest time that a Date can represent, in ms since 1970. */
const LAST_TIME = 8.64e15

/**
 * The stored connections. Skips malformed entries, because an earlier version, another script or a visitor may have
 * written anything. Never throws.
 */
export function parseRemembered(storage: Pick<Storage, 'get'>): Remembered[] {
  const text = storage.get(CONNECTIONS)
  if (text === undefined || text.length > TEXT_LIMIT) return []
  const found: Remembered[] = []
  for (const entry of parseList(text)) {
    const parsed = parseEntry(entry)
    const isKnown = found.some(({ id, namespace }) => id === parsed?.id && namespace === parsed.namespace)
    if (parsed && !isKnown && found.length < CONNECTION_LIMIT) found.push(parsed)
  }
  return found
}

/** The ids of all connectors whose sessions are stored. Never throws. */
export const storedConnectors = (kit: Pick<Kit, 'state' | 'storage'>): string[] => [
  ...namespacesOf(kit.state.accounts).flatMap((namespace) => kit.storage.get(connectorIdKey(namespace)) ?? []),
  ...parseRemembered(kit.storage).map(({ id }) => id),
]

function parseList(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

function parseEntry(value: unknown): Remembered | undefined {
  if (!isRecord(value)) return undefined
  const { namespace, id, since, chosen: given } = value
  if (!isNamespace(namespace) || !isId(id)) return undefined
  const isTime = typeof since === 'number' && since >= 0 && since <= LAST_TIME
  const chosen = parseChosen(given)
  return { namespace, id, ...(isTime && { since }), ...(chosen && { chosen }) }
}

function parseChosen(value: unknown): Chosen | undefined {
  const { address, over } = isRecord(value) ? value : {}
  return isAddress(address) && isAddress(over) ? { address, over } : undefined
}

/**
 * Whether a value can be a connector's id: an rdns, an id of a directory, or the name that a wallet of the Wallet
 * Standard gives itself.
 */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 128 && !/\p{C}/u.test(value)

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^[-.%\w]{1,128}$/.test(value)
