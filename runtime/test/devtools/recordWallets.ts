/** Records calls to wallets: replaces functions of a wallet's object by functions that also record each call. */
import { subscribe } from 'valtio/vanilla'
import type { Kit } from '../../contracts/kit.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { plain } from './plain.ts'
import type { Timeline } from './timeline.ts'

/**
 * Names of functions with which providers ask the wallet. Of a Wallet Standard wallet's features, all functions except
 * `on` are recorded too.
 */
const METHODS = [
  ...['request', 'connect', 'disconnect', 'enable', 'getAccounts', 'requestAccounts', 'getAccountAddresses'],
  ...['signMessage', 'signTransaction', 'signAllTransactions', 'signAndSendTransaction', 'sendTransaction'],
  ...['signPSBT', 'signPsbt', 'sendTransfer', 'sendBitcoin', 'signRaw', 'signPayload'],
]

type Holder = Record<string, unknown>
type Call = (this: unknown, ...parameters: unknown[]) => unknown

/**
 * Records the calls to the kit's wallets on the timeline of `walletkit/devtools`. Returns a function that stops the
 * recording and puts the wallets' own functions back, except where another script has replaced them since.
 */
export function recordWallets({ state }: Kit, timeline: Timeline): () => void {
  const seen = new WeakSet()
  const undo: (() => void)[] = []
  const watch = (name: string, provider: unknown) => {
    if (!isRecord(provider) || seen.has(provider)) return
    seen.add(provider)
    const functions = functionsOf(provider)
    const replaced = functions.flatMap(([holder, method, label]) =>
      replace(timeline, holder, method, `${name} ${label}`),
    )
    undo.push(...replaced)
    if (replaced.length < functions.length)
      timeline.add({
        kind: 'wallet',
        title: `${name} is not recorded`,
        detail: 'The wallet froze its object, so its calls cannot be recorded.',
      })
  }
  const look = () => {
    for (const { name, provider } of state.connectors.list) watch(name, provider)
    // Remote and embedded wallets have their provider only once they are connected.
    for (const list of Object.values(state.connections))
      for (const { connector, provider } of list ?? []) if (!connector.provider) watch(connector.name, provider)
  }
  look()
  const stops = [subscribe(state.connectors, look, true), subscribe(state.connections, look, true)]
  return () => [...stops, ...undo].forEach((stop) => stop())
}

/** The functions of an object, or of a Wallet Standard wallet's features, that ask the wallet. */
function functionsOf(provider: Holder): (readonly [holder: Holder, method: string, label: string])[] {
  const isCall = (holder: Holder, method: string) => typeof holder[method] === 'function'
  const own = METHODS.filter((method) => isCall(provider, method)).map((method) => [provider, method, method] as const)
  const features = isRecord(provider['features']) ? Object.entries(provider['features']) : []
  const standard = features.flatMap(([feature, holder]) =>
    isRecord(holder)
      ? Object.keys(holder)
          .filter((method) => method !== 'on' && isCall(holder, method))
          .map((method) => [holder, method, feature] as const)
      : [],
  )
  return [...own, ...standard]
}

/** Replaces one function. Returns a list with the function that undoes this; empty when the object is frozen. */
function replace(timeline: Timeline, holder: Holder, method: string, label: string): (() => void)[] {
  const original = holder[method] as Call
  const isOwn = Object.hasOwn(holder, method)
  const recorded: Call = function (...parameters) {
    const [first] = parameters
    const asked = method === 'request' && isRecord(first) ? first['method'] : undefined
    const title = typeof asked === 'string' ? label.replace(/request$/, asked) : label
    const answer = timeline.ask('wallet', title, { parameters: plain(parameters) })
    try {
      const result = original.apply(this, parameters)
      void Promise.resolve(result).then(
        (value) => answer('done', plain(value)),
        (error: unknown) => answer('failed', plain(error)),
      )
      return result
    } catch (error) {
      answer('failed', plain(error))
      throw error
    }
  }
  if (!Reflect.set(holder, method, recorded) || holder[method] !== recorded) return []
  return [
    () => {
      // Another script may have replaced the function since.
      if (holder[method] !== recorded) return
      if (isOwn) holder[method] = original
      else delete holder[method]
    },
  ]
}
