/** The Polkadot accounts of the sandbox's wallet: Polkadot's own libraries verify their signatures. */
import { hexToU8a } from '@polkadot/util'
import { cryptoWaitReady, encodeAddress, signatureVerify, sr25519PairFromSeed } from '@polkadot/util-crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { polkadotAccounts } from '../../sandbox/otherAccounts.ts'
import { polkadot } from '../../sandbox/wallet/namespaces/polkadot.ts'
import { encodePayload } from '../../runtime/test/sign/polkadotPayload.ts'

const chains = {
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  kusama: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  sandbox: 'polkadot:2b086afabd2c77b63e5e147e308568e2',
}

const ask = async (chainId: string, method: string, params: unknown) => {
  const exposed = polkadot.addresses(chainId)
  return (await polkadot.sign({ method, params, chainId, exposed })) as { id?: number; signature: `0x${string}` }
}

beforeAll(() => cryptoWaitReady())

describe('addresses', () => {
  it.each([
    ['polkadot', 0],
    ['kusama', 2],
    ['sandbox', 42],
  ] as const)('are of the seeds, as %s writes them', (name, prefix) => {
    const expected = polkadotAccounts.map(({ seed }) =>
      encodeAddress(sr25519PairFromSeed(`0x${seed}`).publicKey, prefix),
    )
    expect(polkadot.addresses(chains[name])).toEqual(expected)
    if (name === 'sandbox') expect(polkadotAccounts.map(({ address }) => address)).toEqual(expected)
  })
})

describe('polkadot_signMessage', () => {
  const [address = ''] = polkadot.addresses(chains.polkadot)

  it.each(['hello', '0x68656c6c6f', 'grüße', ''])('signs %j with sr25519, wrapped', async (message) => {
    const { signature } = await ask(chains.polkadot, 'polkadot_signMessage', { address, message })
    const text = message.startsWith('0x') ? Buffer.from(message.slice(2), 'hex').toString() : message
    // Pass the wrapped text, because the library tries both forms otherwise.
    const wrapped = signatureVerify(`<Bytes>${text}</Bytes>`, signature, address)
    expect(wrapped).toMatchObject({ isValid: true, isWrapped: true, crypto: 'sr25519' })
    expect(signatureVerify(`${text}!`, signature, address).isValid).toBe(false)
  })

  it('does not wrap twice, and signs for no other account', async () => {
    const { signature } = await ask(chains.polkadot, 'polkadot_signMessage', { address, message: '<Bytes>hi</Bytes>' })
    expect(signatureVerify('<Bytes>hi</Bytes>', signature, address).isValid).toBe(true)
    const params = { address: polkadot.addresses(chains.kusama)[0], message: 'x' }
    await expect(ask(chains.polkadot, 'polkadot_signMessage', params)).rejects.toMatchObject({ code: 4100 })
  })
})

describe('polkadot_signTransaction', () => {
  const genesis = `0x2b086afabd2c77b63e5e147e308568e2${'00'.repeat(16)}`
  const [address = ''] = polkadot.addresses(chains.sandbox)
  const signedExtensions = [
    ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
    ...['CheckWeight', 'ChargeTransactionPayment', 'CheckMetadataHash'],
  ]
  const payload = {
    address,
    blockHash: `0x${'ab'.repeat(32)}`,
    blockNumber: '0x00000010',
    era: '0x8502',
    genesisHash: genesis,
    method: `0x040300${'11'.repeat(32)}0f0080c6a47e8d03`,
    nonce: '0x0000001f',
    specVersion: '0x000f4628',
    tip: '0x0000000000000000000000000000000f',
    transactionVersion: '0x0000001a',
    mode: 0,
    signedExtensions,
    version: 4,
  }
  it('signs over what its payload encodes, the kind of signature in front', async () => {
    const params = { address, transactionPayload: payload }
    const { id, signature } = await ask(chains.sandbox, 'polkadot_signTransaction', params)
    expect([id, signature.slice(0, 4)]).toEqual([1, '0x01'])
    expect(signatureVerify(encodePayload(payload), hexToU8a(signature).subarray(1), address).isValid).toBe(true)
  })

  it.each([
    [{ signedExtensions: ['CheckWeather'] }, /CheckWeather/],
    [{ genesisHash: `0x${'91'.repeat(32)}` }, /not one of/],
  ])('refuses %j', async (changed, message) => {
    const params = { address, transactionPayload: { ...payload, ...changed } }
    const asked = { method: 'polkadot_signTransaction', params, chainId: chains.sandbox, exposed: [address] }
    expect(() => polkadot.describe(asked)).toThrow(message)
    const refused = ask(chains.sandbox, 'polkadot_signTransaction', params)
    await expect(refused).rejects.toMatchObject({ code: -32602 })
    await expect(refused).rejects.toThrow(message)
  })
})
