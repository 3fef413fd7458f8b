/** Requests of a page to the wallet of a login: signatures are valid, and transactions are mined. */
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { base58 } from '@scure/base'
import { ed25519 } from '@noble/curves/ed25519'
import {
  createPublicClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  numberToHex,
  parseEther,
  toHex,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { tokenOf } from '../chain.ts'
import { openBrowser, someEmail, type Browser } from './browser.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().login.clear())

let browser: Browser
let eoa: Hex
let smart: Hex
beforeAll(async () => {
  browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  const { accounts } = await browser.user()
  eoa = accounts.find(({ type }) => type === 'eoa')?.address ?? '0x'
  smart = accounts.find(({ type }) => type === 'smartAccount')?.address ?? '0x'
})

const client = () => {
  const rpcUrls = { default: { http: [sandbox().chains[0]?.rpcUrl ?? ''] } }
  const chain = defineChain({
    id: 31337,
    name: 'Sandbox',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls,
  })
  return createPublicClient({ chain, transport: http(), pollingInterval: 20 })
}
const refusal = async (method: string, params?: unknown, chainId: unknown = 31337) =>
  (await browser.ask('RPC_REQUEST', { method, params, chainId }, chainId)).message ?? ''
const mail = {
  domain: { name: 'Test', version: '1', chainId: 31337 },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'count', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', count: '7' },
} as const

describe('a person', () => {
  it('has two accounts on EVM chains, the smart one first, with 1 ETH each; and one on Solana with 1 SOL', async () => {
    const user = await browser.user()
    expect(user).toMatchObject({ address: smart, chainId: 31337, preferredAccountType: 'smartAccount' })
    expect(smart).not.toBe(eoa)
    const { accounts: elsewhere } = await browser.user('eip155:31338')
    expect(elsewhere.map(({ address }) => address)).toEqual([eoa, smart])
    const fresh = await openBrowser(sandbox())
    await fresh.login(someEmail())
    for (const { address } of (await fresh.user()).accounts)
      expect(await client().getBalance({ address })).toBe(parseEther('1'))
    const { address, preferredAccountType } = await browser.user(sandbox().solana.caipNetworkId)
    expect(preferredAccountType).toBe('eoa')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] })
    const answer = await fetch(sandbox().solana.rpcUrl, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ result: { value: 1_000_000_000 } })
  })

  it('chooses which account acts', async () => {
    expect(await browser.must('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({
      smartAccountEnabledNetworks: [31337, 31338],
    })
    expect(await browser.must('INIT_SMART_ACCOUNT')).toMatchObject({ address: smart })
    expect(await browser.must('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toEqual({ type: 'eoa', address: eoa })
    expect(await browser.user()).toMatchObject({ address: eoa, preferredAccountType: 'eoa' })
    expect(await browser.must('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toEqual({
      type: 'smartAccount',
      address: smart,
    })
    expect((await browser.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }, 1)).message).toContain(
      'no smart accounts',
    )
    // A page asks for the key's own account on Solana, where there is no other: that is no choice for EVM networks.
    const { caipNetworkId: chainId } = sandbox().solana
    await browser.must('GET_USER', { chainId, preferredAccountType: 'eoa' })
    expect(await browser.user()).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
    // On a network without smart accounts, the account is the key's own.
    expect(await browser.user(1)).toMatchObject({ address: eoa, accounts: [{ type: 'eoa' }] })
  })
})

