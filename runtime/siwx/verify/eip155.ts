/**
 * Verifies EIP-191 signatures of keys, ERC-1271 signatures of contracts, and ERC-6492 signatures of accounts that are
 * not deployed yet. Contract code runs only inside `eth_call`; nothing is ever sent.
 */
import { encodeFunctionData, hashMessage, recoverAddress } from 'viem'
import { readSigned, type Hex, type Verifier } from './verifier.ts'

/** ERC-6492: a signature that contains a deployment ends with this. */
const DEPLOYMENT = '6492'.repeat(16)
/** ERC-1271's return value for a valid signature: its four bytes, padded with zeros to a word. */
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`
const ABI = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ name: '', type: 'bytes4' }],
  },
] as const

/**
 * Whether the account of a sign-in session signed its message.
 *
 * @example
 * ```ts
 * import type { SIWXSession } from 'walletkit/siwx'
 * import verify from 'walletkit/siwx/eip155'
 *
 * const isSigned = (session: SIWXSession) => verify(session)
 * ```
 */
const verify: Verifier = async (session, { readerOf } = {}) => {
  const signed = readSigned(session, 'eip155')
  const { signature } = session
  if (!signed || !/^0x([0-9a-f]{2})+$/i.test(signature)) return false
  const [address, proof] = [signed.address as Hex, signature.toLowerCase() as Hex]
  const hash = hashMessage({ raw: signed.bytes })
  if (await isByKey(address, hash, proof)) return true
  const reader = readerOf?.(signed.chainId)
  if (!reader) return false
  if (proof.endsWith(DEPLOYMENT)) {
    const { encodeCheck } = await import('./erc6492.ts')
    const data = encodeCheck(address, hash, proof)
    return data !== undefined && /^0x0*1$/.test(await reader.call(undefined, data))
  }
  const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args: [hash, proof] })
  // Compare the whole word: the return value of the identity precompile, its input, begins with the same four bytes.
  return (await reader.call(address, data)).toLowerCase() === MAGIC
}
export default verify

/** Whether the account's key signed. This includes accounts whose key delegates to a contract (EIP-7702). */
async function isByKey(address: Hex, hash: Hex, signature: Hex): Promise<boolean> {
  if (signature.length !== 132) return false
  const recovered = await recoverAddress({ hash, signature }).catch(() => undefined)
  return recovered === address
}
