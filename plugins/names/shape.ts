/** The responses of the profile service, with one parser for each. */
import { cleanText, isRecord } from 'walletkit/plugin'

/** `addresses` are keyed by coin type. */
export type Profile = {
  name: string
  addresses: Readonly<Record<string, { address: string }>>
  attributes: readonly { avatar?: string; bio?: string }[]
}
/** A suggested name, without its suffix, and whether it is registered already. */
export type Suggestion = { name: string; registered: boolean }

const LIST_LIMIT = 50
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, LIST_LIMIT) : [])
/** The value if it is a name, of any zone, that is safe to show; else `undefined`. */
const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 255 && cleanText(value, 255) === value && value !== ''
    ? value
    : undefined

/** @throws if the profile has no name. */
export function parseProfile(reply: unknown): Profile {
  const { name: given, addresses, attributes } = isRecord(reply) ? reply : {}
  const name = nameOf(given)
  if (name === undefined) throw new Error('The profile has no name')
  const entries = Object.entries(isRecord(addresses) ? addresses : {}).flatMap(([key, entry]) =>
    isRecord(entry) && typeof entry['address'] === 'string' ? [[key, { address: entry['address'] }] as const] : [],
  )
  return {
    name,
    addresses: Object.fromEntries(entries),
    attributes: list(attributes).flatMap((entry) => (isRecord(entry) ? [readAttribute(entry)] : [])),
  }
}

const readAttribute = ({ avatar, bio }: Record<string, unknown>) => ({
  ...(typeof avatar === 'string' && { avatar }),
  ...(typeof bio === 'string' && { bio: cleanText(bio, 256) }),
})

/** The names in a list of profiles, or in `{ names }`; leaves out invalid entries. */
export function parseNames(reply: unknown): string[] {
  const entries = list(isRecord(reply) && !Array.isArray(reply) ? reply['names'] : reply)
  return entries.flatMap((entry) => nameOf(isRecord(entry) ? entry['name'] : entry) ?? [])
}

/** Parses `{ suggestions: [{ name, registered }] }`. Removes the suffix and leaves out names with another suffix. */
export function parseSuggestions(reply: unknown, suffix: string): Suggestion[] {
  return list(isRecord(reply) ? reply['suggestions'] : undefined).flatMap((entry) => {
    const whole = nameOf(isRecord(entry) ? entry['name'] : undefined)?.toLowerCase()
    const name = whole?.endsWith(suffix) ? whole.slice(0, -suffix.length) : whole
    if (!name || !/^[a-z0-9-]+$/.test(name)) return []
    return [{ name, registered: isRecord(entry) && entry['registered'] === true }]
  })
}

/** The server's text for the first reason of a refusal; `undefined` if it gave none. */
export function parseReason(reply: unknown): string | undefined {
  const [first] = list(isRecord(reply) ? reply['reasons'] : undefined)
  const text = isRecord(first) && typeof first['description'] === 'string' ? cleanText(first['description'], 160) : ''
  return text || undefined
}
