/**
 * The Bitcoin accounts of the sandbox's wallet: other libraries verify their signatures, and their transactions are
 * mined.
 */
import { schnorr } from '@noble/curves/secp256k1'
import { base64 } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import { createBip122 } from '../../sandbox/wallet/namespaces/bip122.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()
const chain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const wallet = () => createBip122(sandbox().bitcoin.url)

type Listed = { address: string; publicKey: string; intention: 'payment' | 'ordinal' }[]
type SignedMessage = { address: string; signature: string; messageHash: string }

async function ask<T>(method: string, params: object, chainId = chain, namespace = wallet()): Promise<T> {
  const exposed = namespace.addresses(chainId)
  const asked = { method, params, chainId, exposed }
  namespace.describe(asked)
  return (await namespace.sign(asked)) as T
}
const payment = (index: number, chainId = chain) => wallet().addresses(chainId)[index] ?? ''
const ordinalOf = async (account: string, chainId = chain) => {
  const listed = await ask<Listed>('getAccountAddresses', { account, intentions: ['ordinal'] }, chainId)
  return listed[0]?.address ?? ''
}
const explore = async <T>(path: string) => (await (await fetch(`${sandbox().bitcoin.url}${path}`)).json()) as T
type Utxo = { txid: string; vout: number; value: number }
const utxos = (address: string) => explore<Utxo[]>(`/address/${address}/utxo`)
const balance = async (address: string) => (await utxos(address)).reduce((sum, { value }) => sum + value, 0)

describe('accounts', () => {
  it('are the ones that the sandbox funds, each with an address for ordinals', async () => {
    expect(wallet().addresses(chain)).toEqual(sandbox().bitcoin.accounts.map(({ address }) => address))
    const listed = await ask<Listed>('getAccountAddresses', { account: payment(0) })
    expect(listed.map(({ intention }) => intention)).toEqual([
      ...Array<string>(3).fill('payment'),
      ...Array<string>(3).fill('ordinal'),
    ])
    for (const { address, publicKey, intention } of listed) {
      expect(address).toMatch(intention === 'payment' ? /^bcrt1q.{38}$/ : /^bcrt1p.{58}$/)
      expect(publicKey).toMatch(intention === 'payment' ? /^0[23][0-9a-f]{64}$/ : /^[0-9a-f]{64}$/)
    }
    const only = await ask<Listed>('getAccountAddresses', { account: payment(0), intentions: ['payment'] })
    expect(only.map(({ address }) => address)).toEqual(wallet().addresses(chain))
  })

  it('are no more than the session has', async () => {
    const one = createBip122()
    const [exposed = '', second = ''] = one.addresses(chain)
    const listed = await one.sign({
      method: 'getAccountAddresses',
      params: { account: exposed },
      chainId: chain,
      exposed: [exposed],
    })
    expect(listed).toHaveLength(2)
    const params = { account: second, message: 'x' }
    await expect(one.sign({ method: 'signMessage', params, chainId: chain, exposed: [exposed] })).rejects.toMatchObject(
      { code: 4100 },
    )
  })
})

describe('signMessage', () => {
  it.each([
    [mainnet, /^bc1/],
    [testnet, /^tb1/],
  ])('answers in hex on %s, by ecdsa unless bip322 is asked for', async (chainId, start) => {
    const account = payment(1, chainId)
    const ordinal = await ordinalOf(payment(0, chainId), chainId)
    const message = 'grüße \u{1f600}'
    const hashes = new Set<string>()
    for (const params of [
      { account, message },
      { account, message, protocol: 'bip322' },
      { account, address: ordinal, message, protocol: 'bip322' },
    ]) {
      const signed = await ask<SignedMessage>('signMessage', params, chainId)
      expect(signed.address).toBe(params.address ?? account)
      expect(signed.address).toMatch(start)
      const signature = Buffer.from(signed.signature, 'hex').toString('base64')
      expect(Verifier.verifySignature(signed.address, message, signature)).toBe(true)
      expect(Verifier.verifySignature(signed.address, `${message}!`, signature)).toBe(false)
      expect(signed.messageHash).toMatch(/^[0-9a-f]{64}$/)
      hashes.add(signed.messageHash)
    }
    expect(hashes.size).toBe(2)
  })

  it('refuses ecdsa for a Taproot address, other protocols, and strangers', async () => {
    const ordinal = await ordinalOf(payment(0))
    const refused = (params: object) => expect(ask('signMessage', { message: 'x', ...params })).rejects
    await refused({ account: ordinal }).toMatchObject({ code: -32602 })
    await refused({ account: payment(0), protocol: 'schnorr' }).toMatchObject({ code: -32602 })
    await refused({ account: payment(0, mainnet) }).toMatchObject({ code: 4100 })
  })
})

