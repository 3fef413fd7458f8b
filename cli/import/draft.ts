/** The config that an import is building, and the options that it could not carry over. */
import type { Json, JsonObject } from '../../schema/pieces.ts'
import { PUBLIC_RELAY } from '../../schema/services.ts'
import { chainOf, idOf, madeFrom } from './chain.ts'
import { isPlaceholder } from './environment.ts'
import { hints } from './messages.ts'
import { transportUrls } from './transports.ts'
import { Call, entryOf, Given, isCode, isDict, Own, placeOf, toJson, Unread, type Value } from './value.ts'

export type Left = {
  name: string
  hint: string
  /** `file:line`. */
  at?: string
  /** Set if visitors could do this with the old set-up, and cannot with the new one until the developer acts. */
  lost?: true
}
/** Whether the key is the code of one that could not be read: `[ChainId.mainnet]`. */
export const isUnnamed = (key: string): boolean => key.startsWith('[')

export type Handler = (value: Value, name: string) => void

export class Draft {
  readonly config: JsonObject
  readonly left: Left[] = []
  /** Networks from viem's table, identified by the value that the reader returned for them, with their CAIP-2 ids. */
  readonly #known: ReadonlyMap<Value, string>
  /** The place (`file:line`) of the option that is being read. */
  #place: string | undefined

  constructor(known: ReadonlyMap<Value, string>, features: JsonObject) {
    this.#known = known
    this.config = { projectId: '', features: { ...features } }
  }

  /**
   * Runs `read`. Options that it cannot carry over are listed with `place` (`file:line`); if that is undefined, with
   * the place that the call around this one has set.
   */
  within(place: string | undefined, read: () => void): void {
    const before = this.#place
    this.#place = place ?? before
    read()
    this.#place = before
  }

  leave(name: string, hint: string): void {
    this.#add({ name, hint })
  }

  /** Lists an option as left over that visitors lose with the new set-up. */
  lose(name: string, hint: string): void {
    this.#add({ name, hint, lost: true })
  }

  #add(left: Left): void {
    if (this.left.some(({ name }) => name === left.name)) return
    this.left.push(this.#place === undefined ? left : { ...left, at: this.#place })
  }

  /** Passes each option to its handler. An option without a handler is listed as left over, with a hint. */
  take(options: Value, handlers: Record<string, Handler>, notes: Record<string, string> = {}, prefix = ''): void {
    if (options === undefined) return
    if (!isDict(options)) return this.leave(prefix.replace(/\.$/, '') || 'options', this.why(options))
    for (const [key, value] of options) {
      if (value === undefined) continue
      this.within(placeOf(options, key), () => this.#option(key, value, handlers, notes, prefix))
    }
  }

  #option(key: string, value: Value, handlers: Record<string, Handler>, notes: Record<string, string>, prefix: string) {
    const handler = entryOf(handlers, key)
    if (handler) handler(value, prefix + key)
    else if (isUnnamed(key) || (key.startsWith('...') && isCode(value))) this.leave(prefix + key, hints.code(key))
    else this.leave(prefix + key, entryOf(notes, key) ?? hints.unknown)
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
    let inside: JsonObject = this.config
    for (const key of above.reverse()) {
      const inner = inside[key]
      inside = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : (inside[key] = {})
    }
    inside[last] = value
  }

  projectId: Handler = (value) => {
    if (typeof value === 'string' && !isPlaceholder(value)) this.config.projectId = value.trim()
  }

  /**
   * Keeps WalletConnect sessions: they go on only with the same relay, which is the public one, and the same project
   * id.
   */
  remote(): void {
    if (this.config.enableWalletConnect !== false) this.write(['services', 'relay'], PUBLIC_RELAY)
  }

  /**
   * Turns WalletConnect off. The imported site offered its wallets without WalletConnect, so no way to connect is lost.
   */
  noRemote(): void {
    this.write(['enableWalletConnect'], false)
  }

  /** The imported library has one icon; walletkit has a list of them. */
  icon: Handler = (value, name) => {
    if (typeof value === 'string') this.write(['metadata', 'icons'], [value])
    else this.leave(name, this.why(value))
  }

  networks: Handler = (value, name) => {
    if (!Array.isArray(value)) return this.lose(name, this.why(value))
    const entries = new Map<string, Json>()
    for (const [index, each] of value.entries()) {
      // `condition && network` has one of these values when the condition does not hold.
      if (each === false || each === undefined || each === null) continue
      const chain = this.#chain(each, `${name}[${index}]`)
      if (chain && !entries.has(chain.id)) entries.set(chain.id, chain.entry)
    }
    if (entries.size) this.config.networks = [...entries.values()]
  }

  #chain(value: Value, name: string): { id: string; entry: Json } | undefined {
    const source = madeFrom(value)
    const read = source ?? value
    const chain = chainOf(read, this.#known.get(read))
    if (chain && source !== undefined) this.leave(name, hints.madeFrom(chain.id))
    if (!chain) return void this.lose(name, this.why(value))
    if ('foreign' in chain) return void this.lose(name, hints.foreign(chain.id))
    if (chain.rpcUrls) this.write(['customRpcUrls', chain.id], chain.rpcUrls)
    if (chain.unread !== undefined) this.leave(`${name}.rpcUrls`, this.why(chain.unread))
    if (chain.image !== undefined) this.write(['images', 'networks', chain.id], chain.image)
    return chain
  }

  defaultNetwork: Handler = (value, name) => {
    const id = idOf(value)
    if (id === undefined) this.leave(name, this.why(value))
    else this.config.defaultNetwork = id
  }

  /** Reads the option `transports`: URLs by chain id, written as `http(url)` or `fallback([…])` of those. */
  transports: Handler = (value, name) => {
    if (!isDict(value)) return this.leave(name, this.why(value))
    for (const [id, transport] of value) {
      if (isUnnamed(id)) {
        this.leave(`${name}${id}`, hints.code(id))
        continue
      }
      this.within(placeOf(value, id), () => {
        const { urls, unread } = transportUrls(transport)
        if (unread !== undefined) this.leave(`${name}[${id}]`, this.why(unread))
        if (urls.length) this.write(['customRpcUrls', `eip155:${id}`], urls)
      })
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
    return value instanceof Call || value instanceof Given || value instanceof Own
      ? hints.code(value.name)
      : hints.unknown
  }
}
