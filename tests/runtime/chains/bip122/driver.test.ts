/** What the driver of all forms does besides the form. */
import { expect, it } from 'vitest'
import * as forms from '../../../../runtime/chains/bip122/forms/index.ts'
import { toBitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import { addressOf, legacy } from './keys.ts'
import { connectorOf, kitOf } from './kit.ts'
import { unisat } from './wallets.ts'

it('a change of account is told even if the app reads the accounts before the kit does', async () => {
  const double = unisat('regtest')
  const [kit, connector] = [kitOf('regtest'), connectorOf(double.wallet, forms.unisat)]
  const provider = toBitcoinProvider((await forms.unisat.connect(kit, connector)).provider)
  const reads: Promise<unknown>[] = []
  const { on } = double.wallet as { on: (event: string, listener: () => void) => void }
  on('accountsChanged', () => void reads.push(provider.getAccountAddresses()))
  const seen: unknown[] = []
  forms.unisat.watch(kit, connector, {
    accounts: (accounts) => seen.push(...accounts),
    network: () => undefined,
    disconnect: () => undefined,
  })
  double.change({ keys: [legacy] })
  await expect.poll(() => seen).toEqual([{ address: addressOf(legacy, 'regtest'), type: 'payment' }])
  expect(reads).toHaveLength(1)
})
