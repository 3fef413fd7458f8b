/** An app that uses `sats-connect` and one that uses walletkit get the same from the same wallet. */
import { Verifier } from 'bip322-js'
import { afterEach, expect, it, vi } from 'vitest'
import { readWindow } from '../../../../runtime/chains/bip122/window.ts'
import { toBitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import { addressOf, base64, finalised, legacy, payment, psbtOf } from './keys.ts'
import { kitOf } from './kit.ts'
import { satsConnect } from './wallets.ts'

afterEach(() => void vi.unstubAllGlobals())

it('the same accounts, signatures and transfers as sats-connect', async () => {
  const double = satsConnect()
  const page = { XverseProviders: { BitcoinProvider: double.wallet }, localStorage: { getItem: () => null } }
  vi.stubGlobal('window', page)
  const { request } = (await import('sats-connect')) as unknown as {
    request: (
      method: string,
      params: unknown,
      id: string,
    ) => Promise<{ status: string; result: Record<string, unknown> }>
  }
  const [connector] = readWindow(page)
  if (!connector) throw new Error('The wallet was not found')
  const { default: driver } = await connector.driver()
  const session = await driver.connect(kitOf('regtest'), connector)
  const provider = toBitcoinProvider(session.provider)
  const ask = async (method: string, params: unknown) => {
    const { status, result } = await request(method, params, 'XverseProviders.BitcoinProvider')
    expect(status).toBe('success')
    return result
  }

  const theirs = (await ask('getAccounts', { purposes: ['payment', 'ordinals'] })) as unknown as {
    address: string
    purpose: string
  }[]
  const own = theirs.filter(({ purpose }) => purpose !== 'stacks')
  expect(provider.accounts.map(({ address }) => address).sort()).toEqual(own.map(({ address }) => address).sort())

  const address = addressOf(payment)
  const asked = { address, message: 'Hello' }
  const { signature } = await ask('signMessage', { ...asked, protocol: 'BIP322' })
  expect(Verifier.verifySignature(address, 'Hello', String(signature))).toBe(true)
  expect(Verifier.verifySignature(address, 'Hello', await provider.signMessage(asked))).toBe(true)

  const psbt = base64(psbtOf([payment]))
  const signed = await ask('signPsbt', { psbt, signInputs: { [address]: [0] } })
  const ours = await provider.signPsbt?.({ psbt, signInputs: [{ address, index: 0 }] })
  expect(finalised(ours?.psbt ?? '')).toBe(finalised(String(signed['psbt'])))

  const transfer = { address: addressOf(legacy), amount: 1234 }
  const { txid } = await ask('sendTransfer', { recipients: [transfer] })
  expect(await provider.sendTransfer?.({ recipient: transfer.address, amount: 1234n })).toBe(txid)
  // The wallet got exactly the same request from both.
  const sends = double.asked.filter(({ method }) => method === 'sendTransfer')
  expect(sends[0]).toEqual(sends[1])
})
