/**
 * The driver of extensions in `window.injectedWeb3`. It loads when the visitor first clicks one, or to resume a stored
 * session.
 */
import type { Connector, Driver, Session } from '../../contracts/connector.ts'
import { metadataOf } from '../../data/metadata.ts'
import { AnswerError } from '../../errors/answer.ts'
import { NoAccountError } from '../../errors/unusable.ts'
import { readMessage } from '../../errors/rejection.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { Kit } from '../../contracts/kit.ts'
import { perKit } from '../../contracts/perKit.ts'
import { activeId, createProvider, spell } from './createProvider.ts'
import { type ListedAccount, parseListed, type PolkadotProvider } from './provider.ts'

/** What an extension returns to a site that it authorised. {@link parseInjected} does not check all of it. */
type Injected = {
  accounts: { get: () => Promise<unknown>; subscribe?: (listener: (accounts: unknown) => void) => unknown }
  signer: { signRaw?: (raw: unknown) => Promise<unknown>; signPayload?: (payload: unknown) => Promise<unknown> }
}

/** What the page keeps of one extension, from its first session until the page disconnects it. */
type Held = {
  injected?: Injected
  accounts: readonly ListedAccount[]
  provider: PolkadotProvider
  emit: (event: string, payload: unknown) => void
}

const extensions = perKit(() => new WeakMap<object, Held>())

const driver: Driver = {
  connect: async (kit, connector) => {
    const session = await open(kit, connector).catch((error: unknown) => {
      throw withCode(error)
    })
    if (!session) throw new NoAccountError(`The wallet shows no account for ${networkName(kit)}`)
    return session
  },
  /** The protocol has no silent request, but an extension that authorised the site before answers without a prompt. */
  resume: (kit, connector) => open(kit, connector),
  /** The protocol has no disconnect, so this only forgets the session; the visitor revokes access in the extension. */
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
      // Ignore an invalid list, and keep the last valid one.
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

/** The error texts of today's extensions, because the protocol has no error codes. */
const REFUSED = /not (been )?authori[sz]ed|not allowed to interact|^(rejected|cancel+ed)\.?$/i
const PENDING = /pending authori[sz]ation request/i

/** Adds the code that other wallets use for a refusal (4001) or for a duplicate request (-32002). */
function withCode(error: unknown): unknown {
  const text = readMessage(error)
  const code = REFUSED.test(text)
    ? RPC_CODES.userRejected
    : PENDING.test(text)
      ? RPC_CODES.resourceUnavailable
      : undefined
  return code === undefined ? error : Object.assign(new Error(text, { cause: error }), { code })
}

const networkName = ({ state }: Kit) => state.networks.polkadot.caipNetwork?.name ?? 'Polkadot'

/**
 * Returns what the page keeps of the extension ({@link Held}). Creates it only once, so that an app's listeners keep
 * working when a session is resumed.
 */
function hold(kit: Kit, { provider: extension }: Connector): Held {
  const known = extensions(kit).get(extension as object)
  if (known) return known
  const { emit, ...listeners } = createListeners()
  const sign = (verb: 'signRaw' | 'signPayload') => async (asked: unknown) => {
    const { signer } = held.injected ?? {}
    // An extension may lack a method that it does not offer, or that the visitor has forbidden to this site: then
    // throw.
    if (!signer?.[verb]) throw new Error('The wallet does not sign this')
    try {
      return await signer[verb](asked)
    } catch (error) {
      throw withCode(error)
    }
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

/** Asks the extension for access and its accounts; `undefined` if it shares none for the active network. */
async function open(kit: Kit, connector: Connector): Promise<Session | undefined> {
  const held = hold(kit, connector)
  const injected = await access(connector.provider, metadataOf(kit).name)
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

/**
 * Asks the extension for access. Extensions with `@polkadot/extension-inject` 0.47 or newer have `connect`, and keep
 * `enable` for older sites. Both get the site's name, which the extension shows to the visitor.
 */
async function access(extension: unknown, origin: string): Promise<Injected> {
  const verbs = extension as Partial<Record<'connect' | 'enable', (origin: string) => unknown>>
  const verb = typeof verbs.connect === 'function' ? 'connect' : 'enable'
  return parseInjected(await verbs[verb]?.(origin), verb)
}

/**
 * Parses what `connect` or `enable` returns. Throws an {@link AnswerError}, with the name of the method, if the value
 * lacks `accounts.get` or a signer.
 */
export function parseInjected(value: unknown, verb = 'enable'): Injected {
  const { accounts, signer } = (value ?? {}) as Partial<Injected>
  if (typeof accounts?.get !== 'function' || typeof signer !== 'object' || signer === null)
    throw new AnswerError(verb, value)
  return value as Injected
}

/**
 * Encodes a text as `<Bytes>text</Bytes>` in hex. With the tags, no text can be a valid transaction. The encoding is
 * hex, because extensions would decode a plain text that looks like hex.
 */
function wrap(message: string): string {
  const bytes = new TextEncoder().encode(`<Bytes>${message}</Bytes>`)
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
