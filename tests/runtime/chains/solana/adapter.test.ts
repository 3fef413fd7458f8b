import { Connection, Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { base58, base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import adapterModule from '../../../../runtime/chains/solana/adapter.ts'
import type { SolanaProvider } from '../../../../runtime/chains/solana/index.ts'
import { waitForTransaction } from '../../../../runtime/chains/solana/waitForTransaction.ts'
import type { Kit } from '../../../../runtime/contracts/kit.ts'
import { sendConfirmed } from '../../../support/confirmSolana.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { connected, devnet, isSignedBy, kitOf, local, mainnet } from './kit.ts'
import { NO_HASH } from './transactions.ts'
import { createStandardWallet, FIRST, KEYS, SECOND, THIRD } from './wallet.ts'

const sandbox = useSandbox()
const [payer = Keypair.generate()] = KEYS
const SOL = 1_000_000_000n
/** The fee of one signature, in lamports. */
const FEE = 5_000n
const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

// Requires all methods of Solana's adapter: with an optional call, a test would pass without calling anything.
const adapter = adapterModule as Required<typeof adapterModule>

const setUp = async (sends = false) => {
  const { rpcUrl, wsUrl } = sandbox().solana
  const made = createStandardWallet(sends ? { rpcUrl } : {})
  const kit = kitOf([local(rpcUrl), mainnet()])
  const provider = await connected(kit, made.wallet)
  return {
    ...made,
    kit,
    provider,
    chain: local(rpcUrl),
    connection: new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl }),
  }
}
const stranger = () => Keypair.generate().publicKey.toBase58()
const sends = () =>
  sandbox()
    .requests()
    .filter(({ rpc }) => rpc.includes('sendTransaction')).length

async function settle(kit: Kit, hash: string) {
  const receipt = await waitForTransaction(kit, local(sandbox().solana.rpcUrl), hash, { interval: 50 })
  expect(receipt).toEqual({ status: 'success', hash })
}

describe('reads', () => {
  it('return balances in lamports and tokens in base units', async () => {
    const { kit, chain } = await setUp()
    const { mint } = sandbox().solana
    expect(await adapter.getBalance(kit, chain, THIRD)).toBe(1000n * SOL)
    expect(await adapter.getBalance(kit, chain, stranger())).toBe(0n)
    const held = { balance: 10_000_000_000n, decimals: 6, symbol: '' }
    expect(await adapter.getToken(kit, chain, mint.address, THIRD)).toEqual(held)
    expect(await adapter.getToken(kit, chain, mint.address, stranger())).toEqual({ ...held, balance: 0n })
    await expect(adapter.getToken(kit, chain, FIRST, FIRST)).rejects.toThrow('not a token')
    await expect(adapter.getToken(kit, chain, 'mint', FIRST)).rejects.toThrow('not a token')
  })

  it('recognise an address', () => {
    expect(adapter.isAddress(FIRST)).toBe(true)
    expect(adapter.isAddress(FIRST.slice(4))).toBe(false)
  })
})

