import type { KnownPaymaster } from '../../sandbox/login/rpc/chain.ts'
import { refuseNodeInClear } from './networks.ts'
import { isFields, type Reader } from './read.ts'

const FIX = 'Write [{ "url": "https://paymaster.example.com/{chainId}" }].'

/**
 * Reads the paymasters (ERC-7677) that the login may ask. Pages name a paymaster by the same URL, so the URL is no
 * secret. The config may allow a paymaster for some of the sites only.
 */
export function paymastersOf(value: unknown, sites: readonly string[], read: Reader): KnownPaymaster[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    read.wrong('paymasters', 'is not a list', FIX)
    return []
  }
  return (value as unknown[]).flatMap((each, at) => paymasterOf(each, `paymasters[${at}]`, sites, read) ?? [])
}

function paymasterOf(value: unknown, path: string, sites: readonly string[], read: Reader): KnownPaymaster | undefined {
  if (!isFields(value)) return read.wrong(path, 'is not an object', FIX)
  read.onlyKnown(value, ['url', 'sites'], `${path}.`)
  const url = read.text(value, 'url', `${path}.url`, FIX)
  if (url === undefined || !/^https?:/.test(url) || !URL.canParse(url.replaceAll('{chainId}', '1')))
    return read.wrong(`${path}.url`, 'is not an address', FIX)
  const { sites: only } = value
  if (only === undefined) return { url }
  const isKnown = (site: unknown): site is string => typeof site === 'string' && sites.includes(site)
  if (!Array.isArray(only) || !only.length || !(only as unknown[]).every(isKnown))
    return read.wrong(`${path}.sites`, 'is not a list of some of the sites', 'Write origins that are in sites too.')
  return { url, sites: only as string[] }
}

/** Reports paymasters on the internet without https, which production refuses. */
export function refusePaymastersInClear(paymasters: readonly KnownPaymaster[], read: Reader): void {
  for (const [at, { url }] of paymasters.entries())
    refuseNodeInClear(`paymasters[${at}].url`, url.replaceAll('{chainId}', '1'), read)
}
