/** The sandbox's Solana chain with Solana's own clients. */
import { createPublicKey, verify } from 'node:crypto'
import {
  address,
  airdropFactory,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  assertIsTransactionWithBlockhashLifetime,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  sendAndConfirmTransaction,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const solana = () => sandbox().solana

/** Sends one JSON-RPC call. */
async function call<T>(
  method: string,
  ...params: unknown[]
): Promise<{ result?: T; error?: { code: number; message: string; data?: unknown } }> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(solana().rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await answer.json()) as never
}
const seedOf = (index: number) => Buffer.from(solana().accounts[index]?.secretKey ?? '', 'hex')
const keypair = (index: number) => Keypair.fromSeed(seedOf(index))
const connect = () => new Connection(solana().rpcUrl, { commitment: 'confirmed', wsEndpoint: solana().wsUrl })
const kit = () => ({
  rpc: createSolanaRpc(solana().rpcUrl),
  rpcSubscriptions: createSolanaRpcSubscriptions(solana().wsUrl),
})
const signer = (index: number) => createKeyPairSignerFromPrivateKeyBytes(seedOf(index))

async function signed(payer: KeyPairSigner, instructions: Instruction[]) {
  const { value: latest } = await kit().rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(payer, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) => appendTransactionMessageInstructions(instructions, each),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(transaction)
  return transaction
}

describe('@solana/web3.js', () => {
  it('is told of funded accounts whose keys are the ones given', async () => {
    const connection = connect()
    for (const [index, each] of solana().accounts.entries()) {
      const key = keypair(index).publicKey
      expect(key.toBase58()).toBe(each.address)
      expect(await connection.getBalance(key)).toBeGreaterThan(990 * LAMPORTS_PER_SOL)
    }
    expect(await connection.getGenesisHash()).toBe('2JfSSDz72LiQFoQu12htyQsvtH5XHxPhPpS5DSCpW3CP')
    expect(solana().caipNetworkId).toBe('solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh')
  })

  it('airdrops, transfers with a confirmation over the websocket, and reads the transaction', async () => {
    const connection = connect()
    const fresh = Keypair.generate()
    const drop = await connection.requestAirdrop(fresh.publicKey, 2 * LAMPORTS_PER_SOL)
    await connection.confirmTransaction({ signature: drop, ...(await connection.getLatestBlockhash()) })
    expect(await connection.getBalance(fresh.publicKey)).toBe(2 * LAMPORTS_PER_SOL)

    const to = Keypair.generate().publicKey
    const instruction = SystemProgram.transfer({
      fromPubkey: fresh.publicKey,
      toPubkey: to,
      lamports: LAMPORTS_PER_SOL,
    })
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(instruction), [fresh])
    expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
    expect(await connection.getBalance(fresh.publicKey)).toBe(LAMPORTS_PER_SOL - 5000)

    const read = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(read?.meta).toMatchObject({
      err: null,
      fee: 5000,
      preBalances: [2e9, 0, 1],
      postBalances: [1e9 - 5000, 1e9, 1],
    })
    const parsed = await connection.getParsedTransaction(signature)
    expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({ signer: true, writable: true })
    const [status] = (await connection.getSignatureStatuses([signature])).value
    expect(status).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    const history = await connection.getSignaturesForAddress(fresh.publicKey)
    expect(history.map((each) => each.signature)).toEqual([signature, drop])
  })

  it('is told why a transfer fails, with logs, and nothing moves', async () => {
    const connection = connect()
    const from = keypair(1)
    const before = await connection.getBalance(from.publicKey)
    const instruction = SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: keypair(2).publicKey,
      lamports: 5_000_000 * LAMPORTS_PER_SOL,
    })
    const failed = await sendAndConfirmTransaction(connection, new Transaction().add(instruction), [from]).catch(
      (error: unknown) => error,
    )
    if (!(failed instanceof SendTransactionError)) throw failed
    expect(failed.message).toContain('Error processing Instruction 0: custom program error: 0x1')
    expect(failed.logs?.join()).toMatch(/insufficient lamports/)
    expect(await connection.getBalance(from.publicKey)).toBe(before)
  })

  it('lands a failing transaction that was not checked before, for its fee', async () => {
    const connection = connect()
    const from = keypair(1)
    const before = await connection.getBalance(from.publicKey)
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: from.publicKey, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: keypair(2).publicKey, lamports: 10 ** 15 }),
    )
    transaction.sign(from)
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
    const [status] = (await connection.getSignatureStatuses([signature])).value
    expect(status?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
    expect(await connection.getBalance(from.publicKey)).toBe(before - 5000)
  })

  it('refuses a signature that does not verify, and the same transaction a second time', async () => {
    const connection = connect()
    const from = keypair(0)
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: from.publicKey,
      recentBlockhash: blockhash,
      instructions: [
        SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: keypair(2).publicKey, lamports: 7 }),
      ],
    }).compileToV0Message()
    const forged = new VersionedTransaction(message)
    forged.addSignature(from.publicKey, Buffer.alloc(64, 3))
    await expect(connection.sendTransaction(forged)).rejects.toThrow('signature verification failure')
    const transaction = new VersionedTransaction(message)
    transaction.sign([from])
    await connection.sendTransaction(transaction)
    await expect(connection.sendTransaction(transaction)).rejects.toThrow('already been processed')
  })

  it('simulates without moving anything, with fresh blockhash and without signatures', async () => {
    const connection = connect()
    const from = keypair(0).publicKey
    const to = Keypair.generate().publicKey
    const message = new TransactionMessage({
      payerKey: from,
      recentBlockhash: PublicKey.default.toBase58(),
      instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: LAMPORTS_PER_SOL })],
    }).compileToV0Message()
    const unsigned = new VersionedTransaction(message)
    const stale = await connection.simulateTransaction(unsigned)
    expect(stale.value.err).toBe('BlockhashNotFound')
    const { value } = await connection.simulateTransaction(unsigned, {
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [to.toBase58()] },
    })
    expect(value).toMatchObject({ err: null, accounts: [{ lamports: LAMPORTS_PER_SOL }] })
    expect(value.unitsConsumed).toBeGreaterThan(0)
    expect(await connection.getBalance(to)).toBe(0)
    expect((await connection.getFeeForMessage(message)).value).toBeNull()
    const { blockhash } = await connection.getLatestBlockhash()
    message.recentBlockhash = blockhash
    expect((await connection.getFeeForMessage(message)).value).toBe(5000)
  })

  it('hears of changed accounts and of slots', async () => {
    const connection = connect()
    const watched = Keypair.generate().publicKey
    const changes: number[] = []
    const slots: number[] = []
    const onAccount = connection.onAccountChange(watched, ({ lamports: held }) => changes.push(held))
    const onSlot = connection.onSlotChange(({ slot }) => slots.push(slot))
    await expect.poll(() => slots.length).toBeGreaterThan(2)
    const [first = 0, second = 0, third = 0] = slots
    expect(second).toBeGreaterThan(first)
    expect(third).toBeGreaterThan(second)
    await connection.requestAirdrop(watched, 12_345_678)
    await expect.poll(() => changes).toEqual([12_345_678])
    // With a subscription left, the connection would try to reconnect as long as the process runs.
    await connection.removeAccountChangeListener(onAccount)
    await connection.removeSlotChangeListener(onSlot)
  })
})