describe('a SOL transfer', () => {
  it.each([
    ['the wallet', true],
    ['us, once the wallet has signed', false],
  ])('is sent with %s', async (_by, wallet) => {
    const { kit, provider, chain, methods, asked } = await setUp(wallet)
    const to = stranger()
    const before = await adapter.getBalance(kit, chain, FIRST)
    const request = { from: FIRST, to, value: 2n * SOL, chain }
    expect(await adapter.estimateFee(kit, request)).toBe(FEE)
    const hash = await adapter.sendTransaction(kit, provider, request)
    await settle(kit, hash)
    expect(await adapter.getBalance(kit, chain, to)).toBe(2n * SOL)
    expect(await adapter.getBalance(kit, chain, FIRST)).toBe(before - 2n * SOL - FEE)
    expect(methods()).toEqual(['connect', wallet ? 'signAndSendTransaction' : 'signTransaction'])
    expect(asked.at(-1)?.[1]).toMatchObject({ chain: 'solana:localnet', account: { address: FIRST } })
  })

  it.each([0n, -1n, 2n ** 64n, undefined])('is not sent for the amount %s', async (value) => {
    const { kit, provider, chain, methods } = await setUp()
    const request = { from: FIRST, to: SECOND, chain, ...(value === undefined ? {} : { value }) }
    await expect(adapter.sendTransaction(kit, provider, request)).rejects.toThrow('amount')
    expect(methods()).toEqual(['connect'])
  })

  it('is not sent to a mistyped address, from another account or on another network than was displayed', async () => {
    const { kit, provider, chain, methods } = await setUp()
    const send = (changes: object) =>
      adapter.sendTransaction(kit, provider, { from: FIRST, to: SECOND, value: 1n, chain, ...changes })
    await expect(send({ to: `${SECOND}1` })).rejects.toThrow('not a Solana address')
    await expect(send({ from: SECOND })).rejects.toThrow('another account')
    await expect(send({ chain: devnet() })).rejects.toThrow('not on Solana Devnet')
    expect(methods()).toEqual(['connect'])
  })

  it('is not sent when the account changes while the transaction is built', async () => {
    const { kit, provider, chain, methods, change } = await setUp()
    sandbox().faults.set({ path: '/rpc/solana', kind: 'delay', ms: 300, rpc: 'getLatestBlockhash' })
    const sent = adapter.sendTransaction(kit, provider, { from: FIRST, to: SECOND, value: 1n, chain })
    setTimeout(() => change({ keys: KEYS.slice(1) }), 100)
    await expect(sent).rejects.toThrow('another account')
    sandbox().faults.clear()
    expect(methods()).toEqual(['connect'])
  })
})

describe('a send', () => {
  it('that the node rejects is not repeated', async () => {
    const { kit, provider, chain } = await setUp()
    const before = sends()
    const all = { from: FIRST, to: SECOND, value: 10_000n * SOL, chain }
    await expect(adapter.sendTransaction(kit, provider, all)).rejects.toMatchObject({ code: -32002 })
    expect(sends() - before).toBe(1)
  })

  it.each([{ kind: 'status', status: 503 } as const, { kind: 'drop' } as const])(
    'that ends with %o is not repeated, and resolves with its hash, because the node may have it',
    async (fault) => {
      const { kit, provider, chain } = await setUp()
      const told: { hash: string }[] = []
      kit.events.on('transaction', (transaction) => void told.push(transaction))
      const before = sends()
      sandbox().faults.set({ path: '/rpc/solana', rpc: 'sendTransaction', ...fault })
      const hash = await adapter.sendTransaction(kit, provider, { from: FIRST, to: SECOND, value: 1n, chain })
      sandbox().faults.clear()
      expect(base58.decode(hash)).toHaveLength(64)
      expect(told).toEqual([{ hash, caipNetworkId: chain.caipNetworkId, from: FIRST, to: '' }])
      expect(sends() - before).toBe(1)
    },
  )

  it('of an app throws the signature, because the app decides what to do next', async () => {
    const { provider } = await setUp(false)
    sandbox().faults.set({ path: '/rpc/solana', rpc: 'sendTransaction', kind: 'drop' })
    const sent = provider.signAndSendTransaction(base64.decode(transferOf(NO_HASH)))
    await expect(sent).rejects.toThrow(/did not answer: look for \w{64,88} before/)
    sandbox().faults.clear()
  })

  it('is never made to a host that the config does not name', async () => {
    const { kit, provider } = await setUp()
    kit.state.networks.solana.requestedCaipNetworks = []
    const bytes = base64.decode(transferOf(NO_HASH))
    await expect(provider.signAndSendTransaction(bytes)).rejects.toMatchObject({ code: 'HOST_REFUSED' })
  })

  it("that the visitor rejects throws the wallet's error unchanged", async () => {
    const { kit, provider, chain, switches } = await setUp()
    const before = sends()
    switches.refuse = true
    const sent = adapter.sendTransaction(kit, provider, { from: FIRST, to: SECOND, value: 1n, chain })
    await expect(sent).rejects.toMatchObject({ code: 4001 })
    expect(sends()).toBe(before)
  })
})

