/** The wallet's accounts on every namespace: what they sign verifies by somebody else's code, and nothing else is signed. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import { base58, base64, bech32 } from '@scure/base'
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559 } from 'viem'
import { describe, expect, it } from 'vitest'
import { testAccounts } from '../../../cli/sandbox/accounts.ts'
import type { Namespace } from '../../../cli/sandbox/wallet/namespace.ts'
import { bip122 } from '../../../cli/sandbox/wallet/namespaces/bip122.ts'
import { createEip155 } from '../../../cli/sandbox/wallet/namespaces/eip155.ts'
import { polkadot } from '../../../cli/sandbox/wallet/namespaces/polkadot.ts'
import { solana } from '../../../cli/sandbox/wallet/namespaces/solana.ts'
import { grant } from '../../../cli/sandbox/wallet/proposal.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

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
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

describe('solana', () => {
  it('signs messages, one account each', async () => {
    for (const pubkey of solana.addresses(chains.solana)) {
      const message = Buffer.from(`hello from ${pubkey}`)
      const params = { message: base58.encode(message), pubkey }
      const { signature } = await ask<{ signature: string }>(solana, chains.solana, 'solana_signMessage', params)
      expect(ed25519Verifies(message, base58.decode(signature), base58.decode(pubkey))).toBe(true)
    }
  })

  it.each([
    ['legacy', []],
    ['version 0', [128]],
  ])('signs a %s transaction in its own place and keeps the other signature', async (_name, prefix) => {
    const [address = '', second = ''] = solana.addresses(chains.solana)
    const stranger = Buffer.alloc(32, 9)
    const keys = [stranger, base58.decode(address), Buffer.alloc(32, 3)]
    const message = Buffer.from([
      ...prefix,
      2,
      0,
      1,
      keys.length,
      ...keys.flatMap((key) => [...key]),
      ...Buffer.alloc(32, 7),
      0,
    ])
    const other = Buffer.alloc(64, 5)
    const unsigned = Buffer.concat([Buffer.from([2]), other, Buffer.alloc(64), message])
    const params = { transaction: base64.encode(unsigned), pubkey: address }
    const signed = await ask<{ signature: string; transaction: string }>(
      solana,
      chains.solana,
      'solana_signTransaction',
      params,
    )
    const bytes = base64.decode(signed.transaction)
    expect(Buffer.from(bytes.subarray(1, 65))).toEqual(other)
    expect(base58.encode(bytes.subarray(65, 129))).toBe(signed.signature)
    expect(ed25519Verifies(message, bytes.subarray(65, 129), base58.decode(address))).toBe(true)
    const notMine = ask(solana, chains.solana, 'solana_signTransaction', { ...params, pubkey: second })
    await expect(notMine).rejects.toMatchObject({ code: -32602 })
    const short = { transaction: base64.encode(unsigned.subarray(0, 3)), pubkey: address }
    await expect(ask(solana, chains.solana, 'solana_signTransaction', short)).rejects.toMatchObject({ code: -32602 })
  })
})

describe('bip122', () => {
  it.each([
    ['bip122:000000000019d6689c085ae165831e93', 'bc'],
    ['bip122:000000000933ea01ad0ee984209779ba', 'tb'],
  ])('signs a message on %s from which the address (%s1…) is recovered', async (chain, start) => {
    const [address = ''] = bip122.addresses(chain)
    const message = 'long enough to need no more than a byte'
    const signed = await ask<{ signature: string; address: string }>(bip122, chain, 'signMessage', {
      account: address,
      message,
    })
    const bytes = Buffer.from(signed.signature, 'hex')
    const digest = sha256(
      sha256(Buffer.from(`\x18Bitcoin Signed Message:\n${String.fromCharCode(message.length)}${message}`)),
    )
    const signature = secp256k1.Signature.fromCompact(bytes.subarray(1)).addRecoveryBit((bytes[0] ?? 0) - 39)
    const key = signature.recoverPublicKey(digest).toRawBytes(true)
    const hash = createHash('ripemd160').update(sha256(key)).digest()
    expect(bech32.encode(start, [0, ...bech32.toWords(hash)])).toBe(address)
    const bip322 = { account: address, message, protocol: 'bip322' }
    await expect(ask(bip122, chain, 'signMessage', bip322)).rejects.toMatchObject({ code: -32602 })
  })

  it('lists its addresses', async () => {
    const [account = ''] = bip122.addresses(chains.bip122)
    const listed = await ask<{ address: string; publicKey: string }[]>(bip122, chains.bip122, 'getAccountAddresses', {
      account,
    })
    expect(listed.map(({ address }) => address)).toEqual(bip122.addresses(chains.bip122))
    expect(listed[0]?.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
  })
})

describe('polkadot', () => {
  it('has well-formed addresses and signs messages', async () => {
    const [address = ''] = polkadot.addresses(chains.polkadot)
    const bytes = base58.decode(address)
    expect([bytes.length, bytes[0]]).toEqual([35, 0])
    const check = createHash('blake2b512').update('SS58PRE').update(bytes.subarray(0, 33)).digest()
    expect(Buffer.from(bytes.subarray(33))).toEqual(check.subarray(0, 2))
    const params = { address, message: 'hello' }
    const { signature } = await ask<{ signature: string }>(polkadot, chains.polkadot, 'polkadot_signMessage', params)
    const signed = Buffer.from(signature.slice(2), 'hex')
    expect(ed25519Verifies(Buffer.from('hello'), signed, bytes.subarray(1, 33))).toBe(true)
  })
})

describe('eip155', () => {
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
    [{ solana: wanted(chains.solana, 'solana_signAndSendTransaction') }, 5101],
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
