/** The percentages of the config, as the screens show them. */
import { expect, it } from 'vitest'
import { figuresOf } from '../../../../plugins/swaps/views/texts.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { openPanel } from '../kit.ts'

const sandbox = useSandbox()
const options = { slippage: 0.5, providerFee: 0.85 }

it.each([
  ['en', '0.5', '0.85'],
  ['de', '0,5', '0,85'],
  ['ar-EG', '٠٫٥', '٠٫٨٥'],
])('slippage and fee have the digits and the mark of %s', async (locale, slippage, feePercent) => {
  const { controller } = await openPanel(sandbox(), { options, config: { locale } })
  expect(figuresOf(controller)).toMatchObject({ slippage, feePercent })
})
