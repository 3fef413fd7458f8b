/** Reads a library's list of social logins into `features.socials`. */
import type { Draft } from './draft.ts'
import { hints } from './messages.ts'
import { toJson, type Value } from './value.ts'

const SOCIALS = ['google', 'x', 'github', 'discord', 'apple', 'facebook', 'farcaster']

export function socials(draft: Draft, value: Value, name: string): void {
  const json = toJson(value)
  if (json === undefined || json === null)
    return value === null ? draft.write(['features', 'socials'], false) : draft.lose(name, draft.why(value))
  if (!Array.isArray(json)) return draft.write(['features', 'socials'], json)
  const kept = json.filter((each) => typeof each === 'string' && SOCIALS.includes(each))
  for (const each of json) if (!kept.includes(each)) draft.lose(`${name}: ${JSON.stringify(each)}`, hints.socials)
  draft.write(['features', 'socials'], kept.length ? kept : false)
}
