/** An app that is written with @solana/web3.js, with our provider as its wallet and the sandbox as its node. */
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { SolanaProvider } from '../../../../runtime/chains/solana/index.ts'
import { confirmed } from '../../../support/confirmSolana.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { connected, isSignedBy, kitOf, local } from './kit.ts'
import { createStandardWallet, FIRST } from './wallet.ts'
import { connectionOf } from '../../../../runtime/state/connections.ts'

const sandbox = useSandbox()

/** An app's `kit.getProvider('solana')`, with a wallet that sends, or one that only signs. */
async function app(sends: boolean) {
  const { rpcUrl } = sandbox().solana
  const { wallet, methods } = createStandardWallet(sends ? { rpcUrl } : {})
  const kit = kitOf([local(rpcUrl)])
  await connected(kit, wallet)
  const provider = connectionOf(kit, 'solana')?.provider as SolanaProvider
  const connection = new Connection(rpcUrl, 'confirmed')
  const publicKey = new PublicKey(provider.publicKey?.toBytes() ?? '')
  const to = Keypair.generate().publicKey
  const move = SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL })
  const settled = async (signature: string) => {
    await confirmed(connection, signature)
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  }
  return { provider, connection, publicKey, to, move, settled, methods }
}

describe.each([
  ['sends', true],
  ['only signs', false],
])('an app on web3.js, with a wallet that %s', (_what, sends) => {
  it('moves SOL with a legacy transaction that it signs and sends itself', async () => {
    const { provider, connection, publicKey, move, settled } = await app(sends)
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight }).add(move)
    const signed = await provider.signTransaction(transaction)
    expect(signed).toBeInstanceOf(Transaction)
    await settled(await connection.sendRawTransaction(signed.serialize()))
  })

  it('moves SOL with a versioned transaction in one call', async () => {
    const { provider, connection, publicKey, move, settled, methods } = await app(sends)
    const { blockhash } = await connection.getLatestBlockhash()
    const message = { payerKey: publicKey, recentBlockhash: blockhash, instructions: [move] }
    const transaction = new VersionedTransaction(new TransactionMessage(message).compileToV0Message())
    const options = { preflightCommitment: 'processed', maxRetries: 3 } as const
    await settled(await provider.signAndSendTransaction(transaction, options))
    expect(methods()).toEqual(['connect', sends ? 'signAndSendTransaction' : 'signTransaction'])
  })

  it('moves SOL as wallet adapters do: payer and blockhash are filled in, and its own keys sign too', async () => {
    const { provider, connection, publicKey, move, settled } = await app(sends)
    const account = Keypair.generate()
    const lamports = await connection.getMinimumBalanceForRentExemption(0)
    const create = SystemProgram.createAccount({
      fromPubkey: publicKey,
      newAccountPubkey: account.publicKey,
      lamports,
      space: 0,
      programId: SystemProgram.programId,
    })
    const transaction = new Transaction().add(move, create)
    await settled(await provider.sendTransaction(transaction, connection, { signers: [account] }))
    expect(await connection.getBalance(account.publicKey)).toBe(lamports)
  })

  it('signs several of both kinds at once, and they arrive', async () => {
    const { provider, connection, publicKey, to, move } = await app(sends)
    const { blockhash } = await connection.getLatestBlockhash()
    const old = new Transaction({ feePayer: publicKey, blockhash, lastValidBlockHeight: 0 }).add(move)
    const message = { payerKey: publicKey, recentBlockhash: blockhash, instructions: [move, move] }
    const next = new VersionedTransaction(new TransactionMessage(message).compileToLegacyMessage())
    const all: (Transaction | VersionedTransaction)[] = await provider.signAllTransactions([old, next])
    expect(all.map((each) => each.constructor)).toEqual([Transaction, VersionedTransaction])
    for (const each of all) await connection.sendRawTransaction(each.serialize())
    await expect.poll(() => connection.getBalance(to)).toBe(3 * LAMPORTS_PER_SOL)
  })

  it('signs a message that verifies', async () => {
    const { provider } = await app(sends)
    const message = new TextEncoder().encode('Sign in')
    expect(isSignedBy(FIRST, message, await provider.signMessage(message))).toBe(true)
  })
})