/** A transfer of one lamport from the first account to the second, made with web3.js. */
function transferOf(blockhash: string, more: TransactionInstruction[] = [], feePayer = payer.publicKey): string {
  const move = { fromPubkey: payer.publicKey, toPubkey: new PublicKey(SECOND), lamports: 1 }
  const transaction = new Transaction().add(SystemProgram.transfer(move), ...more)
  Object.assign(transaction, { feePayer, recentBlockhash: blockhash })
  return base64.encode(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
}

describe('a transaction from a third party', () => {
  it('is sent when it is the named transfer, with a fresh blockhash', async () => {
    const { kit, provider, chain } = await setUp()
    const before = await adapter.getBalance(kit, chain, SECOND)
    const request = { from: FIRST, to: SECOND, value: 1n, data: transferOf(NO_HASH), chain }
    expect(await adapter.estimateFee(kit, request)).toBe(FEE)
    await settle(kit, await adapter.sendTransaction(kit, provider, request))
    expect(await adapter.getBalance(kit, chain, SECOND)).toBe(before + 1n)
  })

  const other = new PublicKey(THIRD)
  const take = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other, lamports: 1 })
  const give = SystemProgram.assign({ accountPubkey: payer.publicKey, programId: TOKEN_2022 })
  const memo = new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from('memo'),
  })
  it.each<[string, { data?: string; to?: string; value?: bigint }]>([
    ['no base64', { data: 'Ä' }],
    ['no transaction', { data: 'AAAA' }],
    ['to somebody else', { to: THIRD }],
    ['of another amount', { value: 2n }],
    ['of an amount that nobody named', { value: 0n }],
    ['followed by another', { data: transferOf(NO_HASH, [take]) }],
    ['followed by the account itself', { data: transferOf(NO_HASH, [give]) }],
    ['followed by anything', { data: transferOf(NO_HASH, [memo]) }],
    ["of another's fee", { data: transferOf(NO_HASH, [], other) }],
  ])('is rejected when it is %s', async (_what, changes) => {
    const { kit, provider, chain, methods } = await setUp()
    const request = { from: FIRST, to: SECOND, value: 1n, data: transferOf(NO_HASH), chain, ...changes }
    await expect(adapter.sendTransaction(kit, provider, request)).rejects.toThrow(
      'not a transfer to the named receiver',
    )
    await expect(adapter.estimateFee(kit, request)).rejects.toThrow('not a transfer to the named receiver')
    expect(methods()).toEqual(['connect'])
  })
})

