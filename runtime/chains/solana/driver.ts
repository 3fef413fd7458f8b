/** The driver of Wallet Standard wallets. It loads when the visitor first clicks one, or to resume a stored session. */
import type { Connector, Driver, Session, SessionEvents } from '../../contracts/connector.ts'
import { WalletKitError } from '../../errors/base.ts'
import { NoAccountError } from '../../errors/unusable.ts'
import { isUserRejection } from '../../errors/rejection.ts'
import type { Kit } from '../../contracts/kit.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { perKit } from '../../contracts/perKit.ts'
import { ONE_SECOND } from '../../lib/time.ts'
import { within } from '../../lib/wait.ts'
import { createProvider } from './createProvider.ts'
import type { SolanaProvider } from './provider.ts'
import { featureOf, parseAccounts, type StandardAccount, type StandardWallet, toWallet } from './standard.ts'
import { serves, standardSigner } from './standardSigner.ts'

/** What the page keeps of one wallet: the accounts that it last listed, and its provider. Created once per wallet. */
type Held = { shared: { accounts: StandardAccount[] }; provider: SolanaProvider }

const wallets = perKit(() => new WeakMap<StandardWallet, Held>())

function heldOf(kit: Kit, wallet: StandardWallet): Held {
  const known = wallets(kit).get(wallet)
  if (known) return known
  const shared: Held['shared'] = { accounts: [] }
  const held = {
    shared,
    provider: createProvider(
      kit,
      standardSigner(wallet, () => shared.accounts),
    ),
  }
  wallets(kit).set(wallet, held)
  return held
}

const driver: Driver = {
  connect: async (kit, connector) => {
    const wallet = toWallet(connector.provider)
    const accounts = await authorise(wallet)
    if (!accounts.length) throw new NoAccountError(`${connector.name} shares no Solana account`)
    return sessionOf(kit, connector, accounts)
  },
  resume: async (kit, connector) => {
    const asked = authorise(toWallet(connector.provider), { silent: true })
    const accounts = await asked.catch((error: unknown) => {
      // A wallet that rejects a silent connect would need a prompt, so it no longer authorises this site.
      if (isUserRejection(error)) return []
      throw error
    })
    return accounts.length ? sessionOf(kit, connector, accounts) : undefined
  },
  /** Never rejects: the page ends the session even if the wallet lacks the feature, refuses or never answers. */
  disconnect: async (kit, { provider }) => {
    const wallet = toWallet(provider)
    heldOf(kit, wallet).shared.accounts = []
    const ask = featureOf(wallet, 'standard:disconnect')
    if (ask) await within(ONE_SECOND, ask()).catch(() => undefined)
  },
  watch,
}
export default driver

/** Connects the wallet; resolves with the Solana accounts that it shares with this site. */
async function authorise(wallet: StandardWallet, ...input: { silent: boolean }[]): Promise<StandardAccount[]> {
  const connect = featureOf(wallet, 'standard:connect')
  if (!connect) throw new Error(`${wallet.name} cannot be connected`)
  const answer = await connect(...input)
  const answered = parseAccounts(isRecord(answer) ? answer['accounts'] : undefined)
  return answered?.length ? answered : (parseAccounts(wallet.accounts) ?? [])
}

/** The configured networks that both the wallet and at least one of its accounts support. */
const servedBy = (kit: Kit, wallet: StandardWallet, accounts: readonly StandardAccount[]): CaipNetworkId[] =>
  kit.state.networks.solana.requestedCaipNetworks
    .map(({ caipNetworkId }) => caipNetworkId)
    .filter((id) => accounts.some((account) => serves(wallet, account, id)))

/**
 * The session for a wallet's accounts: on the kit's active network if the wallet supports it, else on the first
 * configured one that it supports. Throws `CHAIN_NOT_SUPPORTED` if it supports none.
 */
function sessionOf(kit: Kit, { name, provider }: Connector, accounts: StandardAccount[]): Session {
  const wallet = toWallet(provider)
  const { caipNetwork, requestedCaipNetworks } = kit.state.networks.solana
  const served = servedBy(kit, wallet, accounts)
  const chosen = served.find((id) => id === caipNetwork?.caipNetworkId) ?? served[0]
  if (!chosen) {
    const wanted = requestedCaipNetworks.map((network) => network.name).join(', ')
    throw new WalletKitError('CHAIN_NOT_SUPPORTED', `${name} has no account on ${wanted || 'a Solana network'}`)
  }
  const { shared, provider: page } = heldOf(kit, wallet)
  shared.accounts = accounts
  return {
    accounts: accounts
      .filter((account) => serves(wallet, account, chosen))
      .map(({ address }) => ({ address, type: 'eoa' })),
    caipNetworkId: chosen,
    provider: page,
    ...(served.length < requestedCaipNetworks.length && { approvedCaipNetworkIds: served }),
  }
}

function watch(kit: Kit, { provider }: Connector, on: SessionEvents): () => void {
  const wallet = toWallet(provider)
  const { shared } = heldOf(kit, wallet)
  let stopped = false
  const hear = (change: unknown) => {
    if (stopped || !isRecord(change)) return
    // Ignore a change that does not follow the standard, and keep the last valid accounts.
    const accounts = 'accounts' in change ? parseAccounts(change['accounts']) : shared.accounts
    if (!accounts) return
    shared.accounts = accounts
    if (!accounts.length) return on.disconnect()
    const served = servedBy(kit, wallet, accounts)
    const { caipNetwork, requestedCaipNetworks, approvedCaipNetworkIds } = kit.state.networks.solana
    const [first] = served
    if (!first) return on.disconnect()
    const chosen = served.find((id) => id === caipNetwork?.caipNetworkId) ?? first
    if (approvedCaipNetworkIds || served.length < requestedCaipNetworks.length) on.approved?.(served)
    on.accounts(accounts.filter((account) => serves(wallet, account, chosen)).map(({ address }) => address))
    if (chosen !== caipNetwork?.caipNetworkId) on.network(chosen)
  }
  let stop: unknown
  const listen = wallet.features['standard:events'] as { on?: unknown } | undefined
  if (typeof listen?.on === 'function') stop = Reflect.apply(listen.on, listen, ['change', hear])
  return () => {
    stopped = true
    if (typeof stop === 'function') Reflect.apply(stop, undefined, [])
  }
}
