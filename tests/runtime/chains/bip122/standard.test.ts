/** What only wallets of the Wallet Standard are asked. */
import { expect, it } from 'vitest'
import * as forms from '../../../../runtime/chains/bip122/forms/index.ts'
import { toBitcoinProvider } from '../../../../runtime/chains/bip122/provider.ts'
import { addressOf, base64, payment, psbtOf } from './keys.ts'
import { connectorOf, kitOf } from './kit.ts'
import { standard } from './wallets.ts'

it('the signature hash type has the name of the standard', async () => {
  const double = standard()
  const session = await forms.standard.connect(kitOf('regtest'), connectorOf(double.wallet, forms.standard))
  const provider = toBitcoinProvider(session.provider)
  const address = addressOf(payment, 'regtest')
  const named = async (type: number | undefined, sighashTypes: number[]) => {
    const psbt = base64(psbtOf([payment], 'regtest', type))
    await provider.signPsbt?.({ psbt, signInputs: [{ address, index: 0, sighashTypes }] })
    const [{ inputsToSign }] = double.asked.at(-1)?.params as [{ inputsToSign: { sigHash?: unknown }[] }]
    return inputsToSign.map(({ sigHash }) => sigHash)
  }
  expect(await named(undefined, [1])).toEqual(['ALL'])
  expect(await named(0x81, [1, 0x81])).toEqual(['ALL|ANYONECANPAY'])
  expect(await named(0x83, [0x83])).toEqual(['SINGLE|ANYONECANPAY'])
})
