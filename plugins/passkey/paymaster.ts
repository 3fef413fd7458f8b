/** Asks the site's paymaster to pay the fee of an operation (ERC-7677). */
import { cleanText, isRecord } from 'walletkit/plugin'
import { getAddress, type Hex, isAddress, numberToHex } from 'viem'
import { passkeyError } from './errors.ts'
import type { Judgement } from './judge.ts'
import { parseBytes, parseQuantity } from './rpc.ts'
import type { TokenFee } from './tokenFee.ts'
import { ENTRY_POINT, MOST_GAS, type Operation, written } from './userOperation.ts'

/**
 * The site's paymaster, which pays fees for accounts. `ask` rejects when the paymaster declines or does not answer.
 * `name`: who pays, if the paymaster does not say. `tokens`: the tokens in which an account may repay the fee. `judge`
 * compares such a fee with the usual fee, and rejects if it must not be offered; `cost` is the most that the gas can
 * cost in wei, as the bundler names it.
 */
export type Paymaster = {
  ask: (method: string, params: readonly unknown[], chainId: number) => Promise<unknown>
  name: string
  tokens: readonly Hex[]
  judge: (fee: TokenFee, cost: bigint) => Promise<Judgement>
}

type Paying = {
  paymaster: Hex
  paymasterData: Hex
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/**
 * Returns a function that asks the paymaster about operations. All requests have the same ERC-7677 context: the token
 * with which the account pays (`erc20`), or an empty object if the paymaster pays.
 */
export const requestTo =
  ({ ask }: Pick<Paymaster, 'ask'>, chainId: number, context: { erc20?: Hex }) =>
  (method: string, operation: Operation): Promise<unknown> => {
    // Leave the signature out: the operation is not signed yet, so it is only a placeholder.
    const { signature: _signature, ...asked } = written(operation)
    return ask(method, [asked, ENTRY_POINT, numberToHex(chainId), context], chainId)
  }

/**
 * Completes an operation whose fee the paymaster pays. `estimate` adds the gas limits. Rejects if the paymaster
 * declines, or answers with anything but an agreement. Rejects with PASSKEY_PAYMASTER if the paymaster would take a
 * token for the fee, because the review says that the fee is paid, or if another contract agrees than the one that
 * offered.
 */
export async function sponsor(
  paymaster: Paymaster,
  chainId: number,
  draft: Operation,
  estimate: (operation: Operation) => Promise<Operation>,
): Promise<{ operation: Operation; sponsor: string }> {
  const request = requestTo(paymaster, chainId, {})
  const stub = await request('pm_getPaymasterStubData', draft)
  const first = parseFree(stub)
  const estimated = await estimate({ ...draft, ...first })
  const isFinal = isRecord(stub) && stub['isFinal'] === true
  // If the second answer has no gas limits, those of the first answer apply.
  const paying = isFinal ? estimated : parseFree(await request('pm_getPaymasterData', estimated), first)
  return { operation: { ...estimated, ...paying }, sponsor: sponsorName(stub) ?? paymaster.name }
}

/**
 * As {@link parsePaying}. Throws PASSKEY_PAYMASTER if the answer asks for a token, or if it names another paymaster
 * contract than `before`.
 */
function parseFree(answer: unknown, before?: Paying): Paying {
  const paying = parsePaying(answer, before)
  const takes = isRecord(answer) && answer['tokenPayment'] !== undefined
  if (takes || (before && before.paymaster !== paying.paymaster)) throw passkeyError('PASSKEY_PAYMASTER')
  return paying
}

/** The longest data that an operation carries for a paymaster, in characters of hex. */
const LONGEST = 8_192

/**
 * The fields that make a paymaster pay. Gas limits that `answer` leaves out are those of `before`. Throws
 * PASSKEY_UNREACHABLE if a field is missing, malformed, or far too large.
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
  // The entry point takes the zero address for "no paymaster": the account would pay, though the review says otherwise.
  if (BigInt(address) === 0n) throw passkeyError('PASSKEY_UNREACHABLE')
  return {
    paymaster: getAddress(address),
    paymasterData: data,
    paymasterVerificationGasLimit: limit('paymasterVerificationGasLimit'),
    paymasterPostOpGasLimit: limit('paymasterPostOpGasLimit'),
  }
}

/** Whether the paymaster itself answered with an error (a numeric code), and not a failed request or a timeout. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof DOMException) && 'code' in error && typeof error.code === 'number'

/** The name of who pays, as the paymaster gives it. */
export function sponsorName(answer: unknown): string | undefined {
  const sponsored = isRecord(answer) ? answer['sponsor'] : undefined
  const name = isRecord(sponsored) ? sponsored['name'] : undefined
  return (typeof name === 'string' && cleanText(name, 40)) || undefined
}
