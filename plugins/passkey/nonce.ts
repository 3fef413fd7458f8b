/** The nonce of an account's next operation, which the entry point keeps. */
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { passkeyError } from './errors.ts'
import { parseQuantity, type Rpc } from './rpc.ts'
import { ENTRY_POINT } from './userOperation.ts'

const NONCE = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

/**
 * The account's next nonce. Rejects with PASSKEY_NONCE if its upper 192 bits, the nonce's key, are not 0. This wallet
 * only uses key 0: operations with different keys do not replace each other, so a payment could be made twice.
 */
export async function readNonce(rpc: Rpc, account: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: NONCE, functionName: 'getNonce', args: [account, 0n] })
  const nonce = parseQuantity(await rpc('eth_call', [{ to: ENTRY_POINT, data }, 'latest']))
  if (nonce >> 64n) throw passkeyError('PASSKEY_NONCE')
  return nonce
}
