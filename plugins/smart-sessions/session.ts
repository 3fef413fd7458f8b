/** A smart session, as the service for smart accounts lists it. The parser ignores unknown fields. */
import { LONGEST } from './kept.ts'
import { parsePermission, type Permission, recordOf } from './permission.ts'

export type Session = {
  /** The service's id of the session. */
  pci: string
  /** The site that may act. */
  app: { name: string; url: string; iconUrl: string }
  /** ms since 1970. */
  expiry: number
  createdAt: number | undefined
  permissions: readonly Permission[]
  /**
   * What the wallet answered when it granted the session, as the service reports it. The wallet finds the permission by
   * it.
   */
  context: string | undefined
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 80) : '')
/** Converts seconds since 1970 to ms; `undefined` if the value is not a time. */
const timeOf = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e11 ? value * 1000 : undefined

function parseSession(entry: unknown): Session | undefined {
  const { project, pci, expiry, createdAt, permissions, revokedAt, context } = recordOf(entry)
  const end = timeOf(expiry)
  if (typeof pci !== 'string' || !pci || pci.length > 200 || end === undefined) return undefined
  if (revokedAt !== undefined && revokedAt !== null) return undefined
  const { name, url, iconUrl } = recordOf(project)
  const icon = typeof iconUrl === 'string' && /^(https:\/\/|data:image\/)/.test(iconUrl) ? iconUrl : ''
  const list = Array.isArray(permissions) ? (permissions as unknown[]) : []
  return {
    pci,
    app: { name: textOf(name), url: textOf(url), iconUrl: icon },
    expiry: end,
    createdAt: timeOf(createdAt),
    permissions: list.flatMap((each) => parsePermission(each) ?? []),
    context: typeof context === 'string' && context && context.length <= LONGEST ? context : undefined,
  }
}

/** Parses `{ pcis: [...] }`. Returns the sessions that were not revoked, latest end first. Throws without a list. */
export function parseSessions(reply: unknown): Session[] {
  const { pcis } = recordOf(reply)
  if (!Array.isArray(pcis)) throw new Error('The service answered no list of sessions')
  return pcis.flatMap((entry: unknown) => parseSession(entry) ?? []).sort((a, b) => b.expiry - a.expiry)
}
