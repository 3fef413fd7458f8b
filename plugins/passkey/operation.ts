/** User operations (ERC-4337, EntryPoint 0.8) on their way: sent once, and followed into a block. */
import { isRecord } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { encodeAssertion } from './account.ts'
import { coded, passkeyError, uncertain } from './errors.ts'
import type { Assertion } from './parse.ts'
import type { Prepared } from './prepare.ts'
import { parseBytes, type Rpc } from './rpc.ts'
import type { Passkey } from './stored.ts'
import { ENTRY_POINT, written } from './userOperation.ts'

/**
 * Sends a signed operation, once. The hash in the bundler's answer is not read: `prepared.hash` identifies the
 * operation.
 */
export async function send(rpc: Rpc, passkey: Passkey, prepared: Prepared, assertion: Assertion): Promise<void> {
  const signature = encodeAssertion(passkey, assertion, prepared.hash)
  await rpc('eth_sendUserOperation', [written({ ...prepared.operation, signature }), ENTRY_POINT])
}

/**
 * Codes of an operation that is not valid: ERC-7769's, and JSON-RPC's for wrong parameters. REASON: the entry point's
 * own codes for it, such as AA25, in the message.
 */
const INVALID = [-32602, -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508]
const REASON = /\bAA[1-3]\d\b/

/**
 * Whether it is certain that the bundler did not take the operation: its error says that the operation is not valid,
 * and it does not know the hash. After every other error the operation may have been sent. Never rejects.
 */
export async function isRefused(rpc: Rpc, hash: Hex, error: unknown): Promise<boolean> {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  const isInvalid = INVALID.includes(Number(code)) || (typeof message === 'string' && REASON.test(message))
  if (!isInvalid) return false
  // A repeated operation is "not valid" too, because its first copy has used the nonce.
  return rpc('eth_getUserOperationByHash', [hash]).then(
    (known) => known === null,
    () => false,
  )
}

/** `hash`: of the transaction that contains the operation. `success`: false when the operation's calls reverted. */
export type Included = { hash: Hex; success: boolean }
/** As {@link Included}, with `undefined` if the bundler's receipt does not say whether the calls reverted. */
type Receipt = { hash: Hex; success: boolean | undefined }

/** Asks the bundler for the operation's receipt; `undefined` while the operation is in no block. */
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
 * How often the site's own node is asked for an operation's outcome before the outcome counts as unknown: the node may
 * lag behind the bundler.
 */
const DOUBTS = 5

/** How the operation in this transaction ended, by another source than the bundler; `undefined` if it does not say. */
type Judge = (transaction: Hex) => Promise<boolean | undefined>

/**
 * Waits until the operation is in a block. A failed request counts as "not yet". Only `judge` can say that the
 * operation failed: the bundler may lie, and a visitor who believes it pays again. Rejects with TX_UNCERTAIN after
 * TIMES requests, on abort, and if `judge` does not say how the operation ended and the bundler does not report a
 * success. The operation's hash is in the `data` of the error's cause.
 */
export async function awaitIncluded(rpc: Rpc, hash: Hex, signal: AbortSignal, judge: Judge): Promise<Included> {
  let doubts = 0
  for (let at = 0; at < TIMES && !signal.aborted; at++) {
    const found = await included(rpc, hash).catch(() => undefined)
    const success = found && ((await judge(found.hash)) ?? (found.success || undefined))
    if (found && success !== undefined) return { hash: found.hash, success }
    if (found && ++doubts === DOUBTS) throw unclear(hash, 'is in a block; how it ended is not known')
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw unclear(hash, 'was sent and is in no block yet')
}

const unclear = (hash: Hex, what: string) =>
  uncertain(coded(-32603, `The operation ${hash} ${what}`, { userOpHash: hash }))
