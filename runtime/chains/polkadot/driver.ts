/** Drives an extension of `window.injectedWeb3`. Loaded on the first click on one, or when a stored session asks for it. */
import type { Connector, Driver, Session } from '../../connectors/connector.ts'
import { metadataOf } from '../../data/metadata.ts'
import { AnswerError } from '../../errors/answer.ts'
import { createListeners } from '../../events/listeners.ts'
import type { Kit } from '../../kit.ts'
import { perKit } from '../../lib/perKit.ts'
import { activeId, createProvider, spell } from './createProvider.ts'
import { type ListedAccount, parseListed, type PolkadotProvider } from './provider.ts'

/** What an extension gives to a site that it lets in; only that it can be asked was checked. */
type Injected = {
  accounts: { get: () => Promise<unknown>; subscribe?: (listener: (accounts: unknown) => void) => unknown }
  signer: { signRaw?: (raw: unknown) => Promise<unknown>; signPayload?: (payload: unknown) => Promise<unknown> }
}

/** One extension as a page holds it, from its first session on. */
type Held = {
  injected?: Injected
  accounts: readonly ListedAccount[]
  provider: PolkadotProvider
  emit: (event: string, payload: unknown) => void
}

const extensions = perKit(() => new WeakMap<object, Held>())

const driver: Driver = {
  connect: async (kit, connector) => {
    const session = await open(kit, connector)
    if (!session) throw new Error(`The wallet shows no account for ${networkName(kit)}`)
    return session
  },
  /** The protocol has no silent question: an extension that let the site in before answers without a prompt. */
  resume: (kit, connector) => open(kit, connector),
  /** The protocol has no goodbye either: the visitor takes the permission back in the extension. */
  disconnect: async (kit, { provider }) => {
    extensions(kit)
      .get(provider as object)
      ?.emit('disconnect', undefined)
    extensions(kit).delete(provider as object)
  },
  watch: (kit, connector, on) => {
    const held = hold(kit, connector)
    let stopped = false
    let last = spell(held.accounts, activeId(kit)).map(({ address }) => address)
    const stop = held.injected?.accounts.subscribe?.((answer) => {
      // What makes no sense is not worth an error: the last list that did stays.
      const listed = parseListed(answer)
      if (!listed || stopped) return
      held.accounts = listed
      const now = spell(listed, activeId(kit)).map(({ address }) => address)
      if (now.join() === last.join()) return
      last = now
      held.emit('accountsChanged', now)
      if (now.length) on.accounts(now.map((address) => ({ address, type: 'eoa' })))
      else {
        held.emit('disconnect', undefined)
        on.disconnect()
      }
    })
    return () => {
      stopped = true
      if (typeof stop === 'function') (stop as () => void)()
    }
  },
}
export default driver

const networkName = ({ state }: Kit) => state.networks.polkadot.caipNetwork?.name ?? 'Polkadot'

/** What the page holds of an extension: made once, so that a listener of the app outlives a reconnect. */
function hold(kit: Kit, { provider: extension }: Connector): Held {
  const known = extensions(kit).get(extension as object)
  if (known) return known
  const { emit, ...listeners } = createListeners()
  const sign = (verb: 'signRaw' | 'signPayload') => async (asked: unknown) => {
    const { signer } = held.injected ?? {}
    // The visitor may have forbidden it in the extension: there the verb is missing.
    if (!signer?.[verb]) throw new Error('The wallet does not sign this')
    return signer[verb](asked)
  }
  const signRaw = sign('signRaw')
  const held: Held = {
    accounts: [],
    emit,
    provider: createProvider(kit, {
      accounts: () => held.accounts,
      signRaw,
      signPayload: sign('signPayload'),
      signText: (message, address) => signRaw({ address, data: wrap(message), type: 'bytes' }),
      listeners,
    }),
  }
  extensions(kit).set(extension as object, held)
  return held
}

/** Asks the extension for its accounts; `undefined` when it shows none for the active network. */
async function open(kit: Kit, connector: Connector): Promise<Session | undefined> {
  const held = hold(kit, connector)
  const injected = parseInjected(await enable(connector.provider, metadataOf(kit).name))
  const answer = await injected.accounts.get()
  const listed = parseListed(answer)
  if (!listed) throw new AnswerError('accounts.get', answer)
  Object.assign(held, { injected, accounts: listed })
  const caipNetworkId = activeId(kit)
  const accounts = spell(listed, caipNetworkId)
  if (!accounts.length) return undefined
  return {
    accounts: accounts.map(({ address }) => ({ address, type: 'eoa' })),
    caipNetworkId,
    provider: held.provider,
  }
}

/** Newer extensions have `connect`, older ones `enable`; both take the name that the visitor is shown. */
async function enable(extension: unknown, origin: string): Promise<unknown> {
  const wallet = extension as { connect?: (origin: string) => unknown; enable?: (origin: string) => unknown }
  return wallet.enable ? wallet.enable(origin) : wallet.connect?.(origin)
}

/** What an extension answers once the site is let in. Throws an {@link AnswerError} for what cannot be asked. */
export function parseInjected(value: unknown): Injected {
  const { accounts, signer } = (value ?? {}) as Partial<Injected>
  if (typeof accounts?.get !== 'function' || typeof signer !== 'object' || signer === null)
    throw new AnswerError('enable', value)
  return value as Injected
}

/** `<Bytes>…</Bytes>` in hex: never a transaction, whatever the text, and never taken for hex itself. */
function wrap(message: string): string {
  const bytes = new TextEncoder().encode(`<Bytes>${message}</Bytes>`)
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
