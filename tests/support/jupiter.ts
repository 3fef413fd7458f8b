/**
 * A local service in the shape of Jupiter's Swap API v1. Its swaps run on the sandbox's Solana, which does not have
 * Jupiter's program: `relay` stands between the server and the node, and puts transfers in the place of the call of
 * Jupiter. A pool lets the visitor take the target token, so that the visitor alone signs.
 */
import {
  ComputeBudgetProgram,
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { JUPITER } from '../../server/data/exchanges/solanaTransaction.ts'
import type { Asked } from './server.ts'
import { accountOf, approval, issue, send, TOKEN } from './splTokens.ts'

export const KEY = 'key-of-jupiter-91c2'
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

type Key = [key: PublicKey, signs: boolean, written: boolean]
export const instruction = (programId: PublicKey, data: readonly number[], ...keys: Key[]) =>
  new TransactionInstruction({
    ...{ programId, data: Buffer.from(data) },
    keys: keys.map(([pubkey, isSigner, isWritable]) => ({ pubkey, isSigner, isWritable })),
  })
const u64 = (value: bigint) => [...new Uint8Array(new BigUint64Array([value]).buffer)]
/** The instruction `Transfer` of a token program. */
export const transferring = (from: PublicKey, to: PublicKey, authority: PublicKey, amount: bigint) =>
  instruction(TOKEN, [3, ...u64(amount)], [from, false, true], [to, false, true], [authority, true, false])

/** Opens an account for a token unless it exists, as Jupiter does. */
export const associated = (owner: PublicKey, mint: PublicKey, payer: PublicKey, kind = 1) => {
  const keys: Key[] = [
    ...[payer, accountOf(owner, mint)].map((key, at): Key => [key, at === 0, true]),
    ...[owner, mint, SystemProgram.programId, TOKEN].map((key): Key => [key, false, false]),
  ]
  return instruction(ASSOCIATED, [kind], ...keys)
}

/** The data of a call of Jupiter's `route`, without its steps. */
export function routeData(amount: bigint, quoted: bigint, slippage: number, fee = 0): number[] {
  const tail = Buffer.alloc(19)
  tail.writeBigUInt64LE(amount, 0)
  tail.writeBigUInt64LE(quoted, 8)
  tail.writeUInt16LE(slippage, 16)
  tail.writeUInt8(fee, 18)
  return [...Buffer.from('e517cb977ae3ad2a', 'hex'), 0, 0, 0, 0, ...tail]
}

/** What a test changes of an answer. */
export type Changes = {
  quote?: Record<string, unknown>
  /** More instructions after those of the swap. */
  more?: readonly TransactionInstruction[]
  /** What the programs behind Jupiter do beside the swap. */
  inside?: readonly TransactionInstruction[]
  /** How much the visitor pays and gets, instead of what was quoted. */
  pays?: bigint
  gets?: bigint
  payer?: PublicKey
  transaction?: unknown
}

type Order = { amount: bigint; out: bigint; slippage: number }

/** Makes two tokens, and a pool that gives `rate` hundredths of the second one for one of the first. */
export async function createPool(connection: Connection, visitor: Keypair, rate = 250n) {
  const pool = Keypair.generate()
  await connection.requestAirdrop(pool.publicKey, 10_000_000_000)
  const source = await issue(connection, visitor, TOKEN, 1_000_000n)
  const target = await issue(connection, pool, TOKEN, 1_000_000n)
  const paid = accountOf(pool.publicKey, source.mint)
  await send(connection, pool, associated(pool.publicKey, source.mint, pool.publicKey))

  /** What the call of Jupiter in the latest transaction does. */
  let inside: readonly TransactionInstruction[] = []

  async function swap(user: PublicKey, { amount, out, slippage }: Order, changes: Changes): Promise<string> {
    const { pays = amount, gets = out, payer = user, more = [] } = changes
    const given = accountOf(user, target.mint)
    await send(connection, pool, approval(target.account, pool.publicKey, user, gets))
    inside = [
      transferring(accountOf(user, source.mint), paid, user, pays),
      transferring(target.account, given, user, gets),
      ...(changes.inside ?? []),
    ]
    const keys = inside.flatMap((each) => each.keys)
    const call = { programId: new PublicKey(JUPITER), data: Buffer.from(routeData(amount, out, slippage)), keys }
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      ...{ payerKey: payer, recentBlockhash: blockhash },
      instructions: [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
        associated(user, target.mint, user),
        new TransactionInstruction(call),
        ...more,
      ],
    }).compileToV0Message()
    return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64')
  }

  /** The transaction that the node runs instead. The visitor signs it in a test that sends one. */
  function replaced(transaction: string): string {
    const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'))
    const { instructions, ...rest } = TransactionMessage.decompile(message)
    const all = instructions.flatMap((each) => (each.programId.toBase58() === JUPITER ? inside : [each]))
    const own = new VersionedTransaction(new TransactionMessage({ ...rest, instructions: all }).compileToV0Message())
    own.sign([visitor])
    return Buffer.from(own.serialize()).toString('base64')
  }

  return {
    source: source.mint,
    target: target.mint,
    paid,
    /** Passes a call on to the node. */
    async relay({ body }: Asked): Promise<unknown> {
      const call = JSON.parse(body) as { method: string; params: [string, ...unknown[]] }
      const [transaction, ...rest] = call.params
      if (/^(simulate|send)Transaction$/.test(call.method)) call.params = [replaced(transaction), ...rest]
      const headers = { 'content-type': 'application/json' }
      return (await fetch(connection.rpcEndpoint, { method: 'POST', headers, body: JSON.stringify(call) })).json()
    },
    /** Answers a request as Jupiter does; a number is a status. */
    async answer({ path, query, headers, body }: Asked, changes: Changes = {}): Promise<object | number> {
      if (headers['x-api-key'] !== KEY) return 401
      if (path === '/swap/v1/program-id-to-label') return {}
      if (path === '/swap/v1/quote') {
        const { inputMint = '', outputMint = '', amount = '0', slippageBps = '50' } = query
        if (inputMint !== source.mint.toBase58() || outputMint !== target.mint.toBase58()) return 400
        const out = (BigInt(amount) * rate) / 100n
        const least = (out * (10_000n - BigInt(slippageBps))) / 10_000n
        return {
          ...{ inputMint, inAmount: amount, outputMint, outAmount: String(out), swapMode: 'ExactIn' },
          ...{ otherAmountThreshold: String(least), slippageBps: Number(slippageBps), platformFee: null },
          ...{ priceImpactPct: '0', routePlan: [], contextSlot: 1, timeTaken: 0.01, ...changes.quote },
        }
      }
      if (path !== '/swap/v1/swap') return 404
      const { quoteResponse, userPublicKey } = JSON.parse(body) as {
        quoteResponse: { inAmount: string; outAmount: string; slippageBps: number }
        userPublicKey: string
      }
      const { inAmount, outAmount, slippageBps: slippage } = quoteResponse
      const order = { amount: BigInt(inAmount), out: BigInt(outAmount), slippage }
      const built = await swap(new PublicKey(userPublicKey), order, changes)
      return {
        ...{ swapTransaction: changes.transaction ?? built, lastValidBlockHeight: 279_632_475 },
        ...{ prioritizationFeeLamports: 0, computeUnitLimit: 200_000, simulationError: null },
      }
    },
  }
}
