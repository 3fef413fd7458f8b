import type { SessionAccount } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { codeKind } from '../data/codeKind.ts'
import { plain } from '../lib/isRecord.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'
import { ONE_SECOND } from '../lib/time.ts'
import { within } from '../lib/wait.ts'
import { findNetwork } from '../state/findNetwork.ts'

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
  const network = findNetwork(kit.state.networks, id)
  if (!network || address === undefined) return 'eoa'
  const key = `${id}:${address}`
  const before = known(kit).get(key)
  if (before) return before
  const kind = await within(ONE_SECOND, codeKind(kit, plain(network), address)).catch(() => undefined)
  if (!kind) return 'eoa'
  const type = kind === 'contract' ? 'smartAccount' : 'eoa'
  known(kit).set(key, type)
  return type
}
