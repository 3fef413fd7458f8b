/**
 * User operations (ERC-4337, EntryPoint 0.8) of the account's calls, for each way to pay their fee: the site's
 * paymaster pays it, or the account itself, in the network's currency or in a token.
 */
import { isRecord } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { accountOf, type Call, creationOf, encodeCalls, FACTORY, placeholder } from './account.ts'
import { codeOf, passkeyError } from './errors.ts'
import { readFeeToken } from './feeTokens.ts'
import type { Judgement } from './judge.ts'
import { readNonce } from './nonce.ts'
import { isDeclined, type Paymaster, sponsor } from './paymaster.ts'
import { parseBytes, parseQuantity, type Rpc } from './rpc.ts'
import type { Passkey } from './stored.ts'
import { payInToken, type TokenFee } from './tokenFee.ts'
import { ENTRY_POINT, hashOf, mostOf, type Operation, parseLimits, written } from './userOperation.ts'

/** Wei per gas, for networks whose node does not suggest a tip. */
const TIP = 1_000_000_000n

/**
 * `hash` is what the passkey signs; it also identifies the operation. `fee`: the most that the operation's gas can
 * cost, in wei. `sponsor`: who pays that instead of the account; then `fee` is 0, unless the account pays them back in
 * a `token`. `judged`: how the fee in the `token` compares with the usual fee.
 */
export type Prepared = {
  operation: Operation
  hash: Hex
  fee: bigint
  sponsor?: string
  token?: TokenFee
  judged?: Judgement
  chainId: number
}

/** Whether the account exists on this network. */
export const exists = async (rpc: Rpc, address: Hex): Promise<boolean> =>
  parseBytes(await rpc('eth_getCode', [address, 'latest'])) !== '0x'

/**
 * An operation of `calls` without gas limits, and with a placeholder as its signature. Rejects with PASSKEY_NETWORK as
 * {@link prepare} says.
 */
async function draftOf(rpc: Rpc, passkey: Passkey, calls: readonly Call[]): Promise<Operation> {
  const { account } = passkey
  const [isThere, hasFactory, block, tip] = await Promise.all([
    exists(rpc, account),
    exists(rpc, FACTORY),
    rpc('eth_getBlockByNumber', ['latest', false]),
    rpc('eth_maxPriorityFeePerGas', []).then(parseQuantity, () => TIP),
  ])
  // Only an account's first passkey can create it: the address is derived from that passkey.
  if (!isThere && (!hasFactory || accountOf(passkey) !== account)) throw passkeyError('PASSKEY_NETWORK')
  const nonce = await readNonce(rpc, account)
  const baseFee = isRecord(block) ? parseQuantity(block['baseFeePerGas'] ?? '0x0') : 0n
  return {
    sender: account,
    nonce,
    callData: encodeCalls(calls),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    maxFeePerGas: baseFee * 2n + tip,
    maxPriorityFeePerGas: tip,
    signature: placeholder(passkey, `0x${'00'.repeat(32)}`, location.origin),
    ...(!isThere && { factory: FACTORY, factoryData: creationOf(passkey) }),
  }
}

/**
 * Builds an operation of `calls`, complete but for its signature, for each way to pay that the visitor can choose, the
 * default first. If the site's paymaster agrees to pay, this is the only way. Else the account pays: in the network's
 * currency if it has enough of it, or, if the paymaster declined, in one of the paymaster's `tokens`. If the account
 * can do neither, the only way is the currency, and the review shows how much is needed; but rejects if a fee in tokens
 * was refused. Rejects with PASSKEY_NETWORK if the account is not on this network and cannot be created there by
 * `passkey`.
 */
export async function prepare(
  rpc: Rpc,
  chainId: number,
  passkey: Passkey,
  calls: readonly Call[],
  paymaster?: Paymaster,
): Promise<readonly Prepared[]> {
  const draft = await draftOf(rpc, passkey, calls)
  const estimate = async (asked: Operation) => ({
    ...asked,
    ...parseLimits(await rpc('eth_estimateUserOperationGas', [written(asked), ENTRY_POINT])),
  })
  const complete = (operation: Operation): Prepared => ({
    operation,
    fee: mostOf(operation),
    chainId,
    hash: hashOf(operation, chainId),
  })
  const inCurrency = async () => complete(await estimate(draft))
  if (!paymaster) return [await inCurrency()]

  let declined: unknown
  try {
    const { operation, sponsor: name } = await sponsor(paymaster, chainId, draft, estimate)
    return [{ ...complete(operation), fee: 0n, sponsor: name }]
  } catch (error) {
    declined = error
  }
  // A paymaster that failed or did not answer is not asked again for a fee in tokens.
  const offered = isDeclined(declined) ? paymaster.tokens : []
  if (!offered.length) return [await inCurrency()]

  async function inToken(address: Hex, from: Paymaster): Promise<Prepared | undefined> {
    const token = await readFeeToken(rpc, address, draft.sender)
    if (token.balance === 0n) return undefined
    const made = await payInToken({ paymaster: from, rpc, chainId, draft, calls, token, estimate })
    if (!made) return undefined
    const whole = complete(made.operation)
    const judged = await from.judge(made.fee, whole.fee)
    return { ...whole, sponsor: made.sponsor, token: made.fee, judged }
  }
  const inTokens = offered.map((address) => settled(inToken(address, paymaster)))
  const [native, balance] = await Promise.all([
    settled(inCurrency()),
    rpc('eth_getBalance', [draft.sender, 'latest']).then(parseQuantity, () => undefined),
  ])
  const value = calls.reduce((sum, each) => sum + each.value, 0n)
  const isPayable = 'made' in native && (balance === undefined || balance >= native.made.fee + value)
  // Once it is known that the account can pay in the currency, wait at most PATIENCE for the tokens.
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
  const inTime = (token: Promise<Settled<Prepared | undefined>>) =>
    isPayable ? Promise.race([token, settled(late)]) : token
  return waysOf(native, isPayable, await Promise.all(inTokens.map(inTime)))
}

/** The most ms to wait for ways to pay in tokens, once another way to pay is known. */
const PATIENCE = 3_000

type Settled<T> = { made: T } | { error: unknown }
const settled = <T>(made: Promise<T>): Promise<Settled<T>> =>
  made.then(
    (value) => ({ made: value }),
    (error: unknown) => ({ error }),
  )

/** The codes with which a fee in tokens is refused. */
const REFUSED = ['PASSKEY_PAYMASTER', 'PASSKEY_FEE']

/** The ways to pay that the visitor can choose, the default first. Throws the reason if there is none. */
function waysOf(
  native: Settled<Prepared>,
  isPayable: boolean,
  tokens: readonly Settled<Prepared | undefined>[],
): readonly Prepared[] {
  const inTokens = tokens.flatMap((each) => ('made' in each && each.made ? [each.made] : []))
  if ('made' in native && isPayable) return [native.made, ...inTokens]
  if (inTokens.length) return inTokens
  // The account cannot pay in any way. If a fee in a token was refused, because the paymaster's answers do not add up
  // or because the fee is far too high, throw that error: a review that only shows that the account has too little of
  // the currency would hide it.
  const wrong = tokens.find((each) => 'error' in each && REFUSED.includes(codeOf(each.error)))
  if (wrong && 'error' in wrong) throw wrong.error
  if ('error' in native) throw native.error
  return [native.made]
}