describe.each(['eoa', 'smartAccount'] as const)('the %s', (type) => {
  const address = () => (type === 'eoa' ? eoa : smart)

  it('signs messages and typed data that verify', async () => {
    const message = 'Hello, world'
    const signature = await browser.rpc<Hex>('personal_sign', [toHex(message), address()])
    expect(await client().verifyMessage({ address: address(), message, signature })).toBe(true)
    expect(await client().verifyMessage({ address: address(), message: 'Else', signature })).toBe(false)
    for (const data of [mail, JSON.stringify(mail)]) {
      const signed = await browser.rpc<Hex>('eth_signTypedData_v4', [address(), data])
      const typed = { ...mail, message: { ...mail.message, count: 7n } }
      expect(await client().verifyTypedData({ address: address(), ...typed, signature: signed })).toBe(true)
    }
  })

  it('signs the bytes that the frame shows for an odd number of hex digits', async () => {
    const signature = await browser.rpc<Hex>('personal_sign', ['0xa62', address()])
    expect(await client().verifyMessage({ address: address(), message: { raw: '0x0a62' }, signature })).toBe(true)
  })

  it('sends a transaction that is mined', async () => {
    const to = privateKeyToAccount(generatePrivateKey()).address
    const hash = await browser.rpc<Hex>('eth_sendTransaction', [{ from: address(), to, value: numberToHex(5n) }])
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect((await client().waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client().getBalance({ address: to })).toBe(5n)
  })
})

describe('a batch', () => {
  const calls = (...to: Hex[]) => to.map((each) => ({ to: each, value: '0x1' }))
  const someone = () => privateKeyToAccount(generatePrivateKey()).address

  it('is one user operation of the smart account, and its status says so', async () => {
    const [one, two] = [someone(), someone()]
    const { id } = await browser.rpc<{ id: string }>('wallet_sendCalls', [
      { version: '2.0.0', chainId: '0x7a69', from: smart, atomicRequired: true, calls: calls(one, two) },
    ])
    const status = await browser.rpc<{ receipts: { transactionHash: Hex }[] }>('wallet_getCallsStatus', [id])
    expect(status).toMatchObject({ id, version: '2.0.0', chainId: '0x7a69', status: 200, atomic: true })
    expect(status.receipts).toHaveLength(1)
    for (const address of [one, two]) expect(await client().getBalance({ address })).toBe(1n)
    const other = await openBrowser(sandbox())
    await other.login(someEmail())
    expect((await other.ask('RPC_REQUEST', { method: 'wallet_getCallsStatus', params: [id] })).message).toContain(
      'no batch',
    )
  })

  it('of several calls is refused by the key alone, unless one after the other will do', async () => {
    const batch = { version: '2.0.0', chainId: '0x7a69', from: eoa, calls: calls(someone(), someone()) }
    expect(await refusal('wallet_sendCalls', [batch])).toContain('cannot make several calls at once')
    const { id } = await browser.rpc<{ id: string }>('wallet_sendCalls', [{ ...batch, atomicRequired: false }])
    // The batch is pending until the last block is made.
    const status = () => browser.rpc<{ receipts: unknown[] }>('wallet_getCallsStatus', [id])
    await expect.poll(status).toMatchObject({ status: 200, atomic: false })
    expect((await status()).receipts).toHaveLength(2)
  })

  it('is refused without calls, with a capability that nobody knows, and twice under one id', async () => {
    expect(await refusal('wallet_sendCalls', [{ calls: [] }])).toContain('1 to 50 calls')
    const odd = { from: smart, calls: calls(someone()), capabilities: { paymasterService: { url: 'x' } } }
    expect(await refusal('wallet_sendCalls', [odd])).toContain('paymasterService is not supported')
    const own = { from: smart, calls: calls(someone()), id: 'mine' }
    await browser.rpc('wallet_sendCalls', [own])
    expect(await refusal('wallet_sendCalls', [own])).toContain('There is a batch with this id')
  })
})

describe('the wallet methods', () => {
  it('tell what each account can do, by chain', async () => {
    const ofSmart = await browser.rpc<Record<string, object>>('wallet_getCapabilities', [smart])
    expect(Object.keys(ofSmart)).toEqual(['0x7a69', '0x7a6a'])
    expect(ofSmart['0x7a69']).toMatchObject({
      atomic: { status: 'supported' },
      permissions: { signerTypes: ['key', 'keys', 'account'] },
    })
    expect(await browser.rpc('wallet_getCapabilities', [eoa, ['0x7a69']])).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
    })
  })

  it('tell what an account holds, exactly, and of nobody else', async () => {
    const { address: token } = tokenOf(sandbox(), 'USDC', 31337)
    const key = sandbox().accounts[0]?.privateKey ?? '0x'
    const { chainClients } = await import('../chain.ts')
    await chainClients(sandbox(), 31337, key).write(tokenOf(sandbox(), 'USDC', 31337), 'transfer', [eoa, 1_234_567n])
    const held = await browser.rpc<Record<string, { address: string; balance: Hex }[]>>('wallet_getAssets', [
      { account: eoa, chainFilter: ['0x7a69'] },
    ])
    expect(Object.keys(held)).toEqual(['0x7a69'])
    expect(held['0x7a69']?.[0]).toMatchObject({ address: 'native', type: 'native' })
    expect(held['0x7a69']?.find(({ address }) => address === token)).toMatchObject({
      balance: toHex(1_234_567n),
      type: 'erc20',
    })
    expect(await refusal('wallet_getAssets', [{ account: sandbox().accounts[0]?.address }])).toContain('has no account')
  })

  it('grant a session key that acts within its limits, until it is revoked', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    const token = tokenOf(sandbox(), 'DAI', 31337).address
    const expiry = Math.floor(Date.now() / 1000) + 3600
    const permissions = [{ type: 'contract-call', data: { address: token, functions: [] } }]
    const signer = { type: 'account', data: { id: key.address } }
    const granted = await browser.rpc<{ permissionsContext: Hex; address: Hex }>('wallet_grantPermissions', [
      { chainId: '0x7a69', expiry, signer, permissions },
    ])
    expect(granted.address).toBe(smart)
    // The figure that the frame shows before it is granted.
    const [held] = await sandbox().smartAccounts.sessions(31337, smart)
    expect(held).toMatchObject({ key: key.address, feesLeft: parseEther('0.05') })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [eoa, 1n] })
    const act = (to: Hex) => sandbox().smartAccounts.sendCallsWith(31337, key, smart, [{ to, data }])
    expect((await (await act(token)).wait()).success).toBe(true)
    await expect(act(tokenOf(sandbox(), 'USDC', 31337).address)).rejects.toThrow('AA24')
    await browser.rpc('wallet_revokePermissions', [{ permissionsContext: granted.permissionsContext }])
    await expect(act(token)).rejects.toThrow('AA24')
  })

  it('refuse a permission without an end, for anything, or for good', async () => {
    const signer = { type: 'account', data: { id: eoa } }
    const contract = { type: 'contract-call', data: { address: smart } }
    const ask = (expiry: number, permissions: object[]) =>
      refusal('wallet_grantPermissions', [{ expiry, signer, permissions }])
    expect(await ask(0, [contract])).toContain('has to end')
    expect(await ask(2 ** 40, [])).toContain('name the contracts')
    expect(await ask(2 ** 40, [{ type: 'everything', data: {} }])).toContain('everything is not supported')
  })
})

