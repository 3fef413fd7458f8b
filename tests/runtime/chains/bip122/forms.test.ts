/** Wallets with different APIs all behave alike through our driver. */
import { Verifier } from 'bip322-js'
import { beforeEach, describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/bip122/adapter.ts'
import { idOf } from '../../../../runtime/chains/bip122/chains.ts'
import * as forms from '../../../../runtime/chains/bip122/forms/index.ts'
import { toBitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import type { Driver, SessionAccount } from '../../../../runtime/contracts/connector.ts'
import { isUserRejection } from '../../../../runtime/errors/rejection.ts'
import {
  addressOf,
  base64,
  finalised,
  hex,
  type Key,
  legacy,
  ordinals,
  payment,
  psbtOf,
  publicKeyOf,
  type Word,
} from './keys.ts'
import { connectorOf, kitOf, networkOf } from './kit.ts'
import { type Double, leather, okx, satsConnect, standard, unisat } from './wallets.ts'

const TXID = 'ab'.repeat(32)
type Case = { name: string; driver: Driver; chain: Word; make: () => Double; keys: readonly Key[]; sends?: boolean }
const both = [payment, ordinals]
const cases: Case[] = [
  {
    name: 'sats-connect',
    driver: forms.satsConnect,
    chain: 'regtest',
    make: () => satsConnect(),
    keys: both,
    sends: true,
  },
  { name: 'UniSat', driver: forms.unisat, chain: 'regtest', make: () => unisat(), keys: [payment], sends: true },
  { name: 'OKX', driver: forms.okx, chain: 'mainnet', make: () => okx(), keys: [payment], sends: true },
  { name: 'Leather', driver: forms.leather, chain: 'regtest', make: () => leather(), keys: both, sends: true },
  { name: 'Wallet Standard', driver: forms.standard, chain: 'regtest', make: () => standard(), keys: both },
  {
    name: 'a sats-connect provider among the features of Wallet Standard',
    driver: forms.standard,
    chain: 'regtest',
    make: () => {
      const double = satsConnect()
      return { ...double, wallet: { ...standard().wallet, features: { 'sats-connect:': { provider: double.wallet } } } }
    },
    keys: both,
    sends: true,
  },
]

describe.each(cases)('$name', ({ name, driver, chain, make, keys, sends = false }) => {
  const setUp = async () => {
    const double = make()
    const [kit, connector] = [kitOf(chain), connectorOf(double.wallet, driver)]
    const session = await driver.connect(kit, connector)
    return { double, kit, connector, session, provider: toBitcoinProvider(session.provider) }
  }
  let held: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => {
    held = await setUp()
  })

  it('connects with the payment account first, and its key', async () => {
    const { session, provider } = held
    expect(session.caipNetworkId).toBe(idOf(chain))
    expect(session.accounts).toEqual(
      keys.map((key) => ({ address: addressOf(key, chain), type: key.kind === 'p2tr' ? 'ordinal' : 'payment' })),
    )
    const told = keys.map((key) => ({
      address: addressOf(key, chain),
      publicKey: hex(publicKeyOf(key)),
      purpose: key.kind === 'p2tr' ? 'ordinals' : 'payment',
    }))
    expect(provider.accounts).toEqual(told)
    expect(await provider.getAccountAddresses()).toEqual(told)
    expect(await provider.request({ method: 'getAccountAddresses' })).toEqual(told)
  })

  it('signs messages that BIP-322 verifies', async () => {
    const { kit, session } = held
    for (const { address } of session.accounts) {
      for (const message of ['Hello', 'ünïcödé 🙂']) {
        const signature = (await adapter.signMessage?.(kit, session.provider, address, message)) ?? ''
        expect(Verifier.verifySignature(address, message, signature)).toBe(true)
        expect(Verifier.verifySignature(address, `${message}.`, signature)).toBe(false)
      }
    }
    const stranger = addressOf(legacy, chain)
    await expect(adapter.signMessage?.(kit, session.provider, stranger, 'Hi')).rejects.toMatchObject({ code: 4100 })
  })

  it('signs PSBTs that the app can finalise', async () => {
    const { provider } = held
    const psbt = base64(psbtOf(keys, chain))
    const signInputs = keys.map((key, index) => ({ address: addressOf(key, chain), index }))
    const signed = await provider.signPsbt?.({ psbt, signInputs })
    expect(signed).toEqual({ psbt: signed?.psbt })
    expect(finalised(signed?.psbt ?? '')).toMatch(/^[0-9a-f]{64}$/)
    expect(() => finalised(psbt)).toThrow()
    await expect(provider.signPsbt?.({ psbt: 'cHNidA==', signInputs })).rejects.toMatchObject({ code: -32602 })
    await expect(provider.signPsbt?.({ psbt, signInputs: [{ address: 'x', index: 0 }] })).rejects.toMatchObject({
      code: -32602,
    })
    const other = [{ address: addressOf(legacy, chain), index: 0 }]
    await expect(provider.signPsbt?.({ psbt, signInputs: other })).rejects.toMatchObject({ code: 4100 })
  })

  it.runIf(sends)('sends what it signed where the app asks for it', async () => {
    const { provider } = held
    const signInputs = [{ address: addressOf(payment, chain), index: 0 }]
    const psbt = base64(psbtOf([payment], chain))
    const sent = await provider.signPsbt?.({ psbt, signInputs, broadcast: true })
    expect(sent?.txid).toMatch(/^[0-9a-f]{64}$/)
  })

  it.runIf(sends)('sends satoshi once, from a payment address, to an address of the network', async () => {
    const { double, kit, session, provider } = held
    const [from = '', to] = [addressOf(payment, chain), addressOf(legacy, chain)]
    const request = { from, to, value: 12_345n, chain: networkOf(chain) }
    expect(await adapter.sendTransaction?.(kit, session.provider, request)).toBe(TXID)
    expect(double.asked.filter(({ method }) => method.startsWith('send'))).toHaveLength(1)
    expect(JSON.stringify(double.asked.at(-1))).toMatch(/12345\b/)
    expect(
      await provider.request({ method: 'sendTransfer', params: { recipientAddress: to, amount: '12345' } }),
    ).toEqual({ txid: TXID })
    const asked = double.asked.length
    const elsewhere: Word = chain === 'mainnet' ? 'regtest' : 'mainnet'
    for (const wrong of [
      { ...request, to: addressOf(payment, elsewhere) },
      { ...request, to: `${to}1` },
      { ...request, value: 0n },
      { ...request, value: 2_100_000_000_000_001n },
      { ...request, from: addressOf(legacy, chain) },
      { ...request, chain: networkOf(elsewhere), to: addressOf(legacy, elsewhere) },
      ...(keys.includes(ordinals) ? [{ ...request, from: addressOf(ordinals, chain) }] : []),
    ])
      await expect(adapter.sendTransaction?.(kit, session.provider, wrong)).rejects.toThrow()
    expect(double.asked).toHaveLength(asked)
  })

  // Leather lists its accounts only in a window of its own.
  it.runIf(sends && name !== 'Leather')(
    'sends nothing from an account that the wallet changed to unheard',
    async () => {
      const { double, kit, session } = held
      double.change({ keys: [legacy] })
      const [from, to] = [addressOf(payment, chain), addressOf(legacy, chain)]
      const request = { from, to, value: 1n, chain: networkOf(chain) }
      const sending = adapter.sendTransaction?.(kit, session.provider, request)
      await expect(sending).rejects.toThrow('The wallet is on another account')
      expect(double.asked.filter(({ method }) => method.startsWith('send'))).toEqual([])
    },
  )

  it.runIf(name === 'Leather')('tells which signature hash types the app allows', async () => {
    const { double, provider } = held
    const signInputs = [{ address: addressOf(payment, chain), index: 0, sighashTypes: [1, 0x81] }]
    await provider.signPsbt?.({ psbt: base64(psbtOf([payment], chain)), signInputs })
    expect(double.asked.at(-1)?.params).toMatchObject({ allowedSighash: [1, 0x81] })
  })

  it('asks nothing for an input whose own signature hash type the app does not allow', async () => {
    const { double, provider } = held
    const before = double.asked.length
    const sign = (type: number | undefined, sighashTypes: number[]) => {
      const psbt = base64(psbtOf([payment], chain, type))
      return provider.signPsbt?.({ psbt, signInputs: [{ address: addressOf(payment, chain), index: 0, sighashTypes }] })
    }
    await expect(sign(0x82, [1])).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('130') as string,
    })
    await expect(sign(undefined, [0x82])).rejects.toMatchObject({ code: -32602 })
    expect(double.asked).toHaveLength(before)
  })

  it.runIf(name === 'Leather')(
    'asks nothing when the types differ between inputs, of which it takes one list',
    async () => {
      const { double, provider } = held
      const before = double.asked.length
      const inputs = [payment, ordinals].map((key, index) => ({ address: addressOf(key, chain), index }))
      const psbt = base64(psbtOf([payment, ordinals], chain))
      for (const lists of [[[1], [1, 0x82]], [[1]]]) {
        const signInputs = inputs.map((each, at) => ({ ...each, ...(lists[at] && { sighashTypes: lists[at] }) }))
        await expect(provider.signPsbt?.({ psbt, signInputs })).rejects.toMatchObject({ code: -32602 })
      }
      expect(double.asked).toHaveLength(before)
    },
  )

  it.runIf(!sends)('has no verb for what it cannot do', async () => {
    const { kit, session, provider } = held
    expect('sendTransfer' in provider).toBe(false)
    const request = {
      from: addressOf(payment, chain),
      to: addressOf(legacy, chain),
      value: 1n,
      chain: networkOf(chain),
    }
    await expect(adapter.sendTransaction?.(kit, session.provider, request)).rejects.toThrow(
      'This wallet sends no transfers',
    )
  })

  it('passes a refusal on, as one that the kit recognises', async () => {
    const { double, kit, session } = held
    double.refuse()
    const asked = adapter.signMessage?.(kit, session.provider, addressOf(payment, chain), 'Hello')
    const error: unknown = await asked?.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(isUserRejection(error)).toBe(true)
    const fresh = make()
    fresh.refuse()
    await expect(driver.connect(kitOf(chain), connectorOf(fresh.wallet, driver))).rejects.toThrow()
  })

  it('takes up a session without a prompt, and none that was not there', async () => {
    const { double, kit, connector, session } = held
    const prompts = () =>
      double.asked.filter(({ method }) => /connect|requestAccounts|getAddresses|getAccounts/.test(method)).length
    const before = prompts()
    const resumed = await driver.resume(kit, connector)
    expect(resumed).toEqual(session)
    expect(resumed?.provider).toBe(session.provider)
    expect(prompts()).toBe(before)
    const fresh = make()
    expect(await driver.resume(kitOf(chain), connectorOf(fresh.wallet, driver))).toBeUndefined()
  })

  it('is forgotten on disconnect', async () => {
    const { kit, connector, provider } = held
    let told = 0
    provider.on('disconnect', () => void told++)
    await driver.disconnect(kit, connector)
    expect(told).toBe(1)
    expect(await driver.resume(kit, connector)).toBeUndefined()
  })

  it.runIf(name !== 'Leather')('follows another account and a goodbye, until it is stopped', async () => {
    const { double, kit, connector, provider } = held
    const seen: (string | SessionAccount)[][] = []
    const told: unknown[] = []
    let gone = 0
    provider.on('accountsChanged', (addresses) => told.push(addresses))
    const stop = driver.watch(kit, connector, {
      accounts: (accounts) => seen.push([...accounts]),
      network: () => undefined,
      disconnect: () => void gone++,
    })
    double.change({ keys: [legacy] })
    await expect.poll(() => seen).toEqual([[{ address: addressOf(legacy, chain), type: 'payment' }]])
    expect(told).toEqual([[addressOf(legacy, chain)]])
    double.revoke()
    await expect.poll(() => gone).toBe(1)
    stop()
    double.change({ keys: [payment] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen).toHaveLength(1)
  })
})

