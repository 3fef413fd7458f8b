/**
 * Finds the account of a name: asks our own plugins' resolvers, then the profile endpoint of `services.api`, then the
 * resolvers of third-party plugins whose permissions name the ending.
 */
import type { CaipNetwork } from '../contracts/network.ts'
import { pluginError, type PluginError } from '../errors/plugin.ts'
import { report } from '../state/report.ts'
import type { NameResolver } from '../contracts/slots.ts'
import { WalletKitError } from '../errors/base.ts'
import { isImitation, normalizeName } from '../lib/ensName.ts'
import { isRecord } from '../lib/isRecord.ts'
import type { Namespace } from '../lib/namespace.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { ownerOf } from '../state/plugins.ts'
import { slotItems } from '../state/slotItems.ts'
import { blockchainApi } from '../http/blockchainApi.ts'
import { HttpError } from '../http/client.ts'
import type { Kit } from '../contracts/kit.ts'
import { activeNetworkOf } from '../state/active.ts'

/** `by`: the id of the third-party plugin that answered. */
export type ResolvedName = { name: string; address: string; avatar?: string; by?: string }

/** How long a resolver may take, in ms, including the download of its code. After that, the next one is asked. */
export const ANSWER_LIMIT = FIVE_SECONDS

/** Letters, digits, hyphens and dots, with at least one dot; other text is not sent to any resolver. */
const NAME = /^(?=.{3,255}$)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u

/**
 * Finds the account of a name on the active network; `undefined` for an unknown name. Throws `NAME_IMITATES` for a name
 * that can be mistaken for another one, a `PluginError` if a resolver failed and no other knew the name, what the
 * profile endpoint throws, except a 404, and an error if the tables of ENSIP-15 cannot be loaded.
 */
export async function resolveName(kit: Kit, text: string): Promise<ResolvedName | undefined> {
  const typed = text.trim().toLowerCase()
  const network = activeNetworkOf(kit)
  if (!network || !NAME.test(typed)) return undefined
  // Refuse a name that only looks like another one: its owner may want the money that is meant for the owner of the
  // other name.
  const name = await normalizeName(typed)
  if (name === undefined) {
    if (await isImitation(typed)) throw new WalletKitError('NAME_IMITATES', 'This name imitates another one')
    return undefined
  }
  const failures: PluginError[] = []
  const ask = (third: boolean) => askPlugins(kit, name, network.chainNamespace, failures, third)
  let found = (await ask(false)) ?? (await askApi(kit, name, network))
  // If a resolver of walletkit's own plugins failed, do not ask those of third-party plugins: the name may be one of
  // ours, and they could answer with another address for it.
  if (!found && !failures[0]) found = await ask(true)
  // If a resolver failed and no other found the name, throw: the name may still exist.
  if (!found && failures[0]) throw failures[0]
  for (const failure of failures) report(kit, failure, 'PLUGIN_FAILED')
  return found
}

/**
 * Asks the resolvers of third-party plugins if `third` is set, else all other resolvers, one after another. Returns the
 * first answer with an address, else `undefined`. Adds a resolver that failed or did not answer in time to `failures`,
 * and asks the next one.
 */
async function askPlugins(kit: Kit, name: string, namespace: Namespace, failures: PluginError[], third: boolean) {
  for (const resolver of slotItems(kit, 'names')) {
    const { id, guest, permissions } = ownerOf(kit, resolver) ?? { id: resolver.key }
    if (Boolean(guest) !== third || (guest && !permissions?.names?.some((ending) => name.endsWith(`.${ending}`))))
      continue
    try {
      const answer = await within(ANSWER_LIMIT, ask(resolver, name, namespace))
      if (!answer) throw new Error(`No answer within ${ANSWER_LIMIT / 1000} s`)
      const { address, avatar } = answer[0] ?? {}
      // Return the requested name, because the screen must not show another name that a plugin made up.
      if (typeof address === 'string')
        return { name, address, ...(typeof avatar === 'string' && { avatar }), ...(guest && { by: id }) }
    } catch (error) {
      failures.push(pluginError(id, ' to resolve a name', error))
    }
  }
  return undefined
}

const ask = async ({ load }: NameResolver, name: string, namespace: Namespace) =>
  [await (await load()).default(name, namespace)] as const

async function askApi(kit: Kit, name: string, { chainNamespace, id }: CaipNetwork): Promise<ResolvedName | undefined> {
  const api = blockchainApi(kit)
  if (!api || chainNamespace !== 'eip155') return undefined
  try {
    return parseProfile(
      name,
      await api.read({ path: `v1/profile/account/${encodeURIComponent(name)}`, query: { apiVersion: '2' } }),
      Number(id),
    )
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined
    throw error
  }
}

/** The coin type of ether on Ethereum (SLIP-44). */
const ETHER = 60

/**
 * The coin types under which a name's profile may list the address for an EVM network, the best first: the network's
 * own coin type (ENSIP-11; chain ids from 2³¹ have none), then Ethereum's. Ethereum also has an ENSIP-11 coin type:
 * names that our own plugin registers on Ethereum use it.
 */
function coinTypesOf(chainId: number): number[] {
  const own = chainId > 0 && chainId < 2 ** 31 ? [(0x80000000 | chainId) >>> 0] : []
  return chainId === 1 ? [ETHER, ...own] : [...own, ETHER]
}

const addressIn = (entry: unknown): string | undefined => {
  const address = isRecord(entry) ? entry['address'] : undefined
  return typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address) ? address : undefined
}

/**
 * Parses `{ addresses: { [coinType]: { address } }, attributes: [{ avatar }] }`, which has an address per network.
 * Chooses the address on this EVM network, else the one on Ethereum. If there is neither, but all entries have the same
 * EVM address, chooses that: a name that our own plugin registered has an entry for one network. `undefined` if they
 * differ: the name's owner may control none of them on this network, so money sent there could be lost. Returns the
 * first picture as `avatar`.
 */
export function parseProfile(name: string, reply: unknown, chainId: number): ResolvedName | undefined {
  const { addresses, attributes } = (reply ?? {}) as { addresses?: unknown; attributes?: unknown }
  const record = isRecord(addresses) ? addresses : {}
  const [first, ...others] = Object.values(record).flatMap((entry) => addressIn(entry) ?? [])
  const only = others.every((other) => other.toLowerCase() === first?.toLowerCase()) ? first : undefined
  const [address = only] = coinTypesOf(chainId).flatMap((type) => addressIn(record[type]) ?? [])
  if (address === undefined) return undefined
  const avatar: unknown = Array.isArray(attributes)
    ? (attributes[0] as { avatar?: unknown } | undefined)?.avatar
    : undefined
  return { name, address, ...(typeof avatar === 'string' ? { avatar } : {}) }
}