describe('@solana/kit', () => {
  it('sends SOL and waits for the confirmation', async () => {
    const { rpc, rpcSubscriptions } = kit()
    const [from, to] = [await signer(0), address(Keypair.generate().publicKey.toBase58())]
    const transaction = await signed(from, [
      getTransferSolInstruction({ source: from, destination: to, amount: 3_000_000n }),
    ])
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })
    expect((await rpc.getBalance(to).send()).value).toBe(3_000_000n)
    const bytes = Buffer.from(transaction.messageBytes)
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(keypair(0).publicKey.toBytes()).toString('base64url') }
    const signature = transaction.signatures[from.address]
    expect(verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature ?? Buffer.alloc(0))).toBe(true)
    const airdrop = airdropFactory({ rpc, rpcSubscriptions })
    await airdrop({ recipientAddress: to, lamports: lamports(1_000_000n), commitment: 'confirmed' })
    expect((await rpc.getBalance(to).send()).value).toBe(4_000_000n)
  })

  it('sends tokens to an account that is made on the way, and reads them parsed', async () => {
    const { rpc, rpcSubscriptions } = kit()
    const payer = await signer(1)
    const owner = address(Keypair.generate().publicKey.toBase58())
    const mint = address(solana().mint.address)
    const [source] = await findAssociatedTokenPda({ owner: payer.address, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
    const [destination] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
    expect((await rpc.getTokenAccountBalance(source).send()).value).toMatchObject({
      amount: '10000000000',
      uiAmountString: '10000',
    })
    const transaction = await signed(payer, [
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner, mint }),
      getTransferCheckedInstruction({ source, mint, destination, authority: payer, amount: 250_500_000n, decimals: 6 }),
    ])
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(transaction, { commitment: 'confirmed' })
    const { value } = await rpc.getTokenAccountsByOwner(owner, { mint }, { encoding: 'jsonParsed' }).send()
    expect(value).toMatchObject([
      {
        pubkey: destination,
        account: {
          data: {
            program: 'spl-token',
            parsed: { info: { owner, tokenAmount: { amount: '250500000', uiAmountString: '250.5' } } },
          },
        },
      },
    ])
    const byProgram = { programId: TOKEN_PROGRAM_ADDRESS }
    expect((await rpc.getTokenAccountsByOwner(owner, byProgram, { encoding: 'jsonParsed' }).send()).value).toHaveLength(
      1,
    )
    const read = await rpc
      .getTransaction(getSignatureFromTransaction(transaction), { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    const held = read?.meta?.postTokenBalances?.map(({ owner: holder, uiTokenAmount }) => [
      holder,
      uiTokenAmount.amount,
    ])
    expect(held).toContainEqual([owner, '250500000'])
    const parsedMint = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
    expect(parsedMint.value?.data).toMatchObject({
      parsed: { type: 'mint', info: { decimals: 6, supply: '30000000000' } },
    })
  })

  it('meets a real "Blockhash not found" once 150 slots have passed', async () => {
    const { rpc } = kit()
    const payer = await signer(2)
    const transaction = await signed(payer, [
      getTransferSolInstruction({ source: payer, destination: payer.address, amount: 1n }),
    ])
    const wire = getBase64EncodedWireTransaction(transaction)
    const { blockhash } = transaction.lifetimeConstraint
    await call('sandbox_advanceSlots', 100)
    expect((await rpc.isBlockhashValid(blockhash).send()).value).toBe(true)
    await call('sandbox_advanceSlots', 60)
    expect((await rpc.isBlockhashValid(blockhash).send()).value).toBe(false)
    const failed = await rpc
      .sendTransaction(wire, { encoding: 'base64' })
      .send()
      .catch((error: unknown) => error)
    expect(isSolanaError(failed, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(true)
    expect(await call('sendTransaction', wire, { encoding: 'base64' })).toMatchObject({
      error: {
        code: -32002,
        message: 'Transaction simulation failed: Blockhash not found',
        data: { err: 'BlockhashNotFound' },
      },
    })
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    expect((await rpc.getSignatureStatuses([signature]).send()).value).toEqual([null])
  })
})

describe('the RPC itself', () => {
  it('answers batches, unknown methods, wrong parameters and bad JSON as JSON-RPC wants', async () => {
    const post = async (body: string): Promise<unknown> =>
      (await fetch(solana().rpcUrl, { method: 'POST', body })).json()
    const batch = [
      { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
      { jsonrpc: '2.0', id: 2, method: 'getWeather' },
      { jsonrpc: '2.0', id: 3, method: 'getBalance', params: ['nowhere'] },
      7,
    ]
    expect(await post(JSON.stringify(batch))).toMatchObject([
      { id: 'a', result: 'ok' },
      { id: 2, error: { code: -32601 } },
      { id: 3, error: { code: -32602 } },
      { id: null, error: { code: -32600 } },
    ])
    expect(await post('{')).toMatchObject({ error: { code: -32700 } })
    expect(await post('[]')).toMatchObject({ error: { code: -32600 } })
    expect(await call('sendTransaction', 'AAAA', { encoding: 'base64' })).toMatchObject({ error: { code: -32602 } })
    const [account] = solana().accounts
    const bytes = await fetch(solana().rpcUrl, {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getAccountInfo',
        params: [account?.address, { encoding: 'base64' }],
      }),
    })
    expect(await bytes.text()).toMatch(/"rentEpoch":(0|18446744073709551615)[,}]/)
  })

  it('is reached under the services too, can be faulted, and is in the log', async () => {
    const url = `${sandbox().url}/v1/?chainId=${solana().caipNetworkId}&projectId=x`
    const ask = (to: string) =>
      fetch(to, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' }) })
    expect(((await (await ask(url)).json()) as { result: number }).result).toBeGreaterThan(0)
    sandbox().faults.set({ path: '/rpc/solana', rpc: 'getSlot', kind: 'status', status: 429, times: 1 })
    expect((await ask(solana().rpcUrl)).status).toBe(429)
    expect((await ask(solana().rpcUrl)).status).toBe(200)
    const logged = sandbox()
      .requests()
      .filter(({ path, rpc }) => path === '/rpc/solana' && rpc.includes('getSlot'))
    expect(logged.map(({ status }) => status)).toEqual([429, 200])
  })

  it('gives balances with prices, no names, and its id among the supported chains', async () => {
    const get = async (path: string) => {
      const answer = await fetch(`${sandbox().url}${path}${path.includes('?') ? '&' : '?'}projectId=x`)
      return {
        status: answer.status,
        body: (await answer.json()) as { balances: unknown[]; http: string[]; ws: string[] },
      }
    }
    const account = solana().accounts[2]?.address ?? ''
    const { caipNetworkId, mint } = solana()
    for (const query of ['', `?chainId=${caipNetworkId}`]) {
      const { body } = await get(`/v1/account/${account}/balance${query}`)
      expect(body.balances).toMatchObject([
        { symbol: 'SOL', chainId: caipNetworkId, price: 150.25, quantity: { decimals: '9' } },
        {
          symbol: 'SUSD',
          address: `${caipNetworkId}:${mint.address}`,
          value: 10000,
          quantity: { decimals: '6', numeric: '10000' },
        },
      ])
    }
    expect((await get(`/v1/account/${account}/balance?chainId=eip155:31337`)).status).toBe(400)
    expect((await get(`/v1/identity/${account}`)).status).toBe(404)
    const { body } = await get('/v1/supported-chains')
    expect(body.http).toContain(caipNetworkId)
    expect(body.ws).toContain(caipNetworkId)
    const addresses = [`${caipNetworkId}:${mint.address}`]
    const prices = await fetch(`${sandbox().url}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ projectId: 'x', addresses }),
    })
    expect(await prices.json()).toMatchObject({ fungibles: [{ symbol: 'SUSD', price: 1 }] })
  })
})
