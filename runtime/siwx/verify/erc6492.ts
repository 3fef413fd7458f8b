import { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem'
import type { Hex } from './verifier.ts'

/**
 * A deployment of ERC-6492's universal validator, which returns 1 when the signature is the account's: it deploys the
 * account by the factory that the signature names, and asks it. Run by `eth_call` alone, it leaves nothing behind.
 */
export function encodeCheck(address: Hex, hash: Hex, signature: Hex): Hex | undefined {
  try {
    return encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [address, hash, signature],
    })
  } catch {
    return undefined
  }
}