describe('networks', () => {
  const moves: [string, Driver, () => Double, Word, Word][] = [
    ['sats-connect', forms.satsConnect, () => satsConnect('mainnet'), 'mainnet', 'signet'],
    ['UniSat', forms.unisat, () => unisat('mainnet'), 'mainnet', 'testnet4'],
    ['OKX', forms.okx, () => okx(), 'mainnet', 'testnet'],
    ['Leather', forms.leather, () => leather(), 'regtest', 'testnet'],
  ]
  it.each(moves)(
    '%s moves where it is asked to, and says its accounts there',
    async (_name, driver, make, from, to) => {
      const double = make()
      const kit = kitOf(from, to)
      const { provider } = await driver.connect(kit, connectorOf(double.wallet, driver))
      const accounts = await adapter.switchNetwork?.(kit, provider, networkOf(to))
      expect(accounts?.[0]).toEqual({ address: addressOf(payment, to), type: 'payment' })
      expect(toBitcoinProvider(provider).accounts[0]?.address).toBe(addressOf(payment, to))
      const asked = double.asked.length
      expect(await adapter.switchNetwork?.(kit, provider, networkOf(to))).toEqual(accounts)
      expect(double.asked).toHaveLength(asked)
    },
  )

  it('OKX is followed on the network to which it moved', async () => {
    const double = okx()
    const kit = kitOf('mainnet', 'testnet')
    const connector = connectorOf(double.wallet, forms.okx)
    const { provider } = await forms.okx.connect(kit, connector)
    const seen: string[] = []
    const stop = forms.okx.watch(kit, connector, {
      accounts: (accounts) => seen.push(...accounts.map((each) => (typeof each === 'string' ? each : each.address))),
      network: () => undefined,
      disconnect: () => undefined,
    })
    await adapter.switchNetwork?.(kit, provider, networkOf('testnet'))
    double.change({ keys: [legacy] })
    await expect.poll(() => seen).toEqual([addressOf(legacy, 'testnet')])
    stop()
    double.change({ keys: [payment] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['UniSat', forms.unisat, () => unisat('mainnet')],
    ['OKX', forms.okx, () => okx()],
    ['Wallet Standard', forms.standard, () => standard('mainnet')],
  ] as const)('%s stays where it is when it has no such network', async (_name, driver, make) => {
    const kit = kitOf('mainnet', 'regtest')
    const { provider } = await driver.connect(kit, connectorOf(make().wallet, driver))
    await expect(adapter.switchNetwork?.(kit, provider, networkOf('regtest'))).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
    expect(toBitcoinProvider(provider).accounts[0]?.address).toBe(addressOf(payment, 'mainnet'))
  })

  it.each([
    ['UniSat', forms.unisat, () => unisat('regtest')],
    ['Wallet Standard', forms.standard, () => standard('regtest')],
  ] as const)(
    '%s on another network than the page is left there, and the page is told',
    async (_name, driver, make) => {
      const session = await driver.connect(kitOf('mainnet'), connectorOf(make().wallet, driver))
      expect(session.caipNetworkId).toBe(idOf('regtest'))
      expect(session.accounts[0]?.address).toBe(addressOf(payment, 'regtest'))
    },
  )

  it('a move in the wallet is told with its accounts', async () => {
    const double = satsConnect('mainnet')
    const [kit, connector] = [kitOf('mainnet', 'regtest'), connectorOf(double.wallet, forms.satsConnect)]
    await forms.satsConnect.connect(kit, connector)
    const told: unknown[] = []
    forms.satsConnect.watch(kit, connector, {
      accounts: (accounts) => told.push(accounts[0]),
      network: (id) => told.push(id),
      disconnect: () => told.push('gone'),
    })
    double.change({ chain: 'regtest' })
    expect(told).toEqual([idOf('regtest'), { address: addressOf(payment, 'regtest'), type: 'payment' }])
  })

  it('money never leaves from a chain that only spells its addresses like Bitcoin', async () => {
    const driver = forms.unisat
    await expect(driver.connect(kitOf('mainnet'), connectorOf(unisat('fractal').wallet, driver))).rejects.toMatchObject(
      { code: 4901 },
    )
    const double = unisat('mainnet')
    const kit = kitOf('mainnet')
    const { provider } = await driver.connect(kit, connectorOf(double.wallet, driver))
    Object.assign(double.wallet, { getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) })
    const request = {
      from: addressOf(payment, 'mainnet'),
      to: addressOf(legacy, 'mainnet'),
      value: 1n,
      chain: networkOf('mainnet'),
    }
    await expect(adapter.sendTransaction?.(kit, provider, request)).rejects.toMatchObject({ code: 4901 })
    expect(double.asked.map(({ method }) => method)).toEqual(['requestAccounts'])
  })

  it('OKX sends bitcoin text where it knows no satoshi', async () => {
    const double = okx()
    const kit = kitOf('testnet')
    const { provider } = await forms.okx.connect(kit, connectorOf(double.wallet, forms.okx))
    const request = {
      from: addressOf(payment, 'testnet'),
      to: addressOf(legacy, 'testnet'),
      value: 1n,
      chain: networkOf('testnet'),
    }
    expect(await adapter.sendTransaction?.(kit, provider, request)).toBe(TXID)
    expect(double.asked.at(-1)).toEqual({
      method: 'send',
      params: [{ from: request.from, to: request.to, value: '0.00000001' }],
    })
    // A version that cannot send at all.
    Object.assign((double.wallet as { bitcoinTestnet: object }).bitcoinTestnet, { send: undefined })
    const sending = toBitcoinProvider(provider)?.sendTransfer?.({ recipient: request.to, amount: 1n })
    await expect(sending).rejects.toMatchObject({ code: 4200 })
  })
})
