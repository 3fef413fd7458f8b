/** Reads and checks the hosts that a plugin may call because the site wrote their address into one of its options. */
import { type Issue, issue, show } from './issue.ts'
import { isObject, type Json, type Piece } from './pieces.ts'
import { type ListedNetwork, perNetwork } from './perNetwork.ts'

const PREFIX = 'option:'

/** How grants name the host permission `{ "option": "url" }` of a manifest: `option:url`. */
export const optionHost = (option: string) => `${PREFIX}${option}`

/** The option that a host permission such as `option:url` names; `undefined` if the permission is an origin. */
export const optionOf = (host: string): string | undefined =>
  host.startsWith(PREFIX) ? host.slice(PREFIX.length) : undefined

/**
 * The origins that a plugin may call: those in its manifest, and those of the options that the manifest names as hosts.
 * An option that the config leaves out, or that is no safe address, adds none; one with `{chainId}` in its host name
 * adds one for each EVM network of the config.
 */
export function originsOf(
  { feature, permissions }: Pick<Piece, 'feature' | 'permissions'>,
  { features, networks }: { features?: unknown; networks?: readonly ListedNetwork[] },
): string[] {
  return permissions.hosts.flatMap((host) => {
    const option = optionOf(host)
    if (option === undefined) return host
    const value = written(features, feature, option)
    return typeof value === 'string' ? perNetwork(value, networks).flatMap((address) => originIn(address) ?? []) : []
  })
}

/** Reports options that name a host with a value that is neither https nor an http address of this computer. */
export function optionHosts({ feature, permissions }: Piece, features: Json | undefined): Issue[] {
  return permissions.hosts.flatMap((host) => {
    const option = optionOf(host)
    const value = option === undefined ? undefined : written(features, feature, option)
    if (option === undefined || value === undefined || originIn(value) !== undefined) return []
    return [
      issue(
        `/features/${feature}/${option}`,
        `${show(value)} is no address that a plugin may call`,
        'an https address, or http on this computer',
        'Write the address of your server, as https://api.example.org/tips.',
      ),
    ]
  })
}

function written(features: unknown, feature: string, option: string): unknown {
  const options = isObject(features) ? features[feature] : undefined
  return isObject(options) && Object.hasOwn(options, option) ? options[option] : undefined
}

const LOCAL = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/

function originIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { origin, protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname)) ? origin : undefined
}
