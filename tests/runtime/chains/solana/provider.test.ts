import { base58, base64 } from '@scure/base'
import { Keypair, PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import { afterEach, describe, expect, it } from 'vitest'
import { disconnect } from '../../../../runtime/actions/disconnect.ts'
import { switchNetwork } from '../../../../runtime/actions/switchNetwork.ts'
import { toProvider, type SolanaProvider } from '../../../../runtime/chains/solana/provider.ts'
import type { Kit } from '../../../../runtime/contracts/kit.ts'
import { connected, devnet, isSignedBy, kitOf, mainnet } from './kit.ts'
import { legacy, together, versioned } from './transactions.ts'
import { createStandardWallet, FIRST, KEYS, SECOND, THIRD } from './wallet.ts'

const kits: Kit[] = []
afterEach(() => kits.splice(0).forEach(({ teardown }) => teardown.splice(0).forEach((stop) => stop())))
const setUp = async (options: Parameters<typeof createStandardWallet>[0] = {}) => {
  const [made, kit] = [createStandardWallet(options), kitOf()]
  kits.push(kit)
  return { ...made, kit, provider: await connected(kit, made.wallet) }
}
const text = new TextEncoder().encode('Good morning')

describe('the account', () => {
  it('is the active one, as text and as a key for web3.js', async () => {
    const { provider } = await setUp()
    expect(provider.address).toBe(FIRST)
    expect(await provider.getAccounts()).toEqual([FIRST, SECOND])
    const key = new PublicKey(provider.publicKey?.toBytes() ?? '')
    expect(key.toBase58()).toBe(FIRST)
    expect(provider.publicKey?.equals(key)).toBe(true)
    expect(provider.publicKey?.equals(new PublicKey(SECOND))).toBe(false)
    expect([`${String(provider.publicKey)}`, JSON.stringify(provider.publicKey)]).toEqual([FIRST, `"${FIRST}"`])
  })

  it('signs messages with 64 bytes that Node verifies', async () => {
    const { provider, asked } = await setUp()
    const signature = await provider.signMessage(text)
    expect(signature).toHaveLength(64)
    expect(isSignedBy(FIRST, text, signature)).toBe(true)
    expect(isSignedBy(SECOND, text, signature)).toBe(false)
    expect(asked.at(-1)).toMatchObject(['signMessage', { account: { address: FIRST }, message: text }])
    await expect(provider.signMessage('text' as never)).rejects.toThrow('bytes')
  })

  it('changes with the wallet, and the new one signs', async () => {
    const { provider, change } = await setUp()
    change({ keys: KEYS.slice(1) })
    expect([provider.address, provider.publicKey?.toBase58()]).toEqual([SECOND, SECOND])
    expect(isSignedBy(SECOND, text, await provider.signMessage(text))).toBe(true)
  })
})

/** The message of a signed transaction, and the signature of signer number `at`. */
const read = (wire: Uint8Array, at = 0) => {
  const { message, signatures } = VersionedTransaction.deserialize(wire)
  return [message.serialize(), signatures[at] ?? new Uint8Array()] as const
}

describe('a transaction', () => {
  it('of web3.js is returned signed, in its own class', async () => {
    const { provider } = await setUp()
    const [old, next] = [legacy(FIRST, THIRD), versioned(FIRST, THIRD)]
    const [signedOld, signedNext] = [await provider.signTransaction(old), await provider.signTransaction(next)]
    expect(signedOld).toBeInstanceOf(Transaction)
    expect(signedOld.verifySignatures()).toBe(true)
    expect(signedNext).toBeInstanceOf(VersionedTransaction)
    expect(isSignedBy(FIRST, next.message.serialize(), signedNext.signatures[0] ?? text)).toBe(true)
    expect(isSignedBy(FIRST, old.serializeMessage(), signedOld.signature ?? text)).toBe(true)
  })

  it('as bytes or base64 is returned in the same form', async () => {
    const { provider } = await setUp()
    const bytes = versioned(FIRST, THIRD).serialize()
    const signed = await provider.signTransaction(bytes)
    expect(isSignedBy(FIRST, ...read(signed))).toBe(true)
    expect(await provider.signTransaction(base64.encode(bytes))).toBe(base64.encode(signed))
    expect(await provider.signTransaction(Buffer.from(bytes))).toEqual(signed)
  })

  it('keeps the signatures of others', async () => {
    const { provider } = await setUp()
    const other = Keypair.generate()
    const transaction = together(FIRST, other, THIRD)
    transaction.partialSign(other)
    const signed = await provider.signTransaction(transaction)
    expect(signed.verifySignatures(true)).toBe(true)
  })

  it('can be signed together with others in one request', async () => {
    const { provider, methods } = await setUp()
    const all = [legacy(FIRST, THIRD, { lamports: 1 }), legacy(FIRST, THIRD, { lamports: 2 })]
    const signed = await provider.signAllTransactions(all)
    expect(signed.map((each) => each.verifySignatures())).toEqual([true, true])
    expect(signed.map((each) => each.serializeMessage())).toEqual(all.map((each) => each.serializeMessage()))
    expect(methods()).toEqual(['connect', 'signTransaction'])
    expect(await provider.signAllTransactions([])).toEqual([])
  })

  it("is signed for the page's network", async () => {
    const { provider, asked, kit } = await setUp()
    await provider.signTransaction(legacy(FIRST, THIRD))
    await switchNetwork(kit, devnet().caipNetworkId)
    await provider.signTransaction(legacy(FIRST, THIRD))
    const inputs = asked.slice(1).map(([, input]) => (input as { chain: string }).chain)
    expect(inputs).toEqual(['solana:mainnet', 'solana:devnet'])
  })

  it('is sent on the network of the request, though the visitor switches while its blockhash is read', async () => {
    const { provider, asked, kit } = await setUp()
    const sending = provider.sendTransaction(legacy(FIRST, THIRD), undefined)
    kit.state.networks.solana.caipNetwork = devnet()
    await sending.catch(() => undefined)
    expect(asked.slice(1).map(([, input]) => (input as { chain: string }).chain)).toEqual(['solana:mainnet'])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no transaction', {}],
    ['no base64', 'Ä'],
    ['other bytes', new Uint8Array(100)],
    ['cut bytes', versioned(FIRST, THIRD).serialize().slice(0, 120)],
    ["another's", legacy(SECOND, THIRD)],
  ])('that is %s is rejected before the wallet is asked', async (_what, transaction) => {
    const { provider, methods } = await setUp()
    await expect(provider.signTransaction(transaction as Uint8Array)).rejects.toThrow()
    await expect(provider.signAndSendTransaction(transaction as Uint8Array)).rejects.toThrow()
    expect(methods()).toEqual(['connect'])
  })

  it("of a version that the wallet does not support is rejected with the wallet's name", async () => {
    const { provider, methods } = await setUp({ versions: ['legacy'] })
    const refused = provider.signTransaction(versioned(FIRST, THIRD))
    await expect(refused).rejects.toThrow('Test wallet takes no transactions of version 0')
    expect(methods()).toEqual(['connect'])
  })
})

describe('a wallet', () => {
  it('that rejects passes its error on unchanged', async () => {
    const { provider, switches } = await setUp()
    switches.refuse = true
    for (const asked of [provider.signMessage(text), provider.signTransaction(legacy(FIRST, THIRD))])
      await expect(asked).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  })

  it('that lacks a feature is named in the error', async () => {
    const { provider } = await setUp({ features: ['standard:connect'] })
    await expect(provider.signMessage(text)).rejects.toThrow('Test wallet lacks solana:signMessage')
    await expect(provider.signTransaction(legacy(FIRST, THIRD))).rejects.toThrow('lacks solana:signTransaction')
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty list', []],
    ['a short signature', [{ signature: new Uint8Array(63) }]],
    ['a text', [{ signature: 'text' }]],
  ])('that answers a message with %s is rejected', async (_what, answer) => {
    const { provider, wallet } = await setUp()
    wallet.features['solana:signMessage'] = { signMessage: async () => answer }
    await expect(provider.signMessage(text)).rejects.toThrow('solana:signMessage was answered with')
  })

  it.each<[string, (bytes: Uint8Array) => unknown]>([
    ['nothing', () => undefined],
    ['an empty list', () => []],
    ['what it was given, not signed', (bytes) => [{ signedTransaction: bytes }]],
    ["another's signature", () => [{ signedTransaction: signedBySecond }]],
    ['two for one', (bytes) => [signed(bytes), signed(bytes)]],
    ['other bytes', () => [{ signedTransaction: new Uint8Array(200).fill(1) }]],
  ])('that answers a transaction with %s is rejected', async (_what, answer) => {
    const { provider, wallet } = await setUp()
    wallet.features['solana:signTransaction'] = {
      signTransaction: async ({ transaction }: { transaction: Uint8Array }) => answer(transaction),
    }
    const asked = provider.signTransaction(versioned(FIRST, THIRD))
    await expect(asked).rejects.toThrow('solana:signTransaction was answered with')
  })
})
const signed = (bytes: Uint8Array) => {
  const transaction = VersionedTransaction.deserialize(bytes)
  transaction.sign([KEYS[0] ?? Keypair.generate()])
  return { signedTransaction: transaction.serialize() }
}
const signedBySecond = (() => {
  const transaction = versioned(SECOND, THIRD)
  transaction.sign([KEYS[1] ?? Keypair.generate()])
  return transaction.serialize()
})()

describe('requests', () => {
  it('are answered in the format of the remote protocol', async () => {
    const { provider } = await setUp()
    expect(await provider.request({ method: 'solana_getAccounts' })).toEqual([{ pubkey: FIRST }, { pubkey: SECOND }])
    const params = { message: base58.encode(text), pubkey: FIRST }
    const { signature } = (await provider.request({ method: 'solana_signMessage', params })) as { signature: string }
    expect(isSignedBy(FIRST, text, base58.decode(signature))).toBe(true)
    const transaction = base64.encode(versioned(FIRST, THIRD).serialize())
    const one = await provider.request({ method: 'solana_signTransaction', params: { transaction } })
    const answer = one as { signature: string; transaction: string }
    const [message, own] = read(base64.decode(answer.transaction))
    expect(isSignedBy(FIRST, message, own)).toBe(true)
    expect(answer.signature).toBe(base58.encode(own))
    const all = await provider.request({
      method: 'solana_signAllTransactions',
      params: { transactions: [transaction] },
    })
    expect(all).toEqual({ transactions: [answer.transaction] })
  })

  it.each<[string, unknown, number]>([
    ['eth_sign', undefined, 4200],
    ['solana_signMessage', undefined, -32602],
    ['solana_signMessage', { message: '0' }, -32602],
    ['solana_signMessage', { message: '2', pubkey: SECOND }, 4100],
    ['solana_signTransaction', { transaction: 'AA==' }, -32602],
    ['solana_signAllTransactions', { transactions: 'AA==' }, -32602],
    ['solana_signAndSendTransaction', {}, -32602],
  ])('%s with %o is rejected with its code', async (method, params, code) => {
    const { provider, methods } = await setUp()
    await expect(provider.request({ method, params })).rejects.toMatchObject({ code })
    expect(methods()).toEqual(['connect'])
  })
})

describe('events', () => {
  it('report session changes once the kit has them', async () => {
    const { provider, kit, change } = await setUp()
    const told: unknown[] = []
    const note = (event: string) => (payload: unknown) => void told.push([event, payload, provider.address])
    const accounts = note('accountsChanged')
    provider.on('accountsChanged', accounts)
    provider.on('accountsChanged', accounts)
    provider.on('chainChanged', note('chainChanged'))
    provider.on('disconnect', note('disconnect'))
    change({ keys: [...KEYS].reverse() })
    change({ keys: [...KEYS].reverse() })
    await switchNetwork(kit, devnet().caipNetworkId)
    provider.removeListener('accountsChanged', accounts)
    change({ keys: KEYS })
    await disconnect(kit)
    expect(told).toEqual([
      ['accountsChanged', [THIRD, SECOND, FIRST], THIRD],
      ['chainChanged', devnet().caipNetworkId, THIRD],
      ['disconnect', undefined, undefined],
    ])
  })

  it('of another wallet are ignored', async () => {
    const { provider, kit } = await setUp()
    const told: unknown[] = []
    provider.on('accountsChanged', (accounts) => void told.push(accounts))
    const other = createStandardWallet({ keys: KEYS.slice(1) })
    await connected(kit, other.wallet)
    other.change({ keys: KEYS.slice(2) })
    expect(told).toEqual([])
    expect(kit.state.accounts.solana.address).toBe(THIRD)
  })
})

it('the provider is distinguished from other providers', () => {
  expect(() => toProvider({ request: async () => null })).toThrow('Solana')
  expect(() => toProvider(undefined)).toThrow('Solana')
})

it('the provider signs nothing on a network that the wallet lacks', async () => {
  const { provider, kit, methods } = await setUp({ chains: ['solana:mainnet'] })
  expect([mainnet(), devnet()].map(({ caipNetworkId }) => provider.supports(caipNetworkId))).toEqual([true, false])
  await expect(switchNetwork(kit, devnet().caipNetworkId)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  expect(kit.state.networks.solana.caipNetwork?.caipNetworkId).toBe(mainnet().caipNetworkId)
  kit.state.networks.solana.caipNetwork = devnet()
  for (const asked of [provider.signMessage(text), provider.signTransaction(legacy(FIRST, THIRD))])
    await expect(asked).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  expect(methods()).toEqual(['connect'])
})

// This must compile: the types that the provider promises an app.
export const typed = async (provider: SolanaProvider, old: Transaction, next: VersionedTransaction) => {
  const one: Transaction = await provider.signTransaction(old)
  const many: (Transaction | VersionedTransaction)[] = await provider.signAllTransactions([old, next])
  return [one, many]
}
