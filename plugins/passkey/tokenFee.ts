/**
 * Fees that the account pays in a token (ERC-7677 with a token in the context). The site's paymaster pays the network
 * and takes the token after the calls. The operation approves (ERC-20) exactly the amount that the review shows, so the
 * paymaster can take no more.
 */
import { isRecord } from 'walletkit/plugin'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { type Call, encodeCalls } from './account.ts'
import { passkeyError } from './errors.ts'
import { allowanceOf, type FeeToken } from './feeTokens.ts'
import { parsePaying, type Paymaster, requestTo, sponsorName } from './paymaster.ts'
import { parseQuantity, type Rpc } from './rpc.ts'
import type { Operation } from './userOperation.ts'

/**
 * `most`: the most that the paymaster may take, in base units. `paymaster`: the paymaster's contract, which takes the
 * fee. `approvals`: calls of the token (ERC-20) that approve the paymaster; the operation makes them before the other
 * calls.
 */
export type TokenFee = { token: FeeToken; most: bigint; paymaster: Hex; approvals: readonly Call[] }

type Ask = {
  paymaster: Paymaster
  rpc: Rpc
  chainId: number
  /** Complete but for its gas limits and its signature. */
  draft: Operation
  calls: readonly Call[]
  token: FeeToken
  /** Adds the gas limits. */
  estimate: (operation: Operation) => Promise<Operation>
}

/**
 * Completes an operation whose fee is paid in a token. Rejects with the paymaster's error if it declines, and with
 * PASSKEY_PAYMASTER if its answers contradict the chain, the request or each other. `undefined` if the account has too
 * little of the token.
 */
export async function payInToken({ paymaster, rpc, chainId, draft, calls, token, estimate }: Ask) {
  const request = requestTo(paymaster, chainId, { erc20: token.address })
  const stub = await request('pm_getPaymasterStubData', draft)
  const first = strictly(() => parsePaying(stub))
  if (isRecord(stub) && 'tokenPayment' in stub) parseTokenPayment(stub, token)
  const allowed = await allowanceOf(rpc, token.address, draft.sender, first.paymaster)
  const approvals = (most: bigint) => approvalsOf(token.address, first.paymaster, allowed, most)
  const calling = (most: bigint): Hex => encodeCalls([...approvals(most), ...calls])

  // The fee depends on the gas, and the gas on the calls, of which one approves the fee. So estimate the gas with the
  // approval that takes most bytes of all that the account can pay. This operation is never signed.
  const estimated = await estimate({ ...draft, ...first, callData: calling(filled(token.balance)) })
  const quote = await request('pm_getPaymasterData', estimated)
  const most = parseTokenPayment(quote, token)
  parseSame(quote, first)
  if (most > token.balance) return undefined

  const exact = { ...estimated, callData: calling(most) }
  const agreed = await request('pm_getPaymasterData', exact)
  if (parseTokenPayment(agreed, token) > most) throw passkeyError('PASSKEY_PAYMASTER')
  const fee: TokenFee = { token, most, paymaster: first.paymaster, approvals: approvals(most) }
  return { operation: { ...exact, ...parseSame(agreed, first) }, fee, sponsor: sponsorName(stub) ?? paymaster.name }
}

/**
 * The largest amount that has as many bytes as `amount`. Smaller amounts never cost more gas as an argument of a call.
 */
const filled = (amount: bigint): bigint => (1n << BigInt(Math.ceil(amount.toString(16).length / 2) * 8)) - 1n

/**
 * The calls that approve exactly `most` for `spender` (ERC-20). If `allowed`, its allowance now, is not 0,
 * sets it to 0 first: tokens like USDT refuse to change an allowance that is not 0.
 */
export function approvalsOf(token: Hex, spender: Hex, allowed: bigint, most: bigint): Call[] {
  const approve = (amount: bigint): Call => ({
    to: token,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  })
  return allowed === 0n ? [approve(most)] : [approve(0n), approve(most)]
}

/**
 * The most that an answer's `tokenPayment` takes, in base units. Throws PASSKEY_PAYMASTER if it is malformed, of
 * another token, or names other decimals than the token's contract.
 */
export function parseTokenPayment(answer: unknown, { address, decimals }: Pick<FeeToken, 'address' | 'decimals'>) {
  const given = isRecord(answer) && isRecord(answer['tokenPayment']) ? answer['tokenPayment'] : {}
  const isIt = typeof given['address'] === 'string' && given['address'].toLowerCase() === address.toLowerCase()
  if (!isIt || given['decimals'] !== decimals) throw passkeyError('PASSKEY_PAYMASTER')
  return strictly(() => parseQuantity(given['maxFee']))
}

type Paying = ReturnType<typeof parsePaying>

/**
 * As {@link parsePaying}. Throws PASSKEY_PAYMASTER if another contract would take the fee than the one for which the
 * operation approves it.
 */
function parseSame(answer: unknown, first: Paying): Paying {
  const paying = strictly(() => parsePaying(answer, first))
  if (paying.paymaster !== first.paymaster) throw passkeyError('PASSKEY_PAYMASTER')
  return paying
}

/** Runs a parser. What it throws becomes PASSKEY_PAYMASTER: the paymaster did answer, but wrongly. */
function strictly<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw passkeyError('PASSKEY_PAYMASTER', error)
  }
}
