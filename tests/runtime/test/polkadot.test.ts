import { hexToU8a, u8aWrapBytes } from '@polkadot/util'
import { decodeAddress, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { expect, it } from 'vitest'
import { createTestPolkadotWallet } from '../../../runtime/test/index.ts'
import { encodePayload } from '../../../runtime/test/sign/polkadotPayload.ts'

const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const

const connected = async () => {
  const wallet = createTestPolkadotWallet({ keys })
  const injected = await wallet.injected.enable('Tests')
  const [account] = await injected.accounts.get()
  return { wallet, injected, address: account?.address ?? '' }
}

const payload = {
  method: '0x0503008eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a480b00407a10f35a',
  era: '0x5501',
  nonce: '0x00000044',
  tip: '0x00000000000000000000000000000abc',
  specVersion: '0x000f4628',
  transactionVersion: '0x0000001a',
  genesisHash: `0x${'91'.repeat(32)}`,
  blockHash: `0x${'4d'.repeat(32)}`,
  signedExtensions: [
    'CheckNonZeroSender',
    'CheckSpecVersion',
    'CheckTxVersion',
    'CheckGenesis',
    'CheckMortality',
    'CheckNonce',
    'CheckWeight',
    'ChargeTransactionPayment',
    'CheckMetadataHash',
  ],
  mode: 0,
  version: 4,
}

it('has addresses with the checksum of Substrate chains, and signs wrapped bytes with sr25519', async () => {
  const { injected, address } = await connected()
  expect(encodeAddress(decodeAddress(address), 42)).toBe(address)
  const { signature } = await injected.signer.signRaw({ address, data: 'Hello', type: 'bytes' })
  expect(signatureVerify(u8aWrapBytes('Hello'), signature, address)).toMatchObject({ isValid: true, crypto: 'sr25519' })
})

it('knows its account under the prefix of another chain', async () => {
  const { injected, address } = await connected()
  const { signature } = await injected.signer.signRaw({ address: encodeAddress(address, 0), data: '0x6869' })
  expect(signatureVerify(u8aWrapBytes('hi'), signature, address).isValid).toBe(true)
})

it('signs a transaction’s payload', async () => {
  const { injected, address } = await connected()
  const { signature } = await injected.signer.signPayload({ ...payload, address })
  expect(hexToU8a(signature)[0]).toBe(1)
  expect(signatureVerify(encodePayload(payload), signature, address).isValid).toBe(true)
  const unknown = { ...payload, address, signedExtensions: ['CheckWeather'] }
  await expect(injected.signer.signPayload(unknown)).rejects.toMatchObject({ code: -32602 })
})

it('shows accounts as long as it lets the page, and asks the visitor', async () => {
  const { wallet, injected, address } = await connected()
  const heard: string[][] = []
  const stop = injected.accounts.subscribe((accounts) => heard.push(accounts.map((each) => each.address)))
  await Promise.resolve()
  wallet.changeAccount(1)
  wallet.disconnect()
  stop()
  wallet.unlock()
  const [first, second] = wallet.addresses()
  expect(heard).toEqual([[first, second], [second, first], []])
  await expect(injected.signer.signRaw({ address, data: 'x' })).rejects.toMatchObject({ code: 4100 })
  wallet.set({ answer: 'reject' })
  await expect(wallet.injected.enable('Tests')).rejects.toMatchObject({ code: 4001 })
})
