import type { Kit } from '../contracts/kit.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import { networkRpc } from '../http/networkRpc.ts'

/**
 * What code an account of an EVM network has. `none`: the account of a key, which only this key can use, or of a smart
 * account that does not exist there yet. `delegated`: the account of a key that runs the code of a contract (EIP-7702).
 * `contract`: a contract, for example a Safe or an app.
 */
export type CodeKind = 'none' | 'delegated' | 'contract'

const BYTES = /^0x([0-9a-f]{2})*$/i
/** EIP-7702: `0xef0100` and the contract's address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/**
 * Asks the network's node which code the address has. Rejects if the node does not answer, or with something else than
 * code.
 */
export async function codeKind(kit: Kit, network: CaipNetwork, address: string): Promise<CodeKind> {
  const code = await networkRpc(kit, network).request({ method: 'eth_getCode', params: [address, 'latest'] })
  if (typeof code !== 'string' || !BYTES.test(code)) throw new Error('This is not contract code')
  if (code === '0x') return 'none'
  return DELEGATION.test(code) ? 'delegated' : 'contract'
}
