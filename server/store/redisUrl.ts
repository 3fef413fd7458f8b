/** Parses addresses of Redis servers, detects unencrypted ones, and formats them for messages without the password. */
import { isHere } from './postgresUrl.ts'

export type RedisAddress = {
  host: string
  port: number
  /** The number of the database in the server. */
  database: number
  username?: string
  password?: string
  tls: boolean
  /** Whether the address says `?tls=off`: the operator knows that the traffic is not encrypted. */
  isClearOnPurpose: boolean
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Parses `redis://user:password@host:6379/0`, or `rediss://…` for TLS. The default port is 6379, the default database
 * 0. The user may be left out, or both the user and the password.
 * @returns the address; for a wrong one a text that says what is wrong, which follows the field's name and contains
 *   nothing of the address
 */
export function parseRedisUrl(text: string): RedisAddress | string {
  if (!/^rediss?:\/\//.test(text)) return 'does not begin with redis:// or rediss://'
  if (!URL.canParse(text)) return 'is no address, or its password has characters that are not percent-encoded'
  const url = new URL(text)
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (username === undefined || password === undefined) return 'has a user or a password that is not percent-encoded'
  if (username !== '' && password === '') return 'has a user and no password'
  if (!url.hostname) return 'names no host'
  const database = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1]
  if (database === undefined) return 'has a path that is not the number of a database'
  if (url.hash !== '' || (url.search !== '' && url.search !== '?tls=off'))
    return 'has more than ?tls=off after its path'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 6379),
    database: Number(database),
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    tls: url.protocol === 'rediss:',
    isClearOnPurpose: url.search !== '',
  }
}

/** Whether the traffic would cross a network unencrypted, and the address does not say that this is meant. */
export const isRedisInClear = ({ host, tls, isClearOnPurpose }: RedisAddress): boolean =>
  !tls && !isClearOnPurpose && !isHere(host)

/** The address for messages, without the user and the password. */
export const shownRedis = ({ host, port, database, tls }: RedisAddress): string =>
  `${tls ? 'rediss' : 'redis'}://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`
