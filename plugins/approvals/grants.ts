/** Reads the smart sessions, with which sites may act for the account, from the plugin smart-sessions. */
import { isRecord, type PluginKit } from 'walletkit/plugin'
import { LAST_TIME } from './approval.ts'

/** `expiry` in ms since 1970. `iconUrl` is '' without a picture. */
export type SessionGrant = { id: string; name: string; iconUrl: string; expiry: number }
export type Sessions = { list: () => Promise<SessionGrant[]>; open: (id: string) => void }

/** Parses one entry of the list of the plugin smart-sessions; `undefined` for an unknown form. Never throws. */
export function parseGrant(entry: unknown): SessionGrant | undefined {
  if (!isRecord(entry)) return undefined
  const { id, name, iconUrl, expiry } = entry
  if (typeof id !== 'string' || !id || typeof name !== 'string') return undefined
  if (typeof expiry !== 'number' || !(Math.abs(expiry) <= LAST_TIME)) return undefined
  return { id, name, iconUrl: typeof iconUrl === 'string' ? iconUrl : '', expiry }
}

/**
 * The functions `list` and `open` of the plugin smart-sessions; `undefined` if it is off, not in the build, or lacks
 * one of the two.
 */
export async function sessionsOf(kit: Pick<PluginKit, 'use'>): Promise<Sessions | undefined> {
  const api: Readonly<Record<string, unknown>> | undefined = await kit.use('smart-sessions', '^1')
  const { list, open } = api ?? {}
  if (typeof list !== 'function' || typeof open !== 'function') return undefined
  return {
    list: async () => {
      const answer: unknown = await Reflect.apply(list, undefined, [])
      if (!Array.isArray(answer)) throw new Error('The plugin smart-sessions gave no list of sessions')
      return answer.flatMap((each: unknown) => parseGrant(each) ?? [])
    },
    open: (id) => void Reflect.apply(open, undefined, [id]),
  }
}
