import type { Signer } from '@polkadot/api/types'
import { TypeRegistry } from '@polkadot/types'
import { signatureVerify } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/polkadot/adapter.ts'
import { NoAccountError } from '../../../../runtime/errors/unusable.ts'
import { isUserRejection } from '../../../../runtime/errors/rejection.ts'
import { parseRpcError } from '../../../../runtime/errors/rpc.ts'
import driver, { parseInjected } from '../../../../runtime/chains/polkadot/driver.ts'
import { parseListed, parseResult, toPolkadotProvider } from '../../../../runtime/chains/polkadot/provider.ts'
import type { SessionAccount } from '../../../../runtime/contracts/connector.ts'
import {
  addressOf,
  connectorOf,
  createExtension,
  GENESIS,
  kitOf,
  KUSAMA,
  networkOf,
  payloadOf,
  POLKADOT,
  SANDBOX,
} from './wallet.ts'

const connected = async (references?: string[]) => {
  const extension = createExtension()
  const [kit, connector] = [kitOf({}, references), connectorOf(extension.provider)]
  const session = await driver.connect(kit, connector)
  return { extension, kit, connector, session, provider: toPolkadotProvider(session.provider) }
}

describe('connect', () => {
  it('shows the site by its name, and spells accounts as the active network does', async () => {
    const { extension, session } = await connected()
    expect(extension.origins).toEqual(['Unit test'])
    expect(session.caipNetworkId).toBe(`polkadot:${POLKADOT}`)
    expect(session.accounts).toEqual([0, 1, 2].map((index) => ({ address: addressOf(index, 0), type: 'eoa' })))
  })

  it('leaves out Ethereum accounts and those of another network', async () => {
    const extension = createExtension()
    extension.show([
      { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'ethereum' },
      { address: addressOf(0), genesisHash: GENESIS.kusama },
      { address: addressOf(1), genesisHash: GENESIS.polkadot },
      { address: addressOf(2), genesisHash: null },
      { address: addressOf(2, 2) },
      { address: 'nonsense' },
    ])
    const on = async (references: string[]) =>
      (await driver.connect(kitOf({}, references), connectorOf(extension.provider))).accounts.map(
        ({ address }) => address,
      )
    expect(await on([POLKADOT])).toEqual([addressOf(1, 0), addressOf(2, 0)])
    expect(await on([KUSAMA])).toEqual([addressOf(0, 2), addressOf(2, 2)])
    expect(await on([SANDBOX])).toEqual([addressOf(2, 42)])
  })

  it('throws a refusal, an empty list and nonsense', async () => {
    const connect = (provider: unknown) => driver.connect(kitOf(), connectorOf(provider))
    await expect(connect(createExtension({ refuses: true }).provider)).rejects.toThrow('Cancelled')
    const empty = createExtension()
    empty.show([])
    await expect(connect(empty.provider)).rejects.toThrow('The wallet shows no account for 91b1')
    await expect(connect(empty.provider)).rejects.toBeInstanceOf(NoAccountError)
    for (const answer of [null, 7, {}, { accounts: {} }, { accounts: { get: async () => [] } }])
      await expect(connect({ enable: async () => answer })).rejects.toThrow('enable was answered with')
    await expect(
      connect({ enable: async () => ({ signer: {}, accounts: { get: async () => 'none' } }) }),
    ).rejects.toThrow('accounts.get was answered with "none"')
  })

  it.each([
    ['accounts.get', 'The source Unit test has not been authorised to access this extension'],
    ['accounts.get', 'The source Unit test has not been authorized yet'],
    ['enable', 'The source Unit test is not allowed to interact with this extension'],
    ['enable', 'Cancelled'],
    ['enable', 'Rejected'],
    ['enable', 'User rejected the request'],
  ])('recognises a refusal by %s: %s', async (at, text) => {
    const { provider, injected } = createExtension()
    const refuse = () => Promise.reject(new Error(text))
    const refusing =
      at === 'enable'
        ? { ...provider, enable: refuse }
        : { ...provider, enable: async () => ({ ...injected, accounts: { ...injected.accounts, get: refuse } }) }
    const error: unknown = await driver.connect(kitOf(), connectorOf(refusing)).catch((thrown: unknown) => thrown)
    expect(isUserRejection(error)).toBe(true)
    expect(error).toMatchObject({ message: text })
  })

  it('recognises a request that the extension shows already', async () => {
    const { provider } = createExtension()
    const text = 'The source Unit test has a pending authorization request'
    const enable = () => Promise.reject(new Error(text))
    const error: unknown = await driver
      .connect(kitOf(), connectorOf({ ...provider, enable }))
      .catch((thrown: unknown) => thrown)
    expect(parseRpcError(error)).toMatchObject({ name: 'resourceUnavailable', message: text })
  })

  it('recognises a refused signature', async () => {
    const { extension, provider } = await connected()
    extension.setRefuses(true)
    const error: unknown = await provider.signMessage('Hello').catch((thrown: unknown) => thrown)
    expect(isUserRejection(error)).toBe(true)
  })

  it('does not call a failure a refusal', async () => {
    for (const text of ['Extension context invalidated.', 'rejected by the filter of the proxy', 'Timeout']) {
      const enable = () => Promise.reject(new Error(text))
      const error: unknown = await driver.connect(kitOf(), connectorOf({ enable })).catch((thrown: unknown) => thrown)
      expect([isUserRejection(error), parseRpcError(error).code]).toEqual([false, undefined])
    }
  })

  it.each([
    [['connect', 'enable'], 'connect'],
    [['connect'], 'connect'],
    [['enable'], 'enable'],
  ])('asks an extension that has %j with %s', async (verbs, expected) => {
    const { injected } = createExtension()
    const asked: [verb: string, origin: string][] = []
    const provider = Object.fromEntries(
      verbs.map((verb) => [verb, async (origin: string) => (asked.push([verb, origin]), injected)]),
    )
    const session = await driver.connect(kitOf(), connectorOf(provider))
    expect(session.accounts[0]?.address).toBe(addressOf(0, 0))
    expect(asked).toEqual([[expected, 'Unit test']])
  })

  it('does not ask again with enable when the visitor rejects connect', async () => {
    const { provider, origins } = createExtension()
    const connect = () => Promise.reject(new Error('Cancelled'))
    await expect(driver.connect(kitOf(), connectorOf({ ...provider, connect }))).rejects.toThrow('Cancelled')
    expect(origins).toEqual([])
    const nonsense = async () => null
    await expect(driver.connect(kitOf(), connectorOf({ connect: nonsense }))).rejects.toThrow('connect was answered')
  })

  it('takes up a session, and none where no account is shown any more', async () => {
    const { extension, kit, connector, session } = await connected()
    expect((await driver.resume(kit, connector))?.provider).toBe(session.provider)
    extension.show([])
    expect(await driver.resume(kit, connector)).toBeUndefined()
  })
})

