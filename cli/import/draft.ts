/** The config that an import is building, and the options that it could not carry over. */
import type { Json, JsonObject } from '../../schema/pieces.ts'
import { findNetwork } from '../../schema/networks.ts'
import { PUBLIC_RELAY } from '../../schema/services.ts'
import { hints } from './messages.ts'
import { Call, type Dict, entryOf, Given, isDict, toJson, Unread, type Value } from './value.ts'

export type Left = { name: string; hint: string }
export type Handler = (value: Value, name: string) => void

export class Draft {
  readonly config: JsonObject
  readonly left: Left[] = []
  /** Networks from viem's table, identified by the value that the reader returned for them, with their CAIP-2 ids. */
  readonly #known: ReadonlyMap<Value, string>

  constructor(known: ReadonlyMap<Value, string>, features: JsonObject) {
    this.#known = known
    this.config = { projectId: '', features: { ...features } }
  }

  leave(name: string, hint: string): void {
    if (!this.left.some((each) => each.name === name)) this.left.push({ name, hint })
  }

  /** Passes each option to its handler. An option without a handler is listed as left over, with a hint. */
  take(options: Value, handlers: Record<string, Handler>, notes: Record<string, string> = {}, prefix = ''): void {
    if (options === undefined) return
    if (!isDict(options)) return this.leave(prefix.replace(/\.$/, '') || 'options', this.why(options))
    for (const [key, value] of options) {
      if (value === undefined) continue
      const handler = entryOf(handlers, key)
      if (handler) handler(value, prefix + key)
      else if (value instanceof Unread && key === value.code) this.leave(prefix + key, hints.code(value.code))
      else this.leave(prefix + key, entryOf(notes, key) ?? hints.unknown)
    }
  }

  /** A handler that writes the value unchanged. */
  set(...path: [string, ...string[]]): Handler {
    return (value, name) => {
      const json = toJson(value)
      if (json === undefined) this.leave(name, this.why(value))
      else this.write(path, json)
    }
  }

  write(path: readonly string[], value: Json): void {
    const [last = '', ...above] = [...path].reverse()
    let at: JsonObject = this.config
    for (const key of above.reverse()) {
      const inner = at[key]
      at = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : (at[key] = {})
    }
    at[last] = value
  }

  projectId: Handler = (value) => {
    if (typeof value === 'string' && value) this.config.projectId = value
  }

  /** Keeps WalletConnect sessions as they were: with the same relay and project id. */
  remote(): void {
    if (this.config.enableWalletConnect !== false) this.write(['services', 'relay'], PUBLIC_RELAY)
  }

  /** The site's wallets need no WalletConnect session, so the missing QR codes are the site's own choice. */
  noRemote(): void {
    this.write(['enableWalletConnect'], false)
  }

  /** The library has one icon; walletkit has a list of them. */
  icon: Handler = (value, name) => {
    if (typeof value === 'string') this.write(['metadata', 'icons'], [value])
    else this.leave(name, this.why(value))
  }

  networks: Handler = (value, name) => {
    if (!Array.isArray(value)) return this.leave(name, this.why(value))
    const entries = value.flatMap((each, index) => this.network(each, `${name}[${index}]`) ?? [])
    if (entries.length) this.config.networks = entries
  }

  defaultNetwork: Handler = (value, name) => {
    const id = typeof value === 'number' ? `eip155:${value}` : idOf(value)
    if (id === undefined) this.leave(name, this.why(value))
    else this.config.defaultNetwork = id
  }

  /** A CAIP-2 id if that describes the network fully, else a complete network definition. */
  network(value: Value, name: string): Json | undefined {
    const id = idOf(value)
    if (!isDict(value) || id === undefined) return void this.leave(name, this.why(value))
    if (this.#known.get(value) === id && findNetwork(id)) return id
    if (!id.startsWith('eip155:') && findNetwork(id)) return id
    const pick = (dict: Value, ...keys: string[]): Dict =>
      new Map(isDict(dict) ? keys.flatMap((key) => (dict.get(key) === undefined ? [] : [[key, dict.get(key)]])) : [])
    const urls = at(value, 'rpcUrls', 'default', 'http')
    const explorer = pick(at(value, 'blockExplorers', 'default'), 'name', 'url')
    const whole = pick(value, 'id', 'name', 'testnet')
    whole.set('nativeCurrency', pick(value.get('nativeCurrency'), 'name', 'symbol', 'decimals'))
    whole.set('rpcUrls', new Map([['default', new Map([['http', urls]])]]))
    if (explorer.size === 2) whole.set('blockExplorers', new Map([['default', explorer]]))
    const json = toJson(whole)
    if (json === undefined) this.leave(name, this.why(value))
    return json
  }

  /** `transports`: URLs by chain id, written as `http(url)` or `fallback([…])` of those. */
  transports: Handler = (value, name) => {
    if (!isDict(value)) return this.leave(name, this.why(value))
    for (const [id, transport] of value) {
      const urls = addressesOf(transport)
      if (!urls) this.leave(`${name}[${id}]`, this.why(transport))
      else if (urls.length) this.write(['customRpcUrls', `eip155:${id}`], urls)
    }
  }

  /** Explains why a value was not carried over. */
  why(value: Value): string {
    if (value instanceof Unread) return hints.code(value.code)
    const inner = Array.isArray(value)
      ? value
      : isDict(value)
        ? [...value.values()]
        : value instanceof Call
          ? value.args
          : []
    const found = inner.find((each) => each !== undefined && toJson(each) === undefined)
    if (found !== undefined) return this.why(found)
    return value instanceof Call || value instanceof Given ? hints.code(value.name) : hints.unknown
  }
}

const at = (value: Value, ...path: string[]): Value =>
  path.reduce<Value>((inner, key) => (isDict(inner) ? inner.get(key) : undefined), value)

function idOf(value: Value): string | undefined {
  const [caip, id] = [at(value, 'caipNetworkId'), at(value, 'id')]
  if (typeof caip === 'string') return caip
  return typeof id === 'number' ? `eip155:${id}` : undefined
}

/** Returns [] for the network's default URL, and undefined for any other kind of transport. */
function addressesOf(transport: Value): string[] | undefined {
  if (!(transport instanceof Call)) return undefined
  const [first] = transport.args
  if (transport.name === 'http') return first === undefined ? [] : typeof first === 'string' ? [first] : undefined
  if (transport.name !== 'fallback' || !Array.isArray(first)) return undefined
  const all = first.map(addressesOf)
  return all.some((each) => each === undefined) ? undefined : all.flatMap((each) => each ?? [])
}
