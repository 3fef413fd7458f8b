/**
 * The parts that all agreements to pay a fee contain, whether the paymaster pays it or the account repays it in a
 * token.
 */
import { concat, type Hex, numberToHex, parseEther } from 'viem'
import { BundlerError } from '../smartAccounts/failure.ts'
import type { Operation } from '../smartAccounts/params.ts'

/** The most that one operation may cost, in wei. A real service would also count what each visitor has cost so far. */
export const MOST = parseEther('0.1')

/** The name that wallets show as the one who pays. */
export const SPONSOR = { name: 'Sandbox' }

/** Seconds for which an agreement to pay is valid. */
const VALID_FOR = 600

/** The placeholder for a signature in an estimate: 65 bytes in the form of a signature, which no key made. */
export const STUB = `0x${'ff'.repeat(31)}00${'7a'.repeat(32)}1c` as const

/** The gas limits of the paymaster contract's own work. They are part of what is signed. */
export type OwnGas = { paymasterVerificationGasLimit: bigint; paymasterPostOpGasLimit: bigint }

/** Until when an agreement that is made now is valid, and from when (0): the first bytes that the contracts read. */
export const times = (): Hex =>
  concat([numberToHex(Math.floor(Date.now() / 1000) + VALID_FOR, { size: 6 }), numberToHex(0, { size: 6 })])

/** Zeros in place of {@link times}, for an estimate: only the length matters there. */
export const NO_TIMES: Hex = `0x${'00'.repeat(12)}`

/** The result of a paymaster's method (ERC-7677): who pays, its data, and its gas limits. */
export const answer = (paymaster: Hex, paymasterData: Hex, gas: OwnGas) => ({
  paymaster,
  paymasterData,
  paymasterVerificationGasLimit: numberToHex(gas.paymasterVerificationGasLimit),
  paymasterPostOpGasLimit: numberToHex(gas.paymasterPostOpGasLimit),
})

/** The most that an operation can cost, in wei. @throws BundlerError for more than {@link MOST} */
export function mostOf(operation: Operation, gas: OwnGas): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  const own = gas.paymasterVerificationGasLimit + gas.paymasterPostOpGasLimit
  const cost = (callGasLimit + verificationGasLimit + preVerificationGas + own) * maxFeePerGas
  if (cost > MOST) throw new BundlerError(-32000, `The paymaster pays at most ${MOST} wei, not ${cost}`)
  return cost
}