describe('signatures', () => {
  it('of messages are sr25519 over the wrapped text', async () => {
    const { extension, kit, provider, session } = await connected()
    for (const text of ['Hello', 'ünïcödé 🙂', '0x1234', '']) {
      const address = session.accounts[1]?.address ?? ''
      const signature = await adapter.signMessage?.(kit, provider, address, text)
      expect(signature).toMatch(/^0x[0-9a-f]{128}$/)
      expect(signatureVerify(`<Bytes>${text}</Bytes>`, signature ?? '', address)).toMatchObject({
        isValid: true,
        crypto: 'sr25519',
      })
      expect(signatureVerify(`${text}!`, signature ?? '', address).isValid).toBe(false)
    }
    expect(extension.asked[0]).toMatchObject({
      method: 'signRaw',
      params: { type: 'bytes', data: expect.stringMatching(/^0x/) as string },
    })
  })

  it('of extrinsics are those of the payload, by a signer that @polkadot/api takes', async () => {
    const { provider, session } = await connected([SANDBOX])
    const signer: Signer = provider.signer
    const payload = payloadOf(session.accounts[0]?.address ?? '')
    const { signature, id } = (await signer.signPayload?.(payload)) ?? {}
    expect(id).toBe(1)
    const bytes = new TypeRegistry().createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true })
    expect(signatureVerify(bytes, signature ?? '', payload.address).isValid).toBe(true)
    const again = await provider.request({
      method: 'polkadot_signTransaction',
      params: { address: payload.address, transactionPayload: payload },
    })
    expect(again).toMatchObject({ signature: expect.stringMatching(/^0x01/) as string })
    expect(signatureVerify(bytes, (again as { signature: string }).signature, payload.address).isValid).toBe(true)
  })

  it('are asked for by name too, and refused for accounts that were not shown', async () => {
    const { extension, provider } = await connected()
    const { signature } = (await provider.request({
      method: 'polkadot_signMessage',
      params: { address: addressOf(2, 42), message: 'Hi' },
    })) as { signature: string }
    expect(signatureVerify('Hi', signature, addressOf(2)).isValid).toBe(true)
    const before = extension.asked.length
    const stranger = '5DA4D4GL5iakrn22h5uKoevgvo18Pqj5BcdEUv8etEDPdijA'
    await expect(provider.signMessage('Hi', stranger)).rejects.toMatchObject({ code: 4100 })
    await expect(provider.signer.signRaw({ address: stranger, data: '0x00' })).rejects.toMatchObject({ code: 4100 })
    await expect(provider.signer.signPayload(payloadOf(stranger))).rejects.toMatchObject({ code: 4100 })
    await expect(provider.request({ method: 'polkadot_signMessage' })).rejects.toMatchObject({ code: -32602 })
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
    expect(extension.asked).toHaveLength(before)
    extension.setRefuses(true)
    await expect(provider.signMessage('Hi')).rejects.toThrow('Cancelled')
  })

  it('that are none are not passed on', async () => {
    const { extension, provider } = await connected()
    extension.injected.signer.signRaw = async () => ({ id: 1, signature: '0x12' })
    await expect(provider.signMessage('Hi')).rejects.toThrow('signMessage was answered with')
  })
})

