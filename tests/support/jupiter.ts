/**
 * A local service in the shape of Jupiter's Swap API v1. Its swaps run on the sandbox's Solana: a pool lets the visitor
 * take the target token, so that the visitor alone signs, as with Jupiter's own program, which the sandbox does not have.
 */
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
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

/** What a test changes of an answer. */
export type Changes = {
  quote?: Record<string, unknown>
  /** More instructions before and after those of the swap. */
  more?: readonly TransactionInstruction[]
  /** How much the visitor pays and gets, instead of what was quoted. */
  pays?: bigint
  gets?: bigint
  payer?: PublicKey
  transaction?: unknown
}

/** Makes two tokens, and a pool that gives `rate` hundredths of the second one for one of the first. */
export async function createPool(connection: Connection, visitor: Keypair, rate = 250n) {
  const pool = Keypair.generate()
  await connection.requestAirdrop(pool.publicKey, 10_000_000_000)
  const source = await issue(connection, visitor, TOKEN, 1_000_000n)
  const target = await issue(connection, pool, TOKEN, 1_000_000n)
  const associated = (owner: PublicKey, mint: PublicKey, payer: PublicKey) => {
    const keys: Key[] = [
      ...[payer, accountOf(owner, mint)].map((key, at): Key => [key, at === 0, true]),
      ...[owner, mint, SystemProgram.programId, TOKEN].map((key): Key => [key, false, false]),
    ]
    return instruction(ASSOCIATED, [1], ...keys)
  }
  const paid = accountOf(pool.publicKey, source.mint)
  await send(connection, pool, associated(pool.publicKey, source.mint, pool.publicKey))

  async function swap(user: PublicKey, amount: bigint, out: bigint, changes: Changes): Promise<string> {
    const { pays = amount, gets = out, payer = user, more = [] } = changes
    const given = accountOf(user, target.mint)
    await send(connection, pool, approval(target.account, pool.publicKey, user, gets))
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      ...{ payerKey: payer, recentBlockhash: blockhash },
      instructions: [
        associated(user, target.mint, user),
        transferring(accountOf(user, source.mint), paid, user, pays),
        transferring(target.account, given, user, gets),
        ...more,
      ],
    }).compileToV0Message()
    return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64')
  }

  return {
    source: source.mint,
    target: target.mint,
    paid,
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
        quoteResponse: { inAmount: string; outAmount: string }
        userPublicKey: string
      }
      const { inAmount, outAmount } = quoteResponse
      const built = await swap(new PublicKey(userPublicKey), BigInt(inAmount), BigInt(outAmount), changes)
      return {
        ...{ swapTransaction: changes.transaction ?? built, lastValidBlockHeight: 279_632_475 },
        ...{ prioritizationFeeLamports: 0, computeUnitLimit: 200_000, simulationError: null },
      }
    },
  }
}
