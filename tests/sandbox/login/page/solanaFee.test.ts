/** The highest fee of a Solana transaction, wherever it is shown, is what the network takes. */
import { Connection, Ed25519Program, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { readTransaction } from '../../../../runtime/chains/solana/readTransaction.ts'
import { describeTransaction } from '../../../../sandbox/login/page/describeSolana.ts'
import { approvalText } from '../../../support/approvalText.ts'
import { confirmed } from '../../../support/confirmSolana.ts'
import { useSandbox } from '../../../support/sandbox.ts'

const sandbox = useSandbox()

it.each([0, 1, 3])('counts %i signatures that instructions ask the network to check', async (checks) => {
  const { rpcUrl, accounts } = sandbox().solana
  const connection = new Connection(rpcUrl, 'confirmed')
  const payer = Keypair.fromSeed(Buffer.from(accounts[0]?.secretKey ?? '', 'hex'))
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight }).add(
    SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
    ...Array.from({ length: checks }, (_, at) =>
      Ed25519Program.createInstructionWithPrivateKey({
        privateKey: Keypair.generate().secretKey,
        message: Buffer.from(`note ${at}`),
      }),
    ),
  )
  transaction.sign(payer)
  const bytes = transaction.serialize()
  const before = await connection.getBalance(payer.publicKey)
  const signature = await connection.sendRawTransaction(bytes)
  await confirmed(connection, signature)
  const paid = before - (await connection.getBalance(payer.publicKey))
  expect(paid).toBe(5000 * (1 + checks))

  const text = bytes.toString('base64')
  expect(readTransaction(text)?.fee).toBe(BigInt(paid))
  const shown = describeTransaction(approvalText, text).fields.map(({ value }) => value)
  expect(shown).toContain(`${paid / 1e9} SOL`)
  expect((await connection.getFeeForMessage(transaction.compileMessage())).value).toBe(paid)
  const sent = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  expect(sent?.meta?.fee).toBe(paid)
  expect((await connection.getRecentPrioritizationFees()).map((each) => each.prioritizationFee)).not.toContain(
    5000 * checks || -1,
  )
})