describe('tokens', () => {
  it('are sent to a new account of the receiver, and then to the same account', async () => {
    const { kit, provider, chain, connection } = await setUp()
    const { address: token } = sandbox().solana.mint
    const to = stranger()
    const transfer = { from: FIRST, to, token, amount: 2_500_000n, chain }
    const first = await adapter.buildTransfer(kit, transfer)
    expect(first).toMatchObject({ from: FIRST, to, chain })
    const rent = BigInt(await connection.getMinimumBalanceForRentExemption(165))
    expect(await adapter.estimateFee(kit, first)).toBe(FEE + rent)

    const before = await adapter.getBalance(kit, chain, FIRST)
    await settle(kit, await adapter.sendTransaction(kit, provider, first))
    expect(await adapter.getBalance(kit, chain, FIRST)).toBe(before - FEE - rent)
    expect((await adapter.getToken(kit, chain, token, to)).balance).toBe(2_500_000n)

    // The first was built before the account existed. Sent again, it creates none.
    expect(await adapter.estimateFee(kit, first)).toBe(FEE)
    const second = await adapter.buildTransfer(kit, transfer)
    expect(base64.decode(second.data ?? '').length).toBeLessThan(base64.decode(first.data ?? '').length)
    expect(await adapter.estimateFee(kit, second)).toBe(FEE)
    await settle(kit, await adapter.sendTransaction(kit, provider, second))
    expect((await adapter.getToken(kit, chain, token, to)).balance).toBe(5_000_000n)
  })

  it('are rejected before the wallet is asked when they cannot arrive', async () => {
    const { kit, chain } = await setUp()
    const { address: token } = sandbox().solana.mint
    const build = (changes: object) =>
      adapter.buildTransfer(kit, { from: FIRST, to: SECOND, token, amount: 1n, chain, ...changes })
    await expect(build({ token: SECOND })).rejects.toThrow('not a token')
    await expect(build({ token: 'token' })).rejects.toThrow('not a Solana address')
    await expect(build({ to: 'receiver' })).rejects.toThrow('not a Solana address')
    await expect(build({ amount: 0n })).rejects.toThrow('amount')
    await expect(build({ amount: 2n ** 63n })).rejects.toThrow('holds less')
    await expect(build({ to: token })).rejects.toThrow('token account')
  })

  it('are sent only to the named receiver', async () => {
    const { kit, provider, chain, methods } = await setUp()
    const { address: token } = sandbox().solana.mint
    const built = await adapter.buildTransfer(kit, { from: FIRST, to: SECOND, token, amount: 1n, chain })
    for (const changes of [{ to: THIRD }, { value: 1n }])
      await expect(adapter.sendTransaction(kit, provider, { ...built, ...changes })).rejects.toThrow('not a transfer')
    const theirs = await adapter.buildTransfer(kit, { from: SECOND, to: FIRST, token, amount: 1n, chain })
    await expect(adapter.sendTransaction(kit, provider, { ...theirs, from: FIRST, to: FIRST })).rejects.toThrow()
    expect(methods()).toEqual(['connect'])
  })

  it('of Token-2022 work the same way, and the rent of a larger account is included', async () => {
    const { kit, provider, chain, connection } = await setUp()
    const mint = Keypair.generate()
    await makeToken(connection, mint)
    const token = mint.publicKey.toBase58()
    await mintTo(connection, mint.publicKey, 1_000n)
    expect(await adapter.getToken(kit, chain, token, FIRST)).toEqual({ balance: 1_000n, decimals: 3, symbol: '' })

    const to = stranger()
    const built = await adapter.buildTransfer(kit, { from: FIRST, to, token, amount: 400n, chain })
    const before = await adapter.getBalance(kit, chain, FIRST)
    const fee = await adapter.estimateFee(kit, built)
    await settle(kit, await adapter.sendTransaction(kit, provider, built))
    expect(await adapter.getBalance(kit, chain, FIRST)).toBe(before - fee)
    expect((await adapter.getToken(kit, chain, token, to)).balance).toBe(400n)
  })
})

const instruction = (
  programId: PublicKey,
  data: Uint8Array,
  ...keys: [PublicKey, signs: boolean, written: boolean][]
) =>
  new TransactionInstruction({
    programId,
    data: Buffer.from(data),
    keys: keys.map(([pubkey, isSigner, isWritable]) => ({ pubkey, isSigner, isWritable })),
  })
const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)

/** Creates a token of Token-2022 with 3 decimals. */
async function makeToken(connection: Connection, mint: Keypair) {
  const space = 82
  const create = SystemProgram.createAccount({
    fromPubkey: payer.publicKey,
    newAccountPubkey: mint.publicKey,
    lamports: await connection.getMinimumBalanceForRentExemption(space),
    space,
    programId: TOKEN_2022,
  })
  const initialise = Uint8Array.of(20, 3, ...payer.publicKey.toBytes(), 0)
  const transaction = new Transaction().add(create, instruction(TOKEN_2022, initialise, [mint.publicKey, false, true]))
  await sendConfirmed(connection, transaction, [payer, mint])
}

