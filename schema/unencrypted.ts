/**
 * Finds addresses of a config that are reached without encryption, so that anybody on the network path can read and
 * change the answers. Addresses of this computer do not count.
 */
import type { Config, Services } from '../runtime/contracts/config.ts'
import { type Issue, issue } from './issue.ts'
import { isObject, type JsonObject } from './pieces.ts'

/** Host names of this computer, as `URL.hostname` spells them. */
const LOOPBACK = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function isUnencrypted(url: unknown): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (protocol === 'http:' || protocol === 'ws:') && !LOOPBACK.test(hostname)
}

/**
 * Reports a login service without encryption, also one of a host rule. Anybody on the network path could replace the
 * login's frame, which approves payments, and take over the accounts.
 */
export function loginUnencrypted({ services, hostRules }: JsonObject): Issue[] {
  const rules = Array.isArray(hostRules) ? hostRules : []
  const sets = [
    { at: '/services', set: services },
    ...rules.map((rule, index) => ({
      at: `/hostRules/${index}/services`,
      set: isObject(rule) ? rule.services : undefined,
    })),
  ]
  return sets.flatMap(({ at, set }) => {
    const url = isObject(set) ? set.secureSite : undefined
    if (!isUnencrypted(url)) return []
    const secure = url.replace(/^http/i, 'https')
    return [
      issue(
        `${at}/secureSite`,
        `${url} is not encrypted, and whoever is on the way could take the accounts`,
        'https, or an address of this computer',
        `Write "${secure}".`,
      ),
    ]
  })
}

/**
 * The unencrypted addresses among a resolved config's services, host rules, RPC URLs and sign-in, each with its place.
 */
export function unencrypted({
  services = {},
  hostRules = [],
  networks = [],
  siwx,
}: Config): { at: string; url: string }[] {
  const named = (at: string, set: Services) =>
    Object.entries(set).map(([key, url]: [string, unknown]) => ({ at: `${at}.${key}`, url }))
  const all: { at: string; url: unknown }[] = [
    ...named('services', services),
    ...hostRules.flatMap((rule, index) => named(`hostRules[${index}].services`, rule.services)),
    ...networks.flatMap(({ caipNetworkId, rpcUrls }) =>
      rpcUrls.default.http.map((url) => ({ at: `the RPC of ${caipNetworkId}`, url })),
    ),
    { at: 'siwx.endpoint', url: typeof siwx === 'object' ? siwx.endpoint : undefined },
  ]
  return all.flatMap(({ at, url }) => (isUnencrypted(url) ? [{ at, url }] : []))
}
