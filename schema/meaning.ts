/**
 * Checks what a JSON schema cannot express, such as unknown ids, duplicate networks, keys that this version does not
 * support, and rules for plugins.
 */
import { type Issue, issue, show } from './issue.ts'
import { findNetwork } from './networks.ts'
import { isObject, type JsonObject } from './pieces.ts'
import { plugins } from './plugins.ts'
import { loginUnencrypted } from './unencrypted.ts'
import { unknownNetwork } from './unknownNetwork.ts'
import type { Rules } from './validate.ts'

/** Keys of the base schema that this version does not support yet. Any value but `false` and `[]` is an error. */
const NOT_YET = [['nativeTokens']] as const

export const isBuilt = (...path: string[]) => !NOT_YET.some((key) => key.join('.') === path.join('.'))

export function checkMeaning(config: JsonObject, rules: Rules, shape: readonly Issue[]): Issue[] {
  const wrong = new Set(shape.map(({ pointer }) => pointer))
  return [
    ...networks(config, rules),
    ...signIn(config),
    ...loginUnencrypted(config),
    ...notYet(config, rules),
    ...plugins(config, rules),
  ].filter(({ pointer }) => !wrong.has(pointer))
}

/** The CAIP-2 id of an entry of `networks`; `undefined` if it has none. */
export function networkIdOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (!isObject(entry)) return undefined
  if (typeof entry.caipNetworkId === 'string') return entry.caipNetworkId
  if (typeof entry.id !== 'string' && typeof entry.id !== 'number') return undefined
  return `${typeof entry.chainNamespace === 'string' ? entry.chainNamespace : 'eip155'}:${entry.id}`
}

function networks(config: JsonObject, { chains }: Rules): Issue[] {
  const found: Issue[] = []
  const entries = Array.isArray(config.networks) ? config.networks : []
  const first = new Map<string, number>()
  entries.forEach((entry, index) => {
    const at = `/networks/${index}`
    const id = networkIdOf(entry)
    if (id === undefined) return
    const earlier = first.get(id)
    if (earlier !== undefined)
      found.push(
        issue(
          at,
          `The network ${show(id)} stands here twice`,
          'each network once',
          `Remove it; networks[${earlier}] is the same.`,
        ),
      )
    first.set(id, earlier ?? index)
    if (isObject(entry)) return void found.push(...mismatch(entry, at))
    if (!findNetwork(id)) return void found.push(unknownNetwork(id, at))
  })
  for (const [id, index] of first) {
    const [namespace = ''] = id.split(':')
    if (['solana', 'polkadot', 'bip122'].includes(namespace) && !chains.includes(namespace)) {
      found.push(
        issue(
          `/networks/${index}`,
          `Networks of ${namespace} are not in this version`,
          `a network of ${chains.join(', ')}`,
          'Remove it.',
        ),
      )
    }
  }
  const preferred = config.defaultNetwork
  if (typeof preferred === 'string' && first.size && !first.has(preferred)) {
    found.push(
      issue(
        '/defaultNetwork',
        `${show(preferred)} is not among networks`,
        `one of: ${[...first.keys()].join(', ')}`,
        'Add it to networks, or name one of them.',
      ),
    )
  }
  return found
}

/** Checks that the id, the namespace and the CAIP-2 id of a network object agree. */
function mismatch({ id, chainNamespace, caipNetworkId }: JsonObject, at: string): Issue[] {
  const built = networkIdOf({ id: id ?? null, chainNamespace: chainNamespace ?? 'eip155' })
  if ((chainNamespace ?? 'eip155') === 'eip155' && typeof id === 'string') {
    return [issue(`${at}/id`, `${show(id)} is not a chain id`, 'a whole number', 'Write the chain id as a number.')]
  }
  if (typeof caipNetworkId === 'string' && built !== undefined && caipNetworkId !== built) {
    return [
      issue(
        `${at}/caipNetworkId`,
        `${show(caipNetworkId)} names another network than id`,
        built,
        `Write "${built}", or remove the key.`,
      ),
    ]
  }
  return []
}

function signIn(config: JsonObject): Issue[] {
  if (!config.siwx || !config.siweConfig) return []
  return [
    issue('/siweConfig', 'siwx and siweConfig cannot stand together', 'one of the two', 'Remove the key "siweConfig".'),
  ]
}

function notYet(config: JsonObject, { pieces }: Rules): Issue[] {
  const features = isObject(config.features) ? config.features : {}
  const missing: string[][] = pieces.filter(({ available }) => !available).map(({ feature }) => ['features', feature])
  return [...missing, ...NOT_YET].flatMap((path) => {
    const [top = '', key] = path
    const parent = top === 'features' ? features : config[top]
    const value = key === undefined ? config[top] : isObject(parent) ? parent[key] : undefined
    if (value === undefined || value === false || (Array.isArray(value) && !value.length)) return []
    return [
      issue(
        `/${path.join('/')}`,
        `${path.join('.')} is not in this version`,
        'the key absent, or false',
        'Remove the key.',
      ),
    ]
  })
}