async function mintTo(connection: Connection, mint: PublicKey, amount: bigint) {
  const program = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
  const seeds = [payer.publicKey.toBytes(), TOKEN_2022.toBytes(), mint.toBytes()]
  const [account] = PublicKey.findProgramAddressSync(seeds, program)
  const transaction = new Transaction().add(
    instruction(
      program,
      Uint8Array.of(1),
      [payer.publicKey, true, true],
      [account, false, true],
      [payer.publicKey, false, false],
      [mint, false, false],
      [SystemProgram.programId, false, false],
      [TOKEN_2022, false, false],
    ),
    instruction(
      TOKEN_2022,
      Uint8Array.of(7, ...u64(amount)),
      [mint, false, true],
      [account, false, true],
      [payer.publicKey, true, false],
    ),
  )
  await sendConfirmed(connection, transaction, [payer])
}

describe('a message', () => {
  it('is signed as text, by the named account', async () => {
    const { kit, provider } = await setUp()
    const message = 'Grüße 👋'
    const signature = await adapter.signMessage(kit, provider, FIRST, message)
    expect(isSignedBy(FIRST, new TextEncoder().encode(message), base58.decode(signature))).toBe(true)
    await expect(adapter.signMessage(kit, provider, SECOND, message)).rejects.toThrow('another account')
  })
})

describe('switching networks', () => {
  it('moves only the page, to a network that the wallet serves', async () => {
    const { kit, wallet } = createdFor(['solana:devnet'])
    const provider = await connected(kit, wallet)
    await expect(adapter.switchNetwork(kit, provider, mainnet())).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(await adapter.switchNetwork(kit, provider, devnet())).toBeUndefined()
  })
})
const createdFor = (chains: string[]) => ({ ...createStandardWallet({ chains }), kit: kitOf() })

describe('waiting for a transaction', () => {
  it('reports a transaction that failed on the chain', async () => {
    const { kit, provider, chain, connection } = await setUp()
    const { blockhash } = await connection.getLatestBlockhash()
    const move = { fromPubkey: payer.publicKey, toPubkey: new PublicKey(SECOND), lamports: Number(5_000n * SOL) }
    const transaction = new Transaction().add(SystemProgram.transfer(move))
    Object.assign(transaction, { feePayer: payer.publicKey, recentBlockhash: blockhash })
    const hash = await provider.signAndSendTransaction(transaction, { skipPreflight: true })
    expect(await adapter.waitForTransaction(kit, chain, hash)).toEqual({ status: 'reverted', hash })
  })

  it('ends on abort, on timeout, and when the transaction has expired', async () => {
    const { kit, chain } = await setUp()
    const hash = base58.encode(new Uint8Array(64).fill(9))
    const stop = new AbortController()
    const waiting = adapter.waitForTransaction(kit, chain, hash, stop.signal)
    setTimeout(() => stop.abort(new Error('left')), 50)
    await expect(waiting).rejects.toThrow('left')
    await expect(adapter.waitForTransaction(kit, chain, hash, undefined, 10)).rejects.toMatchObject({
      code: 'TX_WAIT_TIMEOUT',
    })
    const brief = { interval: 20, lifetime: 100 }
    await expect(waitForTransaction(kit, chain, hash, brief)).rejects.toMatchObject({ code: 'TX_NOT_FOUND' })
    await expect(adapter.waitForTransaction(kit, chain, '0x1')).rejects.toThrow('not a transaction signature')
  })

  it('continues after failed status requests', async () => {
    const { kit, provider, chain } = await setUp()
    const hash = await adapter.sendTransaction(kit, provider, { from: FIRST, to: SECOND, value: 3n, chain })
    sandbox().faults.set({ path: '/rpc/solana', rpc: 'getSignatureStatuses', kind: 'garbage', body: '{}', times: 2 })
    await settle(kit, hash)
    expect(sandbox().faults.list()).toEqual([])
  })
})

it('the adapter uses only our own provider', async () => {
  const { kit, chain } = await setUp()
  const stranger = { request: async () => null } as unknown as SolanaProvider
  const request = { from: FIRST, to: SECOND, value: 1n, chain }
  await expect(adapter.sendTransaction(kit, stranger, request)).rejects.toThrow('no Solana provider')
})
