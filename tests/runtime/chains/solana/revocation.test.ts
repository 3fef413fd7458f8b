/** Taking allowances of delegates back: the real token programs, a wallet with real keys. */
import { Connection, Keypair, PublicKey, Transaction } from '@solana/web3.js'
import { base64 } from '@scure/base'
import { expect, it } from 'vitest'
import adapterModule from '../../../../runtime/chains/solana/adapter.ts'
import { readTransaction } from '../../../../runtime/chains/solana/readTransaction.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { accountOf, approval, issue, send, stranger, TOKEN, TOKEN_2022, U64_MAX } from '../../../support/splTokens.ts'
import { connected, kitOf, local } from './kit.ts'
import { NO_HASH } from './transactions.ts'
import { createStandardWallet, FIRST, KEYS, SECOND } from './wallet.ts'

const sandbox = useSandbox()
const adapter = adapterModule as Required<typeof adapterModule>
const [payer = Keypair.generate()] = KEYS

async function setUp() {
  const { rpcUrl, wsUrl } = sandbox().solana
  const made = createStandardWallet({ rpcUrl })
  const kit = kitOf([local(rpcUrl)])
  const provider = await connected(kit, made.wallet)
  const connection = new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
  return { ...made, kit, provider, chain: local(rpcUrl), connection }
}
const delegateOf = async (connection: Connection, account: PublicKey) => {
  const { value } = await connection.getParsedAccountInfo(account)
  const data = value?.data
  if (!data || !('parsed' in data)) throw new Error('No token account')
  const { info } = data.parsed as { info: { delegate?: string; delegatedAmount?: { amount: string } } }
  return [info.delegate, info.delegatedAmount?.amount]
}

it('one transaction takes the allowances of both token programs back, and moves nothing', async () => {
  const { kit, provider, chain, connection, methods } = await setUp()
  const [old, young] = [await issue(connection, payer, TOKEN, 500n), await issue(connection, payer, TOKEN_2022, 700n)]
  const [one, two] = [stranger(), stranger()]
  await send(
    connection,
    payer,
    approval(old.account, payer.publicKey, one, U64_MAX),
    approval(young.account, payer.publicKey, two, 200n, TOKEN_2022),
  )
  expect(await delegateOf(connection, old.account)).toEqual([one.toBase58(), String(U64_MAX)])
  expect(await delegateOf(connection, young.account)).toEqual([two.toBase58(), '200'])

  const accounts = [
    { address: old.account.toBase58(), program: TOKEN.toBase58() },
    { address: young.account.toBase58(), program: TOKEN_2022.toBase58() },
  ]
  const built = await adapter.buildRevocation(kit, { from: FIRST, accounts, chain })
  expect(built).toMatchObject({ from: FIRST, to: FIRST, chain })
  expect(await adapter.estimateFee(kit, built)).toBe(5_000n)
  expect(await adapter.simulate(kit, built)).toMatchObject({ status: 'success', changes: [], allowances: [] })
  const hash = await adapter.sendTransaction(kit, provider, built)
  expect(await adapter.waitForTransaction(kit, chain, hash)).toEqual({ status: 'success', hash })
  expect(methods().filter((each) => each === 'signAndSendTransaction')).toHaveLength(1)
  expect(await delegateOf(connection, old.account)).toEqual([undefined, undefined])
  expect(await delegateOf(connection, young.account)).toEqual([undefined, undefined])
  const held = await connection.getTokenAccountBalance(old.account)
  expect(held.value.amount).toBe('500')
})

it('twenty fit into one transaction with room for a wallet’s own instructions, and too many are refused', async () => {
  const { kit, chain } = await setUp()
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ address: stranger().toBase58(), program: TOKEN.toBase58() }))
  const build = (accounts: { address: string; program: string }[]) =>
    adapter.buildRevocation(kit, { from: FIRST, accounts, chain })
  const { data = '' } = await build(many(20))
  expect(base64.decode(data).length).toBeLessThan(1_232 - 200)
  expect(readTransaction(data)?.steps).toHaveLength(20)
  await expect(build(many(40))).rejects.toThrow('40 token accounts do not fit into one transaction')
  await expect(build([])).rejects.toThrow('name at least one in accounts')
  await expect(build([{ address: SECOND, program: SECOND }])).rejects.toThrow('is not a token program')
  await expect(build([{ address: 'account', program: TOKEN.toBase58() }])).rejects.toThrow('not a Solana address')
})

it('a transaction that does more than that is refused before the wallet is asked', async () => {
  const { kit, provider, chain, methods } = await setUp()
  const account = accountOf(payer.publicKey, new PublicKey(sandbox().solana.mint.address))
  const revoke = await adapter.buildRevocation(kit, {
    from: FIRST,
    accounts: [{ address: account.toBase58(), program: TOKEN.toBase58() }],
    chain,
  })
  const { instructions } = Transaction.from(base64.decode(revoke.data ?? ''))
  const more = new Transaction().add(...instructions, approval(account, payer.publicKey, stranger(), 1n))
  Object.assign(more, { feePayer: payer.publicKey, recentBlockhash: NO_HASH })
  const bytes = more.serialize({ requireAllSignatures: false, verifySignatures: false })
  for (const changes of [{ data: base64.encode(bytes) }, { to: SECOND }, { value: 1n }])
    await expect(adapter.sendTransaction(kit, provider, { ...revoke, ...changes })).rejects.toThrow('not a transfer')
  expect(methods()).toEqual(['connect'])
})

it('is read as harmless, because it sends nothing away', async () => {
  const { kit, chain } = await setUp()
  const accounts = [{ address: SECOND, program: TOKEN.toBase58() }]
  const { data = '' } = await adapter.buildRevocation(kit, { from: FIRST, accounts, chain })
  expect(readTransaction(data)?.steps).toEqual([{ program: TOKEN.toBase58(), isHarmless: true }])
})
