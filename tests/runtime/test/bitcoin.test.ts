import { base64 } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { expect, it } from 'vitest'
import { createTestBitcoinWallet } from '../../../runtime/test/index.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
type Listing = { addresses: { address: string; publicKey: string; purpose: string }[] }

const connected = async () => {
  const { accounts, url } = sandbox().bitcoin
  const wallet = createTestBitcoinWallet({ keys: accounts.map(({ seed }) => `0x${seed}` as const), url })
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const answer = await wallet.provider.request(method, params)
    if ('error' in answer) throw Object.assign(new Error(), answer.error)
    return answer.result
  }
  const { addresses } = (await ask('wallet_connect', { addresses: ['payment', 'ordinals'] })) as Listing
  const [payment, ordinals] = addresses.map(({ address }) => address)
  return { wallet, ask, payment: payment ?? '', ordinals: ordinals ?? '' }
}
const held = async (address: string): Promise<number> => {
  const unspent = (await (await fetch(`${sandbox().bitcoin.url}/address/${address}/utxo`)).json()) as {
    value: number
  }[]
  return unspent.reduce((sum, { value }) => sum + value, 0)
}

it('has an address that pays, which the sandbox funded, and one for ordinals', async () => {
  const { payment, ordinals } = await connected()
  expect(payment).toBe(sandbox().bitcoin.accounts[0]?.address)
  expect(ordinals).toMatch(/^bcrt1p/)
  expect(await held(payment)).toBe(10e8)
})

it('signs messages by BIP-322 with both, and by BIP-137', async () => {
  const { ask, payment, ordinals } = await connected()
  for (const [address, protocol] of [
    [payment, 'BIP322'],
    [ordinals, 'BIP322'],
    [payment, 'ECDSA'],
  ] as const) {
    const signed = await ask('signMessage', { address, message: 'Hello', protocol })
    const { signature, messageHash } = signed as { signature: string; messageHash: string }
    expect(messageHash).toMatch(/^[0-9a-f]{64}$/)
    expect(Verifier.verifySignature(address, 'Hello', signature), `${protocol} of ${address}`).toBe(true)
    expect(Verifier.verifySignature(address, 'Hullo', signature)).toBe(false)
  }
  const taproot = { address: ordinals, message: 'Hello', protocol: 'ECDSA' }
  await expect(ask('signMessage', taproot)).rejects.toMatchObject({ code: -32602 })
})

it('sends: the coins are there on the chain', async () => {
  const { ask } = await connected()
  const to = p2wpkh(
    Uint8Array.from({ length: 33 }, (_, at) => (at ? 7 : 2)),
    {
      bech32: 'bcrt',
      pubKeyHash: 0x6f,
      scriptHash: 0xc4,
      wif: 0xef,
    },
  ).address
  const { txid } = (await ask('sendTransfer', { recipients: [{ address: to, amount: 123_456 }] })) as { txid: string }
  expect(txid).toMatch(/^[0-9a-f]{64}$/)
  await expect.poll(() => held(to ?? '')).toBe(123_456)
  const refused = (recipient: object) => expect(ask('sendTransfer', { recipients: [recipient] })).rejects
  await refused({ address: to, amount: 1e14 }).toMatchObject({ code: -32602 })
  await refused({ address: to, amount: 1.5 }).toMatchObject({ code: -32602 })
  await refused({ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 1000 }).toMatchObject({ code: -32602 })
})

it('signs the inputs that it is told, and sends where it is asked to', async () => {
  const { ask, payment, ordinals } = await connected()
  const { script } = p2wpkh(Buffer.from(sandbox().bitcoin.accounts[0]?.publicKey ?? '', 'hex'))
  const unspent = (await (await fetch(`${sandbox().bitcoin.url}/address/${payment}/utxo`)).json()) as {
    txid: string
    vout: number
    value: number
  }[]
  const [coin] = unspent
  if (!coin) throw new Error('no coin')
  const transaction = new Transaction()
  transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script, amount: BigInt(coin.value) } })
  transaction.addOutput({ script, amount: BigInt(coin.value) - 1000n })
  const psbt = base64.encode(transaction.toPSBT())
  const signed = (await ask('signPsbt', { psbt, signInputs: { [payment]: [0] } })) as { psbt: string }
  const back = Transaction.fromPSBT(base64.decode(signed.psbt))
  back.finalize()
  expect(back.isFinal).toBe(true)
  await expect(ask('signPsbt', { psbt, signInputs: { [ordinals]: [0] } })).rejects.toMatchObject({ code: -32602 })
  const stranger = { bcrt1qstranger: [0] }
  await expect(ask('signPsbt', { psbt, signInputs: stranger })).rejects.toMatchObject({ code: 4100 })
  await expect(ask('signPsbt', { psbt, signInputs: { [payment]: 0 } })).rejects.toMatchObject({ code: -32602 })
  const sent = (await ask('signPsbt', { psbt, broadcast: true })) as { txid: string }
  expect(sent.txid).toBe(back.id)
})

it('denies a site that it has not let in, and says what the visitor says', async () => {
  const { wallet, ask, payment } = await connected()
  wallet.set({ answer: 'reject' })
  await expect(ask('signMessage', { address: payment, message: 'x' })).rejects.toMatchObject({ code: -32000 })
  const heard: unknown[] = []
  wallet.provider.addListener('disconnect', (event) => heard.push(event))
  wallet.disconnect()
  expect(heard).toHaveLength(1)
  await expect(ask('wallet_getAccount')).rejects.toMatchObject({ code: -32002 })
  await expect(ask('wallet_fly')).rejects.toMatchObject({ code: -32601 })
})
