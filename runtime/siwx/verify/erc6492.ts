import { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } from 'viem'
import type { Hex } from './verifier.ts'

/**
 * Deployment data of ERC-6492's universal validator. The validator deploys the account with the factory that the
 * signature names, asks the account, and returns 1 if the signature is valid. Run it only with `eth_call`, which
 * changes nothing on the chain. `undefined` if the arguments cannot be encoded.
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
