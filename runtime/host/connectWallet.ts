/**
 * `kit.connect` and `kit.offer` of a plugin, for a wallet that the plugin itself provides, such as one with its own
 * SDK.
 */
import { connect } from '../actions/connect.ts'
import { connectingView } from '../actions/finishConnection.ts'
import { type Connector, type Driver, PLUGIN_WALLET, type Session } from '../contracts/connector.ts'
import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { networkUndefined } from '../errors/thrown.ts'
import { isRecord, plain } from '../lib/isRecord.ts'
import { isKnown } from '../lib/namespace.ts'
import { cleanText } from '../lib/text.ts'
import { activeNetworkOf } from '../state/active.ts'
import { offerConnector } from '../wallets/list.ts'
import type { Allowed } from './permissions.ts'
import { review } from './review.ts'

/** By namespace: the permission for connecting, where it is not `<namespace>_connect`. */
const CONNECT: Readonly<Record<string, string>> = { eip155: 'eth_requestAccounts' }

export async function connectWallet(kit: Kit, plugin: AnyPlugin, may: Allowed, given: unknown): Promise<string> {
  const connector = permitted(kit, plugin, may, given)
  const { chain, name } = connector
  const network = plain(kit.state.networks[chain].caipNetwork ?? activeNetworkOf(kit))
  if (!network) throw networkUndefined()
  if (plugin.guest) await review(kit, { plugin: plugin.id, network, wallet: { name } })
  await connect(kit, connector, connectingView(kit))
  return kit.state.accounts[chain].address ?? ''
}

/**
 * `kit.offer`: adds the plugin's connector without a prompt, for stored sessions only. A stored session that waits for
 * the connector resumes then.
 */
export function offerWallet(kit: Kit, plugin: AnyPlugin, may: Allowed, given: unknown): void {
  offerConnector(kit.state.connectors, permitted(kit, plugin, may, given), `${PLUGIN_WALLET}${plugin.id}.`)
}

function permitted(kit: Kit, plugin: AnyPlugin, may: Allowed, given: unknown): Connector {
  const connector = parse(kit, plugin, given)
  may.method(CONNECT[connector.chain] ?? `${connector.chain}_connect`)
  return connector
}

/**
 * Checks the connector that a plugin passed, and gives it an id that contains the plugin's id, so that a stored session
 * can find the plugin. Of a third-party plugin's connector only the fields below are kept, so that it cannot pass for a
 * wallet of the directory or a connector of walletkit.
 */
function parse(kit: Kit, { id, guest }: AnyPlugin, given: unknown): Connector {
  if (!isRecord(given) || typeof given['id'] !== 'string' || typeof given['driver'] !== 'function')
    throw new TypeError('kit.connect needs a connector, such as externalConnector({ … }) returns')
  const { chain } = given
  if (typeof chain !== 'string' || !isKnown(kit.state.accounts, chain))
    throw new TypeError(`The connector is for ${String(chain)}, which this page does not have`)
  const chains = [...kit.state.networks[chain].requestedCaipNetworks]
  const connector = given as unknown as Connector
  const ownId = `${PLUGIN_WALLET}${id}.${given['id']}`
  if (!guest) return { ...connector, id: ownId, chains }
  const { provider, imageUrl, driver } = connector
  return {
    id: ownId,
    name: cleanText(typeof given['name'] === 'string' ? given['name'] : '') || id,
    type: 'EXTERNAL',
    chain,
    chains,
    driver: async () => ({ default: narrow((await driver.call(connector)).default) }),
    ...(provider !== undefined && { provider }),
    ...(typeof imageUrl === 'string' && { imageUrl }),
  }
}

/**
 * Wraps the driver of a third-party plugin's wallet. The driver gets copies of the connector and the network, and of
 * the kit only the namespace's network, which is all that the drivers of `externalConnector` read. Of the session that
 * it returns, only accounts, networks and provider are kept: it cannot rename the wallet that the visitor reviewed, or
 * set the user's name or email.
 */
function narrow(driver: Driver): Driver {
  const own = ({ state }: Kit, { chain }: Connector) => {
    const { caipNetwork } = state.networks[chain]
    return { state: { networks: { [chain]: { caipNetwork: plain(caipNetwork) } } } } as unknown as Kit
  }
  const copied = (connector: Connector): Connector => ({ ...connector, chains: plain(connector.chains) })
  return {
    connect: async (kit, connector, network) =>
      sessionOf(await driver.connect(own(kit, connector), copied(connector), plain(network))),
    resume: async (kit, connector) => {
      const session = await driver.resume(own(kit, connector), copied(connector))
      return session && sessionOf(session)
    },
    disconnect: (kit, connector) => driver.disconnect(own(kit, connector), copied(connector)),
    watch: (kit, connector, on) => driver.watch(own(kit, connector), copied(connector), Object.freeze({ ...on })),
  }
}

const sessionOf = ({ accounts, caipNetworkId, provider, approvedCaipNetworkIds }: Session): Session => ({
  accounts: plain(accounts),
  caipNetworkId,
  provider,
  ...(approvedCaipNetworkIds && { approvedCaipNetworkIds: plain(approvedCaipNetworkIds) }),
})
