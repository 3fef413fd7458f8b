/** The driver of the AUTH connectors (logins without a wallet). All namespaces share one login. */
import {
  CONNECTOR_IDS,
  type Connector,
  type Driver,
  type Session,
  type SessionAccount,
} from '../contracts/connector.ts'
import { leaveConnect } from '../actions/homeView.ts'
import { onAccounts, onNetwork, onUser, startSession } from '../actions/session.ts'
import { entryOf } from '../state/entries.ts'
import { WalletKitError } from '../errors/base.ts'
import { RPC_CODES } from '../errors/rpc.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId, Namespace } from '../lib/namespace.ts'
import { perKit } from '../contracts/perKit.ts'
import { THREE_SECONDS } from '../lib/time.ts'
import { unprompted } from '../lib/unprompted.ts'
import { within } from '../lib/wait.ts'
import type { EmbeddedAccountType, User } from './messages.ts'
import { createProvider, type EmbeddedProvider } from './provider.ts'
import { returned } from './returned.ts'
import { rememberSocial, storedSocial } from './stored.ts'
import { embeddedWallet } from './wallet.ts'

const SIGNED_OUT = { code: RPC_CODES.disconnected, message: 'Signed out' }

const providers = perKit(() => new Map<Namespace, { requests: EmbeddedProvider; shown: unknown }>())

/**
 * A namespace's provider for apps (`shown`), and the request interface that it uses. Created once per namespace, so
 * that an app's listeners keep working after the next login.
 */
async function providerOf(kit: Kit, namespace: Namespace) {
  const known = providers(kit).get(namespace)
  if (known) return known
  const requests = createProvider(kit, namespace, (id) => follow(kit, namespace, id))
  const wrap = await kit.chains.get(namespace)?.wrapRequests?.()
  const made = { requests, shown: wrap ? wrap.default(kit, requests) : requests }
  providers(kit).set(namespace, made)
  return made
}

/** The user's accounts with their types, the active one first. */
export function accountsOf({ address, accounts = [], preferredAccountType = 'eoa' }: User): SessionAccount[] {
  const same = (other: string) => other.toLowerCase() === address.toLowerCase()
  const own = accounts.find((each) => same(each.address))
  return [{ address, type: own?.type ?? preferredAccountType }, ...accounts.filter((each) => !same(each.address))]
}

/** The fields of the account state that describe the user. */
function stateOf(user: User, type: EmbeddedAccountType): NonNullable<Session['account']> {
  const { email, userName } = user
  return {
    user: { ...(email !== undefined && { email }), ...(userName !== undefined && { username: userName }) },
    smartAccountDeployed: user.smartAccountDeployed ?? false,
    preferredAccountType: type,
  }
}

/**
 * The type of account to ask the service for: on eip155 the visitor's last choice, else the site's option, else the
 * smart account; always `eoa` on other namespaces.
 */
const preferred = (kit: Kit, namespace: Namespace): EmbeddedAccountType => {
  if (namespace !== 'eip155') return 'eoa'
  const site = kit.state.options.defaultAccountTypes.eip155
  return embeddedWallet(kit).stored.preferredAccountType() ?? (site === 'eoa' ? 'eoa' : 'smartAccount')
}

/** A network id as the login frame's messages write it: the number on eip155, the whole CAIP-2 id elsewhere. */
const wireChain = (id: CaipNetworkId) => (id.startsWith('eip155:') ? Number(id.slice('eip155:'.length)) : id)

async function read(
  kit: Kit,
  namespace: Namespace,
  id: CaipNetworkId,
): Promise<{ user: User; type: EmbeddedAccountType }> {
  const user = await embeddedWallet(kit).getUser({
    chainId: wireChain(id),
    preferredAccountType: preferred(kit, namespace),
  })
  const [first] = accountsOf(user)
  return { user, type: first?.type === 'smartAccount' ? 'smartAccount' : 'eoa' }
}

async function session(kit: Kit, { chain: namespace }: Connector): Promise<Session> {
  const wallet = embeddedWallet(kit)
  const { caipNetwork, requestedCaipNetworks } = kit.state.networks[namespace]
  const network = caipNetwork ?? requestedCaipNetworks[0]
  if (!network) throw new WalletKitError('FRAME', 'An error occurred')
  if (namespace === 'eip155') await unprompted(wallet.getSmartAccountEnabledNetworks())
  const { user, type } = await read(kit, namespace, network.caipNetworkId)
  const social = storedSocial(kit)
  wallet.stored.setLastChain(network.caipNetworkId)
  return {
    accounts: accountsOf(user),
    caipNetworkId: network.caipNetworkId,
    provider: (await providerOf(kit, namespace)).shown,
    wallet: { name: user.email ?? user.userName ?? 'Wallet', ...(social !== undefined && { social }) },
    // Also without a provider: the login before may have had one.
    account: { ...stateOf(user, type), socialProvider: social },
  }
}

