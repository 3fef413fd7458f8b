/**
 * The accounts of the sandbox's wallet in every namespace: other libraries verify their signatures, and nothing else is
 * signed.
 */
import { createPublicKey, verify } from 'node:crypto'
import { base58, base64 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559 } from 'viem'
import { describe, expect, it } from 'vitest'
import { testAccounts } from '../../sandbox/accounts.ts'
import type { Namespace } from '../../sandbox/wallet/namespace.ts'
import { createBip122 } from '../../sandbox/wallet/namespaces/bip122.ts'
import { createEip155 } from '../../sandbox/wallet/namespaces/eip155.ts'
import { polkadot } from '../../sandbox/wallet/namespaces/polkadot.ts'
import { createSolana } from '../../sandbox/wallet/namespaces/solana.ts'
import { grant } from '../../sandbox/wallet/proposal.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const solana = createSolana()
const bip122 = createBip122()

const chains = {
  solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}

const ask = async <T>(namespace: Namespace, chainId: string, method: string, params: unknown) => {
  const exposed = namespace.addresses(chainId)
  return (await namespace.sign({ method, params, chainId, exposed })) as T
}

const ed25519Verifies = (message: Uint8Array, signature: Uint8Array, key: Uint8Array) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

describe('solana', () => {
  it('signs messages, one account each', async () => {
    for (const pubkey of solana.addresses(chains.solana)) {
      const message = Buffer.from(`hello from ${pubkey}`)
      const params = { message: base58.encode(message), pubkey }
      const { signature } = await ask<{ signature: string }>(solana, chains.solana, 'solana_signMessage', params)
      expect(ed25519Verifies(message, base58.decode(signature), base58.decode(pubkey))).toBe(true)
    }
  })

  it('signs a transaction that needs it, for the account that is named', async () => {
    const [address = '', second = ''] = solana.addresses(chains.solana)
    const [payer, to] = [new PublicKey(address), new PublicKey(second)]
    const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 1 })]
    const legacy = new TransactionMessage({ payerKey: payer, recentBlockhash: second, instructions })
    const unsigned = new VersionedTransaction(legacy.compileToLegacyMessage())
    const params = { transaction: base64.encode(unsigned.serialize()), pubkey: address }
    type Signed = { signature: string; transaction: string }
    const signed = await ask<Signed>(solana, chains.solana, 'solana_signTransaction', params)
    const [signature] = VersionedTransaction.deserialize(base64.decode(signed.transaction)).signatures
    expect(base58.encode(signature ?? new Uint8Array())).toBe(signed.signature)
    expect(ed25519Verifies(unsigned.message.serialize(), base58.decode(signed.signature), payer.toBytes())).toBe(true)
    const refused = (changed: object) =>
      expect(ask(solana, chains.solana, 'solana_signTransaction', { ...params, ...changed })).rejects
    await refused({ pubkey: second }).toMatchObject({ code: -32602 })
    await refused({ transaction: base64.encode(unsigned.serialize().subarray(0, 3)) }).toMatchObject({ code: -32602 })
  })
})

describe('solana on the sandbox', () => {
  const reach = () => createSolana(sandbox().solana.rpcUrl)
  const chain = () => sandbox().solana.caipNetworkId
  const [from = '', other = ''] = solana.addresses(chains.solana)

  /** A transfer that the wallet has to sign. */
  async function transfer(connection: Connection, lamports: number, to: PublicKey) {
    const { blockhash } = await connection.getLatestBlockhash()
    const payer = new PublicKey(from)
    const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports })]
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
    return base64.encode(new VersionedTransaction(message.compileToV0Message()).serialize())
  }

  it('sends what it signed, and the balance moves', async () => {
    const connection = new Connection(sandbox().solana.rpcUrl, 'confirmed')
    const to = Keypair.generate().publicKey
    const transaction = await transfer(connection, 2_500_000, to)
    const params = { transaction, sendOptions: { preflightCommitment: 'confirmed', skipPreflight: false } }
    const { signature } = await ask<{ signature: string }>(reach(), chain(), 'solana_signAndSendTransaction', params)
    expect(await connection.getBalance(to)).toBe(2_500_000)
    const read = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(read?.transaction.message.staticAccountKeys[0]?.toBase58()).toBe(from)
  })

  it("answers the chain's own error, and sends on no other chain", async () => {
    const connection = new Connection(sandbox().solana.rpcUrl, 'confirmed')
    const transaction = await transfer(connection, 10 ** 14, new PublicKey(other))
    const sent = (chainId: string) => ask(reach(), chainId, 'solana_signAndSendTransaction', { transaction })
    await expect(sent(chain())).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining('custom program error: 0x1') as string,
    })
    await expect(sent(chains.solana)).rejects.toMatchObject({ code: 4902 })
    await expect(ask(solana, chain(), 'solana_signAndSendTransaction', { transaction })).rejects.toMatchObject({
      code: 4902,
    })
  })

  it('signs several at once, and tells its accounts', async () => {
    const connection = new Connection(sandbox().solana.rpcUrl, 'confirmed')
    const to = Keypair.generate().publicKey
    const list = [await transfer(connection, 1_000_000, to), await transfer(connection, 2_000_000, to)]
    const params = { transactions: list }
    const signed = await ask<{ transactions: string[] }>(reach(), chain(), 'solana_signAllTransactions', params)
    for (const each of signed.transactions) await connection.sendRawTransaction(base64.decode(each))
    expect(await connection.getBalance(to)).toBe(3_000_000)
    for (const method of ['solana_getAccounts', 'solana_requestAccounts']) {
      const listed = await ask<{ pubkey: string }[]>(reach(), chain(), method, {})
      expect(listed.map(({ pubkey }) => pubkey)).toEqual(sandbox().solana.accounts.map(({ address }) => address))
    }
  })
})

