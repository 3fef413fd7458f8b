/** An app that uses `@polkadot/extension-dapp` and one that uses walletkit get the same from the same wallet. */
import { u8aToHex } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { expect, it, vi } from 'vitest'
import { readInjected } from '../../../../runtime/chains/polkadot/discover.ts'
import { toPolkadotProvider } from '../../../../runtime/chains/polkadot/provider.ts'
import { createExtension, kitOf } from './wallet.ts'

it('the same extensions, accounts and signatures as @polkadot/extension-dapp', async () => {
  const extensions = { 'polkadot-js': createExtension(), talisman: createExtension() }
  const injectedWeb3 = { 'polkadot-js': extensions['polkadot-js'].provider, talisman: extensions.talisman.provider }
  vi.stubGlobal('injectedWeb3', injectedWeb3)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', { readyState: 'complete', querySelector: () => null })
  const dapp = await import('@polkadot/extension-dapp')

  const theirs = await dapp.web3Enable('Unit test')
  const ours = readInjected(injectedWeb3)
  expect(ours.map(({ id }) => id)).toEqual(theirs.map(({ name }) => name))

  const kit = kitOf()
  for (const connector of ours) {
    const { default: driver } = await connector.driver()
    const session = await driver.connect(kit, connector)
    const accounts = await dapp.web3Accounts({ extensions: [connector.id], ss58Format: 0 })
    expect(session.accounts.map(({ address }) => address)).toEqual(accounts.map(({ address }) => address))

    const provider = toPolkadotProvider(session.provider)
    expect(provider.accounts.map(({ name }) => name)).toEqual(accounts.map(({ meta }) => meta.name))
    const [address = ''] = accounts.map((account) => account.address)
    const { signer } = await dapp.web3FromSource(connector.id)
    const raw = { address, data: u8aToHex(dapp.wrapBytes('Hello')), type: 'bytes' } as const
    const signed = [await signer.signRaw?.(raw), await provider.signer.signRaw(raw)].map((result) => result?.signature)
    for (const signature of [...signed, await provider.signMessage('Hello', address)])
      expect(signatureVerify('<Bytes>Hello</Bytes>', signature ?? '', address).isValid).toBe(true)
  }
  // Both told the wallets the same name of the site.
  expect(extensions.talisman.origins).toEqual(['Unit test', 'Unit test'])
  vi.unstubAllGlobals()
})
