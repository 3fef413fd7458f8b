/**
 * Sends signed operations, and finds out what became of them. It never sends an operation again that may still be on
 * its way. An operation may run as long as its nonce is free, also after an error, because an answer may be lost or
 * wrong.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Hex } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import type { UserOperation } from 'viem/account-abstraction'
import type { Client } from './account.ts'
import { ENTRY_POINT } from './addresses.ts'
import { BundlerError, MadeAfterAll, NonceTaken, OnItsWay, Undecided, unwrapped } from './failure.ts'
import type { Library } from './library.ts'
import { quantityOf, type SmartNetwork } from './network.ts'
import { rowOf } from './nonce.ts'
import type { Owners } from './owners.ts'
import type { Announce, SentCalls, SentOperation } from './types.ts'
import { findUse } from './use.ts'

/** ERC-7769's codes of an operation that is not valid, or whose calls revert, and JSON-RPC's for wrong parameters. */
const REFUSALS = [-32602, -32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508, -32521]

type Operation = UserOperation<'0.8'>
/** An operation that may still run. */
type Open = SentOperation & { isRefused: boolean }
type At = { library: Library; client: Client; network: SmartNetwork }

/**
 * Whether the bundler refused an operation: its error says so, and it does not know the operation. After every other
 * error the operation may have arrived, because only the answer may be lost.
 */
async function isRefused(client: Client, hash: Hex, error: unknown): Promise<boolean> {
  if (!(error instanceof BundlerError) || !REFUSALS.includes(error.code)) return false
  const asked = { method: 'eth_getUserOperationByHash', params: [hash] }
  return client.request(asked as never).then(
    (known) => known === null,
    () => false,
  )
}

/** What became of an operation, by the chain itself: a bundler's receipt may be late or wrong. */
export async function lookFor(
  { library, network }: Pick<At, 'library' | 'network'>,
  operation: SentOperation,
): ReturnType<SentCalls['look']> {
  const use = await findUse(library, network, operation)
  if (!use) return 'pending'
  return use.hash === operation.hash ? { transactionHash: use.transactionHash, success: use.success } : 'replaced'
}

/** `patience`: how long `wait` waits, in ms; `pause`: ms between two reads of the chain. */
type Times = { patience: number; pause: number }

function sentCalls(there: At, operation: SentOperation, times: Times, ended: () => void): SentCalls {
  const look: SentCalls['look'] = async () => {
    const found = await lookFor(there, operation)
    if (found !== 'pending') ended()
    return found
  }
  const waitOnce = async () => {
    for (const started = Date.now(); Date.now() - started < times.patience; await pause(times.pause)) {
      const found = await look().catch(() => 'pending' as const)
      if (found === 'replaced') throw new NonceTaken()
      if (found !== 'pending')
        return { ...found, receipt: await getTransactionReceipt(there.client, { hash: found.transactionHash }) }
    }
    throw new OnItsWay()
  }
  let waiting: ReturnType<typeof waitOnce> | undefined
  return { userOpHash: operation.hash, wait: () => (waiting ??= waitOnce()), look }
}

export function createSubmitting({ at }: Owners, times: Times) {
  /** The operations that may still run, by chain, account and series of nonces (`row`). */
  const rows = new Map<string, readonly Open[]>()
  const openOf = (row: string) => rows.get(row) ?? []
  const keep = (row: string, open: readonly Open[]) => void (open.length ? rows.set(row, open) : rows.delete(row))
  const dropUntil = (row: string, nonce: bigint) => {
    const open = openOf(row).filter((each) => each.nonce > nonce)
    keep(row, open)
  }

  /**
   * Makes sure that no earlier operation can run in addition to this one. Operations with the same nonce exclude each
   * other, so only those with a lower nonce are checked.
   * @throws Undecided if one may still run, MadeAfterAll if one ran that was refused
   */
  const refuseBesides = async (row: string, { library, network }: At, { nonce }: Operation) => {
    for (const open of openOf(row).filter((each) => each.nonce < nonce)) {
      const use = await findUse(library, network, open)
      if (!use) throw new Undecided()
      const isMade = open.isRefused && use.hash === open.hash
      if (isMade) dropUntil(row, open.nonce)
      if (isMade) throw new MadeAfterAll(use.transactionHash)
    }
    dropUntil(row, nonce - 1n)
  }

  return async function submit(chainId: number, operation: Operation, announce?: Announce): Promise<SentCalls> {
    const there = await at(chainId)
    const { library, client, network } = there
    const { sender, nonce } = operation
    const row = [chainId, sender.toLowerCase(), rowOf(nonce)].join(' ')
    const entryPoint = { entryPointAddress: ENTRY_POINT } as const
    const asked = { chainId, ...entryPoint, entryPointVersion: '0.8', userOperation: operation } as const
    const hash = library.getUserOperationHash(asked)
    if (openOf(row).some((open) => open.hash === hash && !open.isRefused)) throw new OnItsWay()
    await refuseBesides(row, there, operation)
    const since = quantityOf(await network.request('eth_blockNumber'))
    const own = { sender, nonce, hash, since, isRefused: false }
    await announce?.({ sender, nonce, hash, since })
    keep(row, [...openOf(row).filter((each) => each.hash !== hash), own])
    await library.sendUserOperation(client, { ...operation, ...entryPoint }).catch(async (cause: unknown) => {
      const error = unwrapped(cause)
      if (!(await isRefused(client, hash, error))) return
      own.isRefused = true
      throw error
    })
    // A refused operation with the same nonce stays: if it ran nevertheless, the next send throws MadeAfterAll.
    const ended = () =>
      keep(
        row,
        openOf(row).filter((each) => each !== own),
      )
    return sentCalls(there, own, times, ended)
  }
}
