/**
 * Recaps: what a message permits besides signing in (ERC-5573). Wallets that connect and sign in with one approval
 * write the session's methods into the message: a sentence after the statement, and an equal `urn:recap:` resource.
 */
import { inEnglishOrder } from '../lib/locale.ts'
import { isRecord } from '../lib/isRecord.ts'
import type { SIWXMessageData } from './types.ts'

/** The wallet methods that the page may call, and the networks. No networks means the message's own. */
export type Recap = { methods: readonly string[]; chains: readonly string[] }

const PREFIX = 'urn:recap:'
const SENTENCE = 'I further authorize the stated URI to perform the following actions on my behalf: '
const ACTIONS = /^\(1\) 'request': ('\w+'(?:, '\w+')*) for 'eip155'\.$/

export const isRecap = (resource: string) => resource.startsWith(PREFIX)

/**
 * Parses a recap resource; `undefined` for anything other than wallet methods on EVM networks, so that a sign-in cannot
 * permit anything else.
 */
export function readRecap(resource: string): Recap | undefined {
  const value = isRecap(resource) ? decode(resource.slice(PREFIX.length)) : undefined
  const all = only(value, 'att')
  const abilities = only(all, 'eip155')
  if (!isRecord(abilities)) return undefined
  const entries = Object.entries(abilities).map(([ability, limits]) => {
    const [, method] = /^request\/(\w+)$/.exec(ability) ?? []
    const chains = readLimits(limits)
    return method !== undefined && chains ? { method, chains } : undefined
  })
  const read = entries.filter((entry) => entry !== undefined)
  if (!read.length || read.length < entries.length) return undefined
  return { methods: read.map(({ method }) => method), chains: [...new Set(read.flatMap(({ chains }) => chains))] }
}

/** The sentence of a recap, with the methods in the order that wallets use. */
export const sentenceOf = ({ methods }: Recap) =>
  `${SENTENCE}(1) 'request': '${[...methods].sort(inEnglishOrder).join("', '")}' for 'eip155'.`

export const hasSentence = (statement: string) => statement.includes(SENTENCE)

/**
 * A message's fields without its recap, and the recap. If sentence and resource differ, returns the fields unchanged
 * and no recap, so that the caller's own checks refuse the message.
 */
export function withoutRecap(data: SIWXMessageData): { data: SIWXMessageData; recap?: Recap } {
  const { statement = '', resources = [], ...rest } = data
  const recap = readRecap(resources.at(-1) ?? '')
  const at = statement.indexOf(SENTENCE)
  if (!recap || at < 0) return { data }
  const [, said = ''] = ACTIONS.exec(statement.slice(at + SENTENCE.length)) ?? []
  const [before, others] = [statement.slice(0, at), resources.slice(0, -1)]
  // Compare the methods in any order. A method that the sentence repeats makes the two differ.
  const isSame = (said.match(/\w+/g) ?? []).sort().join() === [...recap.methods].sort().join()
  if (!isSame || (before && !before.endsWith(' '))) return { data }
  return {
    data: {
      ...rest,
      ...(before && { statement: before.slice(0, -1) }),
      ...(others.length > 0 && { resources: others }),
    },
    recap,
  }
}

/**
 * Reads `[{ chains? }]`, the only form in which wallets limit a recap. Returns the chains, an empty list if it names
 * none; `undefined` for any other form.
 */
function readLimits(limits: unknown): string[] | undefined {
  const [limit, ...more] = Array.isArray(limits) ? (limits as unknown[]) : []
  if (!isRecord(limit) || more.length || Object.keys(limit).some((key) => key !== 'chains')) return undefined
  const { chains = [] } = limit
  if (!Array.isArray(chains)) return undefined
  const named = (chains as unknown[]).filter((chain) => typeof chain === 'string' && /^eip155:[1-9]\d*$/.test(chain))
  return named.length === chains.length ? (named as string[]) : undefined
}

/** The value of `key`, if it is the object's only key: another key would permit something else too. */
function only(value: unknown, key: string): unknown {
  return isRecord(value) && Object.keys(value).join() === key ? value[key] : undefined
}

/** Decodes JSON in base64 or base64url: wallets use both. */
function decode(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
