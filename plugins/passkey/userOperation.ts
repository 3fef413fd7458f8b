/** The form of a user operation (ERC-4337, EntryPoint 0.8), its hash, and its gas limits. */
import { isRecord } from 'walletkit/plugin'
import { numberToHex } from 'viem'
import { getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import { passkeyError } from './errors.ts'
import { parseQuantity } from './rpc.ts'

export const ENTRY_POINT = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

export type Operation = UserOperation<'0.8'>

/** What the account's passkey signs; it also identifies the operation. */
export const hashOf = (userOperation: Operation, chainId: number) =>
  getUserOperationHash({ chainId, entryPointAddress: ENTRY_POINT, entryPointVersion: '0.8', userOperation })

type Limits = Pick<Operation, 'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas'>

/**
 * The largest estimate accepted for each gas limit: the account pays for gas, so a huge one could drain it.
 */
export const MOST_GAS = 100_000_000n

/** Parses a bundler's gas estimate. Throws PASSKEY_UNREACHABLE if a limit is missing, no number, or above MOST_GAS. */
export function parseLimits(answer: unknown): Limits {
  const given = isRecord(answer) ? answer : {}
  const limit = (name: keyof Limits) => {
    const gas = parseQuantity(given[name])
    if (gas > MOST_GAS) throw passkeyError('PASSKEY_UNREACHABLE')
    return gas
  }
  return {
    callGasLimit: limit('callGasLimit'),
    verificationGasLimit: limit('verificationGasLimit'),
    preVerificationGas: limit('preVerificationGas'),
  }
}

/** The most that an operation's gas can cost, in wei, without what a paymaster adds for its own work. */
export const mostOf = (operation: Operation): bigint =>
  (operation.callGasLimit + operation.verificationGasLimit + operation.preVerificationGas) * operation.maxFeePerGas

/** The operation in the form of JSON-RPC, with its numbers as hex text. */
export const written = (operation: Operation): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : value]),
  )
