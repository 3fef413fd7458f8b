import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { expect, it } from 'vitest'
import { sendConfirmed } from '../../support/confirmSolana.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { get, historyOf } from './ask.ts'

const sandbox = useSandbox()
const solana = () => sandbox().solana
const seedOf = (at: number) => Buffer.from(solana().accounts[at]?.secretKey ?? '', 'hex')

it('tells of SOL that went and came, without the fee', async () => {
  const [from, to] = [0, 1].map((at) => Keypair.fromSeed(seedOf(at)))
  if (!from || !to) throw new Error('No accounts')
  const connection = new Connection(solana().rpcUrl, 'confirmed')
  const move = new Transaction().add(
    SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: new PublicKey(to.publicKey),
      lamports: 1_500_000_001,
    }),
  )
  const hash = await sendConfirmed(connection, move, [from])
  const chainId = solana().caipNetworkId
  const [sent] = (await historyOf(sandbox(), from.publicKey.toBase58(), { chainId })).data
  expect(sent).toMatchObject({
    metadata: { hash, chain: chainId, operationType: 'send', sentTo: to.publicKey.toBase58(), status: 'confirmed' },
    transfers: [
      { direction: 'out', quantity: { numeric: '1.500000001' }, price: 150.25, fungible_info: { symbol: 'SOL' } },
    ],
  })
  const [got] = (await historyOf(sandbox(), to.publicKey.toBase58(), { chainId })).data
  expect(got).toMatchObject({
    metadata: { operationType: 'receive', sentFrom: from.publicKey.toBase58() },
    transfers: [{ direction: 'in', quantity: { numeric: '1.500000001' } }],
  })
})

it('tells of a token that went to somebody new, without the rent of its account', async () => {
  const rpc = createSolanaRpc(solana().rpcUrl)
  const payer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seedOf(2)))
  const mint = address(solana().mint.address)
  const owner = address(Keypair.generate().publicKey.toBase58())
  const [source, destination] = await Promise.all(
    [payer.address, owner].map((each) =>
      findAssociatedTokenPda({ mint, owner: each, tokenProgram: TOKEN_PROGRAM_ADDRESS }).then(([found]) => found),
    ),
  )
  if (!source || !destination) throw new Error('No token accounts')
  const { value: latest } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(payer, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) =>
      appendTransactionMessageInstructions(
        [
          getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner, mint }),
          getTransferCheckedInstruction({
            source,
            destination,
            mint,
            authority: payer,
            amount: 250_500_000n,
            decimals: 6,
          }),
        ],
        each,
      ),
  )
  const signed = await signTransactionMessageWithSigners(message)
  await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
  const [sent] = (await historyOf(sandbox(), payer.address)).data
  expect(sent).toMatchObject({
    metadata: { operationType: 'send', sentTo: owner },
    transfers: [
      { direction: 'out', quantity: { numeric: '250.5' }, value: 250.5, fungible_info: { name: 'Sandbox Dollar' } },
    ],
  })
  expect(sent?.transfers).toHaveLength(1)
  const [got] = (await historyOf(sandbox(), owner)).data
  expect(got?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '250.5' } }])
})

it('refuses a network that the address is not of', async () => {
  const path = `/v1/account/${solana().accounts[0]?.address}/history`
  expect(await get(sandbox(), path, { chainId: 'eip155:31337' })).toMatchObject({ status: 400 })
})
