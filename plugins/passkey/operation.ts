/**
 * User operations (ERC-4337, EntryPoint 0.8): how the account's calls reach the chain. The site's paymaster pays the fee,
 * or the account itself.
 */
import { isRecord } from 'walletkit/plugin'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { accountOf, type Call, creationOf, encodeAssertion, encodeCalls, FACTORY, placeholder } from './account.ts'
import { coded, passkeyError, uncertain } from './errors.ts'
import type { Assertion } from './parse.ts'
import { type Paymaster, sponsor } from './paymaster.ts'
import { parseBytes, parseQuantity, type Rpc } from './rpc.ts'
import type { Passkey } from './stored.ts'
import { ENTRY_POINT, hashOf, type Operation, parseLimits, written } from './userOperation.ts'

const NONCE = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])
/** Wei per gas, for networks whose node does not suggest a tip. */
const TIP = 1_000_000_000n

/**
 * `hash` is what the passkey signs; it also identifies the operation. `fee`: the most that the account can pay, in wei.
 * `sponsor`: who pays instead; then `fee` is 0.
 */
export type Prepared = { operation: Operation; hash: Hex; fee: bigint; sponsor?: string; chainId: number }

/** Whether the account exists on this network. */
export const exists = async (rpc: Rpc, address: Hex): Promise<boolean> =>
  parseBytes(await rpc('eth_getCode', [address, 'latest'])) !== '0x'

/**
 * The account's next nonce. Throws PASSKEY_NONCE if it has a key, its upper 192 bits: this wallet only uses the key 0,
 * and operations with several keys do not exclude each other.
 */
function parseNonce(answer: unknown): bigint {
  const nonce = parseQuantity(answer)
  if (nonce >> 64n) throw passkeyError('PASSKEY_NONCE')
  return nonce
}

/**
 * Builds an operation of `calls`, complete but for its signature. Rejects with PASSKEY_NETWORK if the account is not on
 * this network and cannot be created there by `passkey`. The account pays itself if the paymaster declines, fails
 * or does not answer.
 */
export async function prepare(
  rpc: Rpc,
  chainId: number,
  passkey: Passkey,
  calls: readonly Call[],
  paymaster?: Paymaster,
): Promise<Prepared> {
  const { account } = passkey
  const nonceData = encodeFunctionData({ abi: NONCE, functionName: 'getNonce', args: [account, 0n] })
  const [isThere, hasFactory, block, tip] = await Promise.all([
    exists(rpc, account),
    exists(rpc, FACTORY),
    rpc('eth_getBlockByNumber', ['latest', false]),
    rpc('eth_maxPriorityFeePerGas', []).then(parseQuantity, () => TIP),
  ])
  // Only an account's first passkey can create it: the address is derived from that passkey.
  if (!isThere && (!hasFactory || accountOf(passkey) !== account)) throw passkeyError('PASSKEY_NETWORK')
  const nonce = parseNonce(await rpc('eth_call', [{ to: ENTRY_POINT, data: nonceData }, 'latest']))
  const baseFee = isRecord(block) ? parseQuantity(block['baseFeePerGas'] ?? '0x0') : 0n
  const draft: Operation = {
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
  const estimated = async (asked: Operation) => ({
    ...asked,
    ...parseLimits(await rpc('eth_estimateUserOperationGas', [written(asked), ENTRY_POINT])),
  })
  const sponsored = paymaster && (await sponsor(paymaster, chainId, draft, estimated).catch(() => undefined))
  if (sponsored) return { ...sponsored, fee: 0n, chainId, hash: hashOf(sponsored.operation, chainId) }
  const operation = await estimated(draft)
  const gas = operation.callGasLimit + operation.verificationGasLimit + operation.preVerificationGas
  return { operation, fee: gas * operation.maxFeePerGas, chainId, hash: hashOf(operation, chainId) }
}

/**
 * Sends a signed operation, once. The hash in the bundler's answer is not read: `prepared.hash` identifies the
 * operation.
 */
export async function send(rpc: Rpc, passkey: Passkey, prepared: Prepared, assertion: Assertion): Promise<void> {
  const signature = encodeAssertion(passkey, assertion, prepared.hash)
  await rpc('eth_sendUserOperation', [written({ ...prepared.operation, signature }), ENTRY_POINT])
}

/** ERC-7769's codes of an operation that is not valid, JSON-RPC's for wrong parameters, and the entry point's reasons. */
const INVALID = [-32602, -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508]
const REASON = /\bAA[1-3]\d\b/

/**
 * Whether the bundler certainly did not take the operation: its error says that the operation is not valid, and it does
 * not know the hash. After every other error it may be on its way. Never rejects.
 */
export async function isRefused(rpc: Rpc, hash: Hex, error: unknown): Promise<boolean> {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  const isInvalid = INVALID.includes(Number(code)) || (typeof message === 'string' && REASON.test(message))
  if (!isInvalid) return false
  // A repeated operation is "not valid" too: its first copy took the nonce.
  return rpc('eth_getUserOperationByHash', [hash]).then(
    (known) => known === null,
    () => false,
  )
}

/** `hash`: of the transaction that contains the operation. `success`: false when the operation's calls reverted. */
export type Included = { hash: Hex; success: boolean }
/** The same, with `undefined` for a receipt that does not say whether the calls reverted. */
type Receipt = { hash: Hex; success: boolean | undefined }

/** `undefined` while the operation is in no block. */
export async function included(rpc: Rpc, hash: Hex): Promise<Receipt | undefined> {
  const answer = await rpc('eth_getUserOperationReceipt', [hash])
  if (answer === null) return undefined
  const receipt = isRecord(answer) && isRecord(answer['receipt']) ? answer['receipt'] : {}
  const transaction = parseBytes(receipt['transactionHash'])
  if (!isRecord(answer) || transaction.length !== 66) throw passkeyError('PASSKEY_UNREACHABLE')
  const { success } = answer
  return { hash: transaction, success: typeof success === 'boolean' ? success : undefined }
}

/** The pause between two receipt requests, in ms, and how many are sent before the wait fails. */
const PAUSE = 1_000
const TIMES = 120

/**
 * Waits until the operation is in a block. A failed request counts as "not yet". Rejects with TX_UNCERTAIN after TIMES
 * requests or on abort, and if the receipt does not say how the operation ended; its hash is in the `data` of the
 * error's cause.
 */
export async function awaitIncluded(rpc: Rpc, hash: Hex, signal: AbortSignal): Promise<Included> {
  for (let at = 0; at < TIMES && !signal.aborted; at++) {
    const found = await included(rpc, hash).catch(() => undefined)
    if (found) {
      const { success } = found
      if (success === undefined) throw unclear(hash, 'is in a block, which does not say how it ended')
      return { ...found, success }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw unclear(hash, 'was sent and is in no block yet')
}

const unclear = (hash: Hex, what: string) =>
  uncertain(coded(-32603, `The operation ${hash} ${what}`, { userOpHash: hash }))