/**
 * Applies a switch of the wallet to another network: reads the account there, because a smart account may not exist on
 * it, and writes both to the state.
 */
async function follow(kit: Kit, namespace: Namespace, id: CaipNetworkId): Promise<void> {
  const { user, type } = await read(kit, namespace, id)
  const accounts = accountsOf(user)
  // Store the network together with the state: a reload before this point must resume on the previous network.
  embeddedWallet(kit).stored.setLastChain(id)
  const connector = { id: CONNECTOR_IDS.auth, chain: namespace }
  onNetwork(kit, id, accounts, connector)
  onAccounts(kit, namespace, accounts, connector)
  onUser(kit, connector, stateOf(user, type))
}

/** Switches the login to its account of this type, or to `eoa` if the service refuses. */
export async function preferAccount(kit: Kit, type: EmbeddedAccountType): Promise<void> {
  const wallet = embeddedWallet(kit)
  const { caipNetwork } = kit.state.networks.eip155
  await wallet.setPreferredAccount(type)
  if (!caipNetwork) return
  const { user, type: now } = await read(kit, 'eip155', caipNetwork.caipNetworkId)
  const connector = { id: CONNECTOR_IDS.auth, chain: 'eip155' } as const
  onAccounts(kit, 'eip155', accountsOf(user), connector)
  onUser(kit, connector, stateOf(user, now))
  const { requests } = await providerOf(kit, 'eip155')
  requests.tell('accountsChanged', [user.address])
}

/** The namespaces whose login has resumed after the page returned from a provider; later resumes are usual ones. */
const begun = perKit(() => new Set<Namespace>())

export const driver: Driver = {
  connect: session,
  resume: async (kit, connector) => {
    const { stored } = embeddedWallet(kit)
    // Anybody can make a link to this page that contains the result of a login which did not begin here. So an error
    // does not end a login that exists already.
    const done = await returned(kit)().catch((error: unknown) => {
      if (!stored.loginUsed()) throw error
    })
    if (!(await embeddedWallet(kit).isConnected())) return undefined
    const taken = await session(kit, connector)
    await done?.()
    const { chain } = connector
    if (!done || begun(kit).has(chain)) return taken
    begun(kit).add(chain)
    // After a login at a provider, the visitor may have to open a mail first, which takes longer than a page waits for a
    // stored wallet. If the page shows no account by then, and no other tab has signed out, start the session here.
    if (stored.loginUsed() && kit.state.accounts[chain].status !== 'connecting' && !entryOf(kit, connector)) {
      await startSession(kit, { connector, driver, session: taken }, { resumed: true, isBehind: true })
      leaveConnect(kit)
    }
    return taken
  },
  /** Never rejects: the page ends the session after at most 3 s, whether or not the service responds. */
  disconnect: async (kit, { chain }) => {
    const wallet = embeddedWallet(kit)
    wallet.abort()
    // Tell the listeners of the page's provider. `watch`, which would do that, has been stopped already.
    providers(kit).get(chain)?.requests.tell('disconnect', SIGNED_OUT)
    // All namespaces share one login. The first one that disconnects signs out and clears `loginUsed`; for the others
    // there is nothing to sign out of.
    if (wallet.stored.loginUsed()) await within(THREE_SECONDS, wallet.signOut()).catch(() => undefined)
    wallet.stored.loggedOut()
    rememberSocial(kit, undefined)
  },
  watch: (kit, connector) => {
    const namespace = connector.chain
    let last = kit.state.networks[namespace].caipNetwork?.caipNetworkId
    // On eip155, the provider tells the login frame about a switch of network (`switchChain`). On other namespaces the
    // wallet is not asked to switch, so tell the frame here.
    const stop = kit.events.on('changed', () => {
      const now = kit.state.networks[namespace].caipNetwork?.caipNetworkId
      if (now === undefined || now === last) return
      last = now
      if (namespace !== 'eip155')
        void embeddedWallet(kit)
          .ask('SWITCH_NETWORK', { chainId: now })
          .catch(() => undefined)
    })
    return () => {
      stop()
      void providerOf(kit, namespace).then(({ requests }) => {
        // This runs when a new `watch` replaces the old one, and when the session ends. Emit `disconnect` only if the
        // session ended.
        if (!entryOf(kit, connector)) requests.tell('disconnect', SIGNED_OUT)
      })
    }
  },
}
