import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/bip122/adapter.ts'
import type { BitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import wrapRequests from '../../../../runtime/chains/bip122/wrapRequests.ts'
import { createListeners } from '../../../../runtime/lib/listeners.ts'
import {
  addressOf,
  base64,
  finalised,
  hex,
  legacy,
  ordinals,
  payment,
  psbtOf,
  publicKeyOf,
  signBip322,
  signEcdsa,
  signPsbt,
} from './keys.ts'
import { kitOf, networkOf } from './kit.ts'
import { onNetwork } from '../../../../runtime/actions/session.ts'
import { sessionBehind } from '../../../../runtime/state/entries.ts'
import { setConnection } from '../../../support/connect.ts'

const TXID = 'cd'.repeat(32)

/** A remote wallet (reference version 1.17), and the requests that its session gets. */
function setUp() {
  const kit = kitOf('regtest', 'mainnet')
  const accountOn = (network: 'regtest' | 'mainnet') => [
    { address: addressOf(payment, network), type: 'payment' as const },
  ]
  const asked: { method: string; params: Record<string, unknown> }[] = []
  const answers: Record<string, unknown> = {}
  const provider = wrapRequests(kit, {
    request: async ({ method, params }) => {
      const given = params as Record<string, unknown>
      asked.push({ method, params: given })
      if (method in answers) return answers[method]
      if (method === 'sendTransfer') return { txid: TXID }
      if (method === 'getAccountAddresses')
        return [ordinals, payment].map((key) => ({
          address: addressOf(key),
          publicKey: hex(publicKeyOf(key)),
          path: "m/84'/1'/0'/0/0",
          intention: key === ordinals ? 'ordinal' : 'payment',
        }))
      if (method === 'signMessage') {
        const [message, key] = [String(given['message']), payment]
        // Wallets answer in hex over the relay. Without a protocol they sign by ECDSA.
        const signature = given['protocol'] === 'bip322' ? signBip322(message, key) : signEcdsa(message, key)
        return { address: given['address'], signature: hex(signature), messageHash: '' }
      }
      const inputs = (given['signInputs'] as { index: number }[]).map(({ index }) => ({ key: payment, index }))
      const { psbt } = signPsbt(Buffer.from(String(given['psbt']), 'base64'), inputs)
      return { psbt: base64(psbt) }
    },
    ...createListeners(),
  }) as BitcoinProvider
  setConnection(kit, 'bip122', {
    provider,
    session: {
      accounts: accountOn('regtest'),
      accountsOn: {
        [networkOf('regtest').caipNetworkId]: accountOn('regtest'),
        [networkOf('mainnet').caipNetworkId]: accountOn('mainnet'),
      },
      caipNetworkId: networkOf('regtest').caipNetworkId,
      provider,
    },
  })
  return { kit, provider, asked, answers }
}

describe('a remote wallet', () => {
  it('has the accounts of the session that the network spells so, and tells their keys when asked', async () => {
    const { provider, asked } = setUp()
    expect(provider.accounts).toEqual([{ address: addressOf(payment), publicKey: '', purpose: 'payment' }])
    expect(asked).toEqual([])
    const told = await provider.getAccountAddresses()
    expect(told.map(({ address, purpose }) => [address, purpose])).toEqual([
      [addressOf(payment), 'payment'],
      [addressOf(ordinals), 'ordinals'],
    ])
    expect(asked).toEqual([{ method: 'getAccountAddresses', params: { account: addressOf(payment) } }])
    expect(provider.accounts[0]?.publicKey).toBe(hex(publicKeyOf(payment)))
  })

  it('signs messages by the protocol that the app names, else by its own', async () => {
    const { kit, provider, asked } = setUp()
    const address = addressOf(payment)
    const own = (await adapter.signMessage?.(kit, provider, address, 'Hello')) ?? ''
    expect(Buffer.from(own, 'base64')).toHaveLength(65)
    const named = await provider.signMessage({ address, message: 'Hello', protocol: 'bip322' })
    for (const signature of [own, named]) {
      expect(Verifier.verifySignature(address, 'Hello', signature)).toBe(true)
      expect(Verifier.verifySignature(address, 'Hello!', signature)).toBe(false)
    }
    expect(asked.map(({ params }) => params)).toEqual([
      { account: address, address, message: 'Hello' },
      { account: address, address, message: 'Hello', protocol: 'bip322' },
    ])
    const stranger = addressOf(legacy)
    await expect(provider.signMessage({ address: stranger, message: 'Hi' })).rejects.toMatchObject({ code: 4100 })
  })

  it('signs PSBTs and sends transfers, with amounts as text', async () => {
    const { kit, provider, asked } = setUp()
    const [from, to] = [addressOf(payment), addressOf(legacy)]
    const signed = await provider.signPsbt?.({
      psbt: base64(psbtOf([payment])),
      signInputs: [{ address: from, index: 0 }],
    })
    expect(finalised(signed?.psbt ?? '')).toMatch(/^[0-9a-f]{64}$/)
    const request = { from, to, value: 2n ** 50n, chain: networkOf('regtest') }
    expect(await adapter.sendTransaction?.(kit, provider, request)).toBe(TXID)
    expect(asked.at(-1)).toEqual({
      method: 'sendTransfer',
      params: { account: from, recipientAddress: to, amount: '1125899906842624' },
    })
    const mainnet = { ...request, to: addressOf(legacy, 'mainnet'), chain: networkOf('mainnet') }
    await expect(adapter.sendTransaction?.(kit, provider, mainnet)).rejects.toThrow()
    expect(asked).toHaveLength(2)
  })

  it('has its accounts on every network that the session approved, there and back', async () => {
    const { kit, provider } = setUp()
    const move = async (to: 'mainnet' | 'regtest') => {
      const accounts = await adapter.switchNetwork?.(kit, provider, networkOf(to))
      // The kit does this with the answer.
      onNetwork(kit, networkOf(to).caipNetworkId, accounts ?? [])
      return accounts
    }
    expect(await move('mainnet')).toEqual([{ address: addressOf(payment, 'mainnet'), type: 'payment' }])
    expect(await move('regtest')).toEqual([{ address: addressOf(payment), type: 'payment' }])
    const session = sessionBehind(kit, 'bip122', provider)
    if (!session) throw new Error('The wallet is connected')
    setConnection(kit, 'bip122', {
      session: { ...session, approvedCaipNetworkIds: [networkOf('regtest').caipNetworkId] },
    })
    await expect(move('mainnet')).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })

  it('that answers with nonsense is not believed', async () => {
    const { provider, answers } = setUp()
    for (const method of ['getAccountAddresses', 'signMessage', 'sendTransfer', 'signPsbt'])
      answers[method] = { txid: '0x12' }
    const [address, recipient] = [addressOf(payment), addressOf(legacy)]
    await expect(provider.getAccountAddresses()).rejects.toThrow('getAccountAddresses was answered with')
    await expect(provider.signMessage({ address, message: 'Hi' })).rejects.toThrow('signMessage was answered with')
    await expect(provider.sendTransfer?.({ recipient, amount: 1n })).rejects.toThrow('sendTransfer was answered with')
    await expect(provider.signPsbt?.({ psbt: base64(psbtOf([payment])) })).rejects.toThrow('signPsbt was answered with')
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
  })
})
