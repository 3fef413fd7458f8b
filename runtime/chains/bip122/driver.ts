/** Makes the drivers of Bitcoin wallets in this browser, one for each form (API) that such wallets have. */
import type { Connector, Driver, Session } from '../../contracts/connector.ts'
import { AnswerError } from '../../errors/answer.ts'
import { NoAccountError } from '../../errors/unusable.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { Kit } from '../../contracts/kit.ts'
import { perKit } from '../../contracts/perKit.ts'
import { accountsBehind } from '../../state/entries.ts'
import { ONE_SECOND } from '../../lib/time.ts'
import { within } from '../../lib/wait.ts'
import { type Chain, chainOf, idOf } from './chains.ts'
import { chainOfListing, createProvider } from './createProvider.ts'
import type { Form, Listing } from './form.ts'
import { parseAccounts } from './parse.ts'
import { type BitcoinAccount, type BitcoinProvider, toSessionAccounts } from './provider.ts'

/** What the page keeps of one wallet, from its first session until the page disconnects it. */
type Held = {
  form: Form
  accounts: readonly BitcoinAccount[]
  chain: Chain
  provider: BitcoinProvider
  /** Stores the accounts and chain of a listing; `false`, with nothing stored, if it has no Bitcoin account. */
  take: (listing: Listing) => boolean
  /**
   * Stores a listing and tells the page what changed; without a listing or an account, reports that the wallet has
   * disconnected. Set while the wallet is watched.
   */
  follow?: ((listing: Listing | undefined) => void) | undefined
  emit: (event: string, payload: unknown) => void
}

const activeChain = ({ state }: Kit): Chain =>
  chainOf(state.networks.bip122.caipNetwork?.caipNetworkId ?? idOf('mainnet'))

/**
 * Makes the driver for the wallets of one form (kind of API). `open` receives the wallet's own object, which is the
 * connector's `provider`, and adapts its API to `Form`.
 */
export function createDriver(open: (wallet: unknown, kit: Kit) => Form): Driver {
  const wallets = perKit(() => new WeakMap<object, Held>())

  /**
   * Returns what the page keeps of the wallet ({@link Held}). Creates it only once, so that an app's listeners keep
   * working when a session is resumed.
   */
  const hold = (kit: Kit, { provider: wallet }: Connector): Held => {
    const known = wallets(kit).get(wallet as object)
    if (known) return known
    const held = createHeld(kit, open(wallet, kit))
    wallets(kit).set(wallet as object, held)
    return held
  }

  return {
    connect: async (kit, connector) => {
      const held = hold(kit, connector)
      const listing = await held.form.connect(activeChain(kit))
      if (Array.isArray(listing.accounts) && !listing.accounts.length)
        throw new NoAccountError(`${connector.name} shares no Bitcoin account`)
      if (!held.take(listing)) throw new AnswerError('connect', listing.accounts)
      return sessionOf(held)
    },
    resume: async (kit, connector) => {
      const held = hold(kit, connector)
      const listing = await held.form.resume(activeChain(kit))
      return listing && held.take(listing) ? sessionOf(held) : undefined
    },
    /** Never rejects: the page ends the session even if the wallet refuses or does not answer. */
    disconnect: async (kit, connector) => {
      const { form, emit } = hold(kit, connector)
      const goodbye = (async () => form.disconnect?.())()
      await within(ONE_SECOND, goodbye).catch(() => undefined)
      emit('disconnect', undefined)
      wallets(kit).delete(connector.provider as object)
    },
    watch: (kit, connector, on) => watch(kit, hold(kit, connector), on),
  }
}

function createHeld(kit: Kit, form: Form): Held {
  const { emit, ...listeners } = createListeners()
  const held: Held = {
    form,
    accounts: [],
    chain: activeChain(kit),
    emit,
    take: (listing) => {
      const accounts = parseAccounts(listing.accounts)
      if (!accounts?.length) return false
      held.accounts = accounts
      held.chain = chainOfListing(listing, accounts, activeChain(kit))
      return true
    },
    provider: createProvider({
      accounts: () => held.accounts,
      chain: () => held.chain,
      shown: () => accountsBehind(kit, 'bip122', held.provider)[0]?.address,
      read: async () => {
        const listing = await form.resume(held.chain)
        // If the wallet is watched, tell the page what changed as well: the wallet's event about the same change comes
        // later, and then finds no difference.
        if (listing && parseAccounts(listing.accounts)?.length) (held.follow ?? held.take)(listing)
        return held.accounts
      },
      moveTo: async (id) => {
        const chain = chainOf(id)
        if (chain === held.chain) return held.accounts
        const listing = await form.moveTo?.(chain)
        return listing && held.take(listing) ? held.accounts : undefined
      },
      // Most wallets' requests cannot name the account to send from, and the event about another account may come late.
      // So read the accounts again, or the wallet could send from an account that the visitor did not see.
      sendsFrom: async (address) => {
        const listing = await within(ONE_SECOND, form.resume(held.chain)).catch(() => undefined)
        const accounts = parseAccounts(listing?.accounts)
        return !accounts?.length || accounts.some((account) => account.address === address)
      },
      verbs: form,
      listeners,
    }),
  }
  return held
}

const sessionOf = ({ accounts, chain, provider }: Held): Session => ({
  accounts: toSessionAccounts(accounts),
  caipNetworkId: idOf(chain),
  provider,
})

/**
 * Watches the wallet's events. After each event it reads the wallet's accounts and chain again, unless the event
 * contains them, because the forms' events differ.
 */
function watch(kit: Kit, held: Held, on: Parameters<Driver['watch']>[2]): () => void {
  let stopped = false
  const gone = () => {
    if (stopped) return
    held.emit('disconnect', undefined)
    on.disconnect()
  }
  const apply = (listing: Listing | undefined) => {
    if (stopped) return
    const [accounts, chain] = [held.accounts, held.chain]
    if (!listing || !held.take(listing)) return gone()
    if (held.chain !== chain) on.network(idOf(held.chain))
    if (JSON.stringify(held.accounts) === JSON.stringify(accounts)) return
    held.emit(
      'accountsChanged',
      held.accounts.map(({ address }) => address),
    )
    on.accounts(toSessionAccounts(held.accounts))
  }
  const changed = (listing?: Listing) => {
    if (listing) return apply(listing)
    // If the read fails or never answers, keep the session: that is not a disconnect.
    held.form.resume(held.chain).then(apply, () => undefined)
  }
  const stop = held.form.watch?.(changed, gone)
  held.follow = apply
  return () => {
    stopped = true
    if (held.follow === apply) held.follow = undefined
    stop?.()
  }
}
