/** Who a spender is, by its code on the chain (reliability of approvals: an app is a contract, a thief is mostly none). */
import type { CaipNetwork } from '../chains/network.ts'
import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../kit.ts'
import { isBytes } from './describe/read.ts'

/** A key's own account, also one that acts through a contract (EIP-7702: `0xef0100` and its address). */
const PERSONAL = /^0x(ef0100.{40})?$/i

/** Whether the address is somebody's own account, and no contract. Rejects where the network does not say. */
export async function isPersonal(kit: Kit, network: CaipNetwork, address: string): Promise<boolean> {
  const code = await networkRpc(kit, network).request({ method: 'eth_getCode', params: [address, 'latest'] })
  if (!isBytes(code)) throw new Error('This is no code')
  return PERSONAL.test(code)
}
