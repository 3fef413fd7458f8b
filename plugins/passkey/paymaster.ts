/** Asks the site's paymaster to pay the fee of an operation (ERC-7677). */
import { cleanText, isRecord } from 'walletkit/plugin'
import { getAddress, type Hex, isAddress, numberToHex } from 'viem'
import { passkeyError } from './errors.ts'
import { parseBytes, parseQuantity } from './rpc.ts'
import { ENTRY_POINT, MOST_GAS, type Operation, written } from './userOperation.ts'

/**
 * The site's paymaster. `ask` rejects when it declines or does not answer. `name`: who pays, if the paymaster does not
 * say.
 */
export type Paymaster = {
  ask: (method: string, params: readonly unknown[], chainId: number) => Promise<unknown>
  name: string
}

type Paying = {
  paymaster: Hex
  paymasterData: Hex
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/**
 * Completes an operation whose fee the paymaster pays. `estimate` adds the gas limits. Rejects if the paymaster
 * declines, or answers with anything but an agreement.
 */
export async function sponsor(
  { ask, name }: Paymaster,
  chainId: number,
  draft: Operation,
  estimate: (operation: Operation) => Promise<Operation>,
): Promise<{ operation: Operation; sponsor: string }> {
  const request = (method: string, operation: Operation) => {
    // What is not signed yet would only be a placeholder.
    const { signature: _signature, ...asked } = written(operation)
    return ask(method, [asked, ENTRY_POINT, numberToHex(chainId), {}], chainId)
  }
  const stub = await request('pm_getPaymasterStubData', draft)
  const estimated = await estimate({ ...draft, ...parsePaying(stub) })
  const isFinal = isRecord(stub) && stub['isFinal'] === true
  // The limits may be in the first answer only.
  const paying = isFinal ? estimated : parsePaying(await request('pm_getPaymasterData', estimated), parsePaying(stub))
  return { operation: { ...estimated, ...paying }, sponsor: sponsorName(stub) ?? name }
}

/** The longest data that an operation carries for a paymaster, in characters of hex. */
const LONGEST = 8_192

/**
 * The fields that make a paymaster pay. Fields that `answer` leaves out are those of `before`. Throws
 * PASSKEY_UNREACHABLE if one is missing, malformed, or far too large.
 */
export function parsePaying(answer: unknown, before?: Paying): Paying {
  const given: Record<string, unknown> = isRecord(answer) ? answer : {}
  const limit = (name: 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit') => {
    const gas = before && given[name] === undefined ? before[name] : parseQuantity(given[name])
    if (gas > MOST_GAS) throw passkeyError('PASSKEY_UNREACHABLE')
    return gas
  }
  const address = given['paymaster']
  const data: Hex = parseBytes(given['paymasterData'])
  if (typeof address !== 'string' || !isAddress(address, { strict: false }) || data.length > LONGEST)
    throw passkeyError('PASSKEY_UNREACHABLE')
  // The entry point takes the zero address for "no paymaster": the account would pay, and the screen say that it does not.
  if (BigInt(address) === 0n) throw passkeyError('PASSKEY_UNREACHABLE')
  return {
    paymaster: getAddress(address),
    paymasterData: data,
    paymasterVerificationGasLimit: limit('paymasterVerificationGasLimit'),
    paymasterPostOpGasLimit: limit('paymasterPostOpGasLimit'),
  }
}

/** The name of who pays, as the paymaster gives it. */
export function sponsorName(answer: unknown): string | undefined {
  const sponsored = isRecord(answer) ? answer['sponsor'] : undefined
  const name = isRecord(sponsored) ? sponsored['name'] : undefined
  return (typeof name === 'string' && cleanText(name, 40)) || undefined
}
