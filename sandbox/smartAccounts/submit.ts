/**
 * Sends signed operations, each once, and finds out what became of them. An operation may run as long as its nonce is
 * free: also after an error, because an answer may be lost or wrong.
 */
import type { Hex } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import { type Client, nonceAt } from './account.ts'
import { ENTRY_POINT } from './addresses.ts'
import { BundlerError, MadeAfterAll, OnItsWay, unwrapped } from './failure.ts'
import type { Library } from './library.ts'
import type { Owners } from './owners.ts'
import type { Ended, SentCalls } from './types.ts'

/** The low bits of a nonce count; the others name its row (ERC-4337). */
const COUNTER_BITS = 64n

/** ERC-7769's codes of an operation that is not valid, or whose calls revert, and JSON-RPC's for wrong parameters. */
const REFUSALS = [-32602, -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508, -32521]

type Operation = UserOperation<'0.8'>
/** An operation that may still run. */
type Open = { nonce: bigint; hash: Hex; isRefused: boolean }

type Receipt = { success: boolean; receipt: { transactionHash: Hex } }

/** How an operation ended. `undefined` while it is in no block. */
async function endOf(client: Client, hash: Hex): Promise<Ended | undefined> {
  const asked = { method: 'eth_getUserOperationReceipt', params: [hash] }
  const found: Receipt | null = await client.request(asked as never)
  return found ? { transactionHash: found.receipt.transactionHash, success: found.success } : undefined
}

/** Whether the bundler refused an operation, and does not know it. Every other error may be that of a lost answer. */
async function isRefused(client: Client, hash: Hex, error: unknown): Promise<boolean> {
  if (!(error instanceof BundlerError) || !REFUSALS.includes(error.code)) return false
  const asked = { method: 'eth_getUserOperationByHash', params: [hash] }
  return client.request(asked as never).then(
    (known) => known === null,
    () => false,
  )
}

type Following = { hash: Hex; patience: number; ended: () => void }

function sentCalls(
  library: Library,
  client: Client,
  { sender, nonce }: Operation,
  { hash, patience, ended }: Following,
): SentCalls {
  const waitOnce = async () => {
    const { receipt, success } = await library.waitForUserOperationReceipt(client, { hash, timeout: patience })
    ended()
    return { transactionHash: receipt.transactionHash, success, receipt }
  }
  let waiting: ReturnType<typeof waitOnce> | undefined
  return {
    userOpHash: hash,
    wait: () => (waiting ??= waitOnce()),
    look: async () => {
      // The nonce first: after it is used, the operation is in a block or never will be.
      const isUsed = (await nonceAt(library, client, sender, nonce >> COUNTER_BITS)) > nonce
      return (await endOf(client, hash)) ?? (isUsed ? 'replaced' : 'pending')
    },
  }
}

/** @param patience how long `wait` waits, in ms */
export function createSubmitting({ at }: Owners, patience: number) {
  /** By chain, account and row of nonces. */
  const rows = new Map<string, readonly Open[]>()
  const openOf = (row: string) => rows.get(row) ?? []
  const keep = (row: string, open: readonly Open[]) => void (open.length ? rows.set(row, open) : rows.delete(row))

  return async function submit(chainId: number, operation: Operation): Promise<SentCalls> {
    const { library, client } = await at(chainId)
    const { sender, nonce } = operation
    const row = [chainId, sender.toLowerCase(), nonce >> COUNTER_BITS].join(' ')
    const entryPoint = { entryPointAddress: ENTRY_POINT } as const
    const asked = { chainId, ...entryPoint, entryPointVersion: '0.8', userOperation: operation } as const
    const hash = library.getUserOperationHash(asked)
    for (const open of openOf(row)) {
      if (open.hash === hash && !open.isRefused) throw new OnItsWay()
      const end = open.isRefused && open.nonce < nonce ? await endOf(client, open.hash) : undefined
      if (!end) continue
      rows.delete(row)
      throw new MadeAfterAll(end.transactionHash)
    }
    const own = { nonce, hash, isRefused: false }
    keep(row, [...openOf(row).filter((each) => each.nonce >= nonce && each.hash !== hash), own])
    await library.sendUserOperation(client, { ...operation, ...entryPoint }).catch(async (cause: unknown) => {
      const error = unwrapped(cause)
      if (!(await isRefused(client, hash, error))) return
      own.isRefused = true
      throw error
    })
    const ended = () =>
      keep(
        row,
        openOf(row).filter((each) => each !== own),
      )
    return sentCalls(library, client, operation, { hash, patience, ended })
  }
}
