import type { SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { networkRpc } from '../http/networkRpc.ts'
import { plain } from '../lib/isRecord.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'
import { ONE_SECOND } from '../lib/time.ts'
import { within } from '../lib/wait.ts'

/** The code of a key's account: empty, or a delegation to a contract (EIP-7702: `0xef0100` and the address). */
const KEY = /^0x(ef0100[0-9a-f]{40})?$/i
const CODE = /^0x([0-9a-f]{2})*$/i

/** The types that a node has told, by network and address. */
const known = perKit(() => new Map<string, SessionAccount['type']>())

/**
 * The type of an account of a remote session, which does not say it: `smartAccount` for a contract such as a Safe, which
 * may not exist on other networks, and whose fees others may pay. `eoa` for a key, and while the node does not answer
 * within a second. Undefined outside of eip155.
 */
export async function accountType(
  kit: Kit,
  id: CaipNetworkId,
  address: string | undefined,
): Promise<SessionAccount['type']> {
  if (!id.startsWith('eip155:')) return undefined
  const network = kit.state.networks.eip155.requestedCaipNetworks.find(({ caipNetworkId }) => caipNetworkId === id)
  if (!network || address === undefined) return 'eoa'
  const key = `${id}:${address}`
  const before = known(kit).get(key)
  if (before) return before
  const call = { method: 'eth_getCode', params: [address, 'latest'] }
  const code = await within(ONE_SECOND, networkRpc(kit, plain(network)).request(call)).catch(() => undefined)
  if (typeof code !== 'string' || !CODE.test(code)) return 'eoa'
  const type = KEY.test(code) ? 'eoa' : 'smartAccount'
  known(kit).set(key, type)
  return type
}
