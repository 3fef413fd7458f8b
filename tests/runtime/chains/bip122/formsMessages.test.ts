/** Messages through the wallets' own APIs, and their older forms. */
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/bip122/adapter.ts'
import * as forms from '../../../../runtime/chains/bip122/forms/index.ts'
import { toBitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import { addressOf, legacy, payment } from './keys.ts'
import { connectorOf, kitOf } from './kit.ts'
import { leather, satsConnect, standard } from './wallets.ts'

describe('messages', () => {
  it('are signed by the protocol that the app names, or not at all', async () => {
    const driver = forms.satsConnect
    const address = addressOf(payment)
    const provider = toBitcoinProvider(
      (await driver.connect(kitOf('regtest'), connectorOf(satsConnect().wallet, driver))).provider,
    )
    const ecdsa = await provider.signMessage({ address, message: 'Hi', protocol: 'ecdsa' })
    expect(Buffer.from(ecdsa, 'base64')).toHaveLength(65)
    expect(Verifier.verifySignature(address, 'Hi', ecdsa)).toBe(true)
    const standardOnly = toBitcoinProvider(
      (await forms.standard.connect(kitOf('regtest'), connectorOf(standard().wallet, forms.standard))).provider,
    )
    await expect(standardOnly.signMessage({ address, message: 'Hi', protocol: 'ecdsa' })).rejects.toThrow(
      'signMessage was answered',
    )
    const byLeather = toBitcoinProvider(
      (await forms.leather.connect(kitOf('regtest'), connectorOf(leather().wallet, forms.leather))).provider,
    )
    await expect(byLeather.signMessage({ address, message: 'Hi', protocol: 'ecdsa' })).rejects.toMatchObject({
      code: -32602,
    })
  })

  it('signed by another account than the one asked for are refused', async () => {
    const double = leather()
    const { provider } = await forms.leather.connect(kitOf('regtest'), connectorOf(double.wallet, forms.leather))
    double.change({ keys: [{ ...payment, seed: legacy.seed }] })
    await expect(adapter.signMessage?.(kitOf(), provider, addressOf(payment), 'Hi')).rejects.toThrow(
      'signMessage was answered',
    )
  })
})

it('older wallets of the sats-connect kind are asked for accounts', async () => {
  const double = satsConnect('regtest', { old: true })
  const [kit, connector] = [kitOf('regtest'), connectorOf(double.wallet, forms.satsConnect)]
  const session = await forms.satsConnect.connect(kit, connector)
  expect(session.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
  expect(double.asked.map(({ method }) => method)).toEqual(['wallet_connect', 'getAccounts'])
  expect(await forms.satsConnect.resume(kit, connector)).toBeUndefined()
})