describe('reads', () => {
  it('go to the chain; what is not listed is refused by its exact name', async () => {
    expect(await browser.rpc('eth_chainId', [])).toBe('0x7a69')
    expect(BigInt(await browser.rpc<Hex>('eth_getBalance', [eoa, 'latest']))).toBeGreaterThan(0n)
    expect(await browser.rpc('eth_accounts', [])).toEqual([smart])
    expect(await browser.rpc('eth_supportedEntryPoints', [])).toEqual([sandbox().smartAccounts.entryPoint])
    for (const method of [
      'foo_bar',
      'PERSONAL_SIGN',
      ' personal_sign',
      'anvil_setBalance',
      'eth_sign',
      'реrsonal_sign',
    ])
      expect(await refusal(method, [])).toBe('Requested RPC call is not allowed')
  })

  it('and signatures of other people’s accounts are refused', async () => {
    const theirs = sandbox().accounts[0]?.address
    expect(await refusal('personal_sign', ['0x00', theirs])).toContain('This login has no account')
    expect(await refusal('eth_sendTransaction', [{ from: theirs, to: eoa, value: '0x1' }])).toContain('has no account')
    expect(await refusal('eth_sendTransaction', [{ from: eoa, to: eoa, value: '0x1' }], 1)).toContain(
      'has no network eip155:1',
    )
    const nobody = await openBrowser(sandbox())
    expect(await nobody.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x00', eoa] })).toMatchObject({
      status: 401,
    })
  })
})

describe('on Solana', () => {
  const chain = () => sandbox().solana.caipNetworkId
  const transfer = async (from: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] })
    const answer = (await (await fetch(sandbox().solana.rpcUrl, { method: 'POST', body })).json()) as {
      result: { value: { blockhash: string } }
    }
    const fromPubkey = new PublicKey(from)
    const transaction = new Transaction({ feePayer: fromPubkey, recentBlockhash: answer.result.value.blockhash })
    const to = Keypair.generate().publicKey
    transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey: to, lamports: 1_000_000 }))
    return transaction.serialize({ requireAllSignatures: false })
  }

  it('signs messages and transactions, in base58 and base64, and sends', async () => {
    const { address } = await browser.user(chain())
    const bytes = new TextEncoder().encode('Hello, Solana')
    const message = { message: base58.encode(bytes), pubkey: address }
    const { signature } = await browser.rpc<{ signature: string }>('solana_signMessage', message, chain())
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(address))).toBe(true)

    for (const coding of ['base64', 'base58'] as const) {
      const wire = await transfer(address)
      const transaction = coding === 'base64' ? wire.toString('base64') : base58.encode(wire)
      const signed = await browser.rpc<{ transaction: string }>(
        'solana_signTransaction',
        { transaction, pubkey: address },
        chain(),
      )
      expect(Transaction.from(Buffer.from(signed.transaction, 'base64')).verifySignatures()).toBe(true)
    }
    const list = [await transfer(address), await transfer(address)].map((wire) => wire.toString('base64'))
    const all = await browser.rpc<{ transactions: string[] }>(
      'solana_signAllTransactions',
      { transactions: list },
      chain(),
    )
    for (const each of all.transactions)
      expect(Transaction.from(Buffer.from(each, 'base64')).verifySignatures()).toBe(true)
    const transaction = (await transfer(address)).toString('base64')
    const sent = await browser.rpc<{ signature: string }>(
      'solana_signAndSendTransaction',
      { transaction, options: { skipPreflight: false } },
      chain(),
    )
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params: [[sent.signature]] })
    const answer = await fetch(sandbox().solana.rpcUrl, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ result: { value: [{ err: null }] } })
  })

  it('refuses other accounts, other chains, and what is no transaction', async () => {
    const theirs = sandbox().solana.accounts[0]?.address ?? ''
    expect(await refusal('solana_signMessage', { message: 'a', pubkey: theirs }, chain())).toContain('has no account')
    expect(await refusal('solana_signTransaction', { transaction: 'AAAA' }, chain())).toContain('not well encoded')
    expect(await refusal('personal_sign', ['0x00', eoa], chain())).toContain('is not for solana')
    const foreign = (await transfer(theirs)).toString('base64')
    expect(await refusal('solana_signTransaction', { transaction: foreign }, chain())).toContain('not a signer')
  })
})