describe('networks', () => {
  it('spell the same accounts in their own way; a network without accounts is not supported', async () => {
    const { extension, kit, provider } = await connected()
    expect(await adapter.switchNetwork?.(kit, provider, networkOf(KUSAMA))).toEqual(
      [0, 1, 2].map((index) => ({ address: addressOf(index, 2), type: 'eoa' })),
    )
    extension.show([{ address: addressOf(0), genesisHash: GENESIS.polkadot }])
    await driver.resume(kit, connectorOf(extension.provider))
    await expect(adapter.switchNetwork?.(kit, provider, networkOf(KUSAMA))).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
  })

  it('have addresses with a checksum, and nothing that this namespace cannot do', () => {
    expect(adapter.isAddress?.(addressOf(0))).toBe(true)
    expect(adapter.isAddress?.(`${addressOf(0).slice(0, -1)}!`)).toBe(false)
    expect(Object.keys(adapter).sort()).toEqual(['isAddress', 'namespace', 'signMessage', 'switchNetwork'])
  })
})

it('follows the accounts that the visitor shows, until it is stopped', async () => {
  const { extension, kit, connector, provider } = await connected()
  const seen: (string | SessionAccount)[][] = []
  const told: unknown[] = []
  let gone = 0
  provider.on('accountsChanged', (accounts) => told.push(accounts))
  const stop = driver.watch(kit, connector, {
    accounts: (accounts) => seen.push([...accounts]),
    network: () => undefined,
    disconnect: () => void gone++,
  })
  expect(seen).toEqual([])
  extension.show([{ address: addressOf(2) }])
  expect(seen).toEqual([[{ address: addressOf(2, 0), type: 'eoa' }]])
  expect(told).toEqual([[addressOf(2, 0)]])
  expect(provider.accounts).toEqual([{ address: addressOf(2, 0) }])
  extension.show('nonsense' as unknown as [])
  expect(seen).toHaveLength(1)
  extension.show([])
  expect(gone).toBe(1)
  stop()
  expect(extension.listening()).toBe(0)
  extension.show([{ address: addressOf(1) }])
  expect(seen).toHaveLength(1)
})

it('forgets the extension on disconnect, and tells the app', async () => {
  const { kit, connector, provider } = await connected()
  let told = 0
  provider.on('disconnect', () => void told++)
  await driver.disconnect(kit, connector)
  expect(told).toBe(1)
  const session = await driver.connect(kit, connector)
  expect(session.provider).not.toBe(provider)
})

it('reads whatever a wallet answers without a throw', () => {
  const entry = fc.record(
    { address: fc.oneof(fc.constant(addressOf(0)), fc.anything()), genesisHash: fc.anything(), name: fc.anything() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(fc.oneof(entry, fc.anything()))), (value) => {
      const listed = parseListed(value)
      expect(listed === undefined).toBe(!Array.isArray(value))
      for (const { address } of listed ?? []) expect(address).toBe(addressOf(0))
      parseResult(value)
      try {
        parseInjected(value)
      } catch (error) {
        expect(error).toMatchObject({ name: 'AnswerError' })
      }
    }),
  )
})