describe('sendTransfer', () => {
  it('pays from the account, is mined, and the balances move', async () => {
    const [from, to] = [payment(0), await ordinalOf(payment(1))]
    const memo = Buffer.from('thanks').toString('hex')
    const params = { account: from, recipientAddress: to, amount: '150000000', memo }
    const before = await balance(from)
    const { txid } = await ask<{ txid: string }>('sendTransfer', params)
    expect(await balance(to)).toBe(150_000_000)
    const read = await explore<{ fee: number; vout: { scriptpubkey: string }[] }>(`/tx/${txid}`)
    expect(read.fee).toBeGreaterThan(0)
    expect(await balance(from)).toBe(before - 150_000_000 - read.fee)
    expect(read.vout.map(({ scriptpubkey }) => scriptpubkey)).toContain(`6a06${memo}`)
  })

  it('refuses more than there is, wrong amounts and addresses, and chains that it cannot reach', async () => {
    const good = { account: payment(1), recipientAddress: payment(2), amount: '1000' }
    const refused = (changed: object, chainId = chain) =>
      expect(ask('sendTransfer', { ...good, ...changed }, chainId)).rejects
    await refused({ amount: '100000000000' }).toMatchObject({ code: -32000 })
    await refused({ amount: '1.5' }).toMatchObject({ code: -32602 })
    await refused({ recipientAddress: payment(0, mainnet) }).toMatchObject({ code: -32602 })
    await refused({ account: payment(1, mainnet), recipientAddress: payment(2, mainnet) }, mainnet).toMatchObject({
      code: 4902,
    })
    await expect(ask('sendTransfer', good, chain, createBip122())).rejects.toMatchObject({ code: 4902 })
  })
})

describe('signPsbt', () => {
  /** A transaction that spends one coin of each of two accounts. */
  async function unsigned() {
    const transaction = new Transaction()
    let paid = -1000n
    for (const { address, publicKey } of sandbox().bitcoin.accounts.slice(1)) {
      const [coin] = await utxos(address)
      if (!coin) throw new Error('The account has no coin')
      const { script } = p2wpkh(Buffer.from(publicKey, 'hex'), regtest)
      transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } })
      paid += BigInt(coin.value)
    }
    transaction.addOutputAddress(payment(1), paid, regtest)
    return base64.encode(transaction.toPSBT())
  }

  it('signs the inputs that are named and no other, and leaves the sending to the page', async () => {
    const psbt = await unsigned()
    const signInputs = [{ address: payment(1), index: 0, sighashTypes: [1] }]
    const signed = await ask<{ psbt: string; txid?: string }>('signPsbt', { account: payment(1), psbt, signInputs })
    const read = Transaction.fromPSBT(base64.decode(signed.psbt))
    expect(signed.txid).toBeUndefined()
    expect(read.getInput(0).partialSig).toHaveLength(1)
    expect(read.getInput(1).partialSig).toBeUndefined()
    const refused = (inputs: object[]) =>
      expect(ask('signPsbt', { account: payment(1), psbt, signInputs: inputs })).rejects
    await refused([{ address: payment(1), index: 1, sighashTypes: [1] }]).toMatchObject({ code: -32602 })
    await refused([{ address: await ordinalOf(payment(1)), index: 0 }]).toMatchObject({ code: -32602 })
    await refused([{ address: payment(1), index: 7, sighashTypes: [1] }]).toMatchObject({ code: -32602 })
    await refused([{ address: payment(0, mainnet), index: 0 }]).toMatchObject({ code: 4100 })
    await expect(ask('signPsbt', { account: payment(1), psbt: 'AAAA', signInputs })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('signs all of its own inputs when none is named, and sends when it is told to', async () => {
    const held = await balance(payment(2))
    const { psbt, txid } = await ask<{ psbt: string; txid: string }>('signPsbt', {
      account: payment(1),
      psbt: await unsigned(),
      signInputs: [],
      broadcast: true,
    })
    expect(Transaction.fromPSBT(base64.decode(psbt)).id).toBe(txid)
    expect(await explore(`/tx/${txid}`)).toMatchObject({ status: { confirmed: true }, fee: 1000 })
    expect(await balance(payment(2))).toBe(held - 1_000_000_000)
  })

  it('signs a Taproot input for the address of ordinals, as other libraries check it', async () => {
    const account = payment(0)
    const ordinal = await ordinalOf(account)
    await ask('sendTransfer', { account, recipientAddress: ordinal, amount: '10000' })
    const [coin] = await utxos(ordinal)
    if (!coin) throw new Error('The address has no coin')
    const { vout } = await explore<{ vout: { scriptpubkey: string }[] }>(`/tx/${coin.txid}`)
    const script = Buffer.from(vout[coin.vout]?.scriptpubkey ?? '', 'hex')
    const transaction = new Transaction()
    transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: 10_000n } })
    transaction.addOutputAddress(account, 9_000n, regtest)
    const params = { account, psbt: base64.encode(transaction.toPSBT()), signInputs: [{ address: ordinal, index: 0 }] }
    const { psbt } = await ask<{ psbt: string }>('signPsbt', params)
    const read = Transaction.fromPSBT(base64.decode(psbt))
    const signature = read.getInput(0).tapKeySig ?? new Uint8Array()
    const digest = read.preimageWitnessV1(0, [script], 0, [10_000n])
    expect(schnorr.verify(signature, digest, script.subarray(2))).toBe(true)
  })
})
