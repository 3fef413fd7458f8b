/** Checks by the code on the chain whether a spender is a person: apps are contracts, thieves mostly are not. */
import type { CaipNetwork } from '../contracts/network.ts'
import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../contracts/kit.ts'
import { isBytes } from './describe/read.ts'

/** The code of a key's own account: empty, or a delegation to a contract (EIP-7702: `0xef0100` and its address). */
const PERSONAL = /^0x(ef0100.{40})?$/i

/** Whether the address is a key's own account, not a contract. Rejects if the network does not answer. */
export async function isPersonal(kit: Kit, network: CaipNetwork, address: string): Promise<boolean> {
  const code = await networkRpc(kit, network).request({ method: 'eth_getCode', params: [address, 'latest'] })
  if (!isBytes(code)) throw new Error('This is not code')
  return PERSONAL.test(code)
}