describe('eip155', () => {
  const typed = (code: unknown) => ({
    types: { T: [{ name: 'code', type: 'string' }] },
    primaryType: 'T',
    message: { code },
  })
  const wallet = () => createEip155(sandbox().chains, [testAccounts[0]?.privateKey ?? '0x'])

  it('signs a transaction without sending it', async () => {
    const [from] = wallet().addresses('eip155:31337')
    const transaction = { from, to: testAccounts[5]?.address, value: '0x3', data: '0x' }
    const raw = await ask<TransactionSerializedEIP1559>(wallet(), 'eip155:31337', 'eth_signTransaction', [transaction])
    expect(parseTransaction(raw)).toMatchObject({ chainId: 31337, value: 3n })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(from)
  })

  it.each([
    ['eth_sendTransaction', [{ from: testAccounts[0]?.address, to: 'nowhere' }], -32602],
    ['eth_sendTransaction', [{ from: testAccounts[1]?.address }], 4100],
    ['eth_signTypedData_v4', [testAccounts[0]?.address, '{no json'], -32602],
    // It would be signed as the text "ALL".
    ['eth_signTypedData_v4', [testAccounts[0]?.address, typed(4279372)], -32602],
    ['wallet_switchEthereumChain', [{ chainId: '0x1' }], 4902],
    ['wallet_addEthereumChain', [{ chainId: '0x5', rpcUrls: ['https://rpc.example'] }], -32602],
    ['eth_sign', [testAccounts[0]?.address, '0x00'], 4200],
  ])('refuses %s %j with %i', async (method, params, code) => {
    await expect(ask(wallet(), 'eip155:31337', method, params)).rejects.toMatchObject({ code })
  })

  it('adds a chain of this machine, and has it from then on', async () => {
    const mine = wallet()
    expect(mine.serves('eip155:5')).toBe(false)
    const added = { chainId: '0x5', chainName: 'Five', rpcUrls: ['http://127.0.0.1:1'] }
    expect(await ask(mine, 'eip155:31337', 'wallet_addEthereumChain', [added])).toBeNull()
    expect(mine.serves('eip155:5')).toBe(true)
  })
})

describe('what a session is granted', () => {
  const namespaces = () => [
    createEip155(
      sandbox().chains,
      testAccounts.slice(0, 2).map((each) => each.privateKey),
    ),
    solana,
    bip122,
    polkadot,
  ]
  const wanted = (chain: string, method: string) => ({ chains: [chain], methods: [method], events: [] })

  it('is all four namespaces at once, with as many accounts as are shown', () => {
    const optional = {
      eip155: { ...wanted('eip155:31337', 'personal_sign'), chains: ['eip155:1', 'eip155:31337'] },
      'eip155:31338': { methods: ['eth_sendTransaction'], events: ['chainChanged'] },
      solana: wanted(chains.solana, 'solana_signMessage'),
      bip122: wanted(chains.bip122, 'signMessage'),
      polkadot: wanted(chains.polkadot, 'polkadot_signMessage'),
    }
    const granted = grant({}, optional, namespaces(), 2)
    expect(Object.keys(granted)).toEqual(['eip155', 'solana', 'bip122', 'polkadot'])
    expect(granted['eip155']).toMatchObject({
      chains: ['eip155:31337', 'eip155:31338'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged'],
    })
    for (const { chains, accounts } of Object.values(granted)) expect(accounts).toHaveLength(2 * chains.length)
  })

  it.each([
    [{ eip155: wanted('eip155:1', 'personal_sign') }, 5100],
    [{ eip155: wanted('eip155:31337', 'eth_sign') }, 5101],
    [{ eip155: { ...wanted('eip155:31337', 'personal_sign'), events: ['weather'] } }, 5102],
    [{ solana: wanted(chains.solana, 'solana_signWeather') }, 5101],
    [{ sui: wanted('sui:devnet', 'sui_signPersonalMessage') }, 5104],
    [{}, 5100],
  ])('is nothing when %j is required (%i)', (required, code) => {
    let thrown: unknown
    try {
      grant(required, {}, namespaces(), 1)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ code })
  })
})
