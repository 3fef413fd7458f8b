/** A request that names no account uses the account that the page shows. */
import { expect, it } from 'vitest'
import { connect } from '../../../../runtime/actions/connect.ts'
import { switchAccount } from '../../../../runtime/actions/switchConnection.ts'
import * as forms from '../../../../runtime/chains/bip122/forms/index.ts'
import { toBitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import { connectionOf } from '../../../../runtime/state/connections.ts'
import { addressOf, legacy, ordinals, payment } from './keys.ts'
import { connectorOf, kitOf } from './kit.ts'
import { satsConnect } from './wallets.ts'

it('sends from the shown payment account, and nothing while an ordinals account shows', async () => {
  const double = satsConnect()
  const kit = kitOf('regtest')
  await connect(kit, connectorOf(double.wallet, forms.satsConnect))
  const provider = toBitcoinProvider(connectionOf(kit, 'bip122')?.provider)
  const asked = (method: string) => double.asked.filter((each) => each.method === method)
  const transfer = { recipient: addressOf(legacy), amount: 1_000n }
  await provider.sendTransfer?.(transfer)
  expect(asked('sendTransfer')).toHaveLength(1)

  await switchAccount(kit, { address: addressOf(ordinals) })
  expect(kit.state.accounts.bip122).toMatchObject({ address: addressOf(ordinals), preferredAccountType: 'ordinal' })
  await expect(provider.sendTransfer?.(transfer)).rejects.toThrow('Money is sent from a payment address')
  expect(asked('sendTransfer')).toHaveLength(1)
  await provider.request({ method: 'signMessage', params: { message: 'hi' } })
  expect(JSON.stringify(asked('signMessage').at(-1))).toContain(addressOf(ordinals))

  await switchAccount(kit, { address: addressOf(payment) })
  await provider.sendTransfer?.(transfer)
  expect(asked('sendTransfer')).toHaveLength(2)
})
