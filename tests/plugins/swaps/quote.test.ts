/** What the panel asks the exchange for the form that the visitor sees. */
import { expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { asked, fill, openPanel, quoted, tokenOf } from './kit.ts'

const sandbox = useSandbox()

it('the allowance is asked for the token that is paid with, its amount and its decimals [S7.allow.01]', async () => {
  const panel = await openPanel(sandbox())
  const { controller, kit } = panel
  const before = sandbox().requests().length
  await fill(panel, 'USDC', 'DAI', '1.5')
  await expect.poll(() => controller.state.quote?.allowance).toBeDefined()
  const { caipAddress } = kit.state.accounts.eip155
  const queries = () => asked(sandbox(), '/v1/convert/allowance', before).map(({ query }) => query)
  expect(queries().at(-1)).toMatchObject({
    tokenAddress: tokenOf(controller, 'USDC').address,
    userAddress: caipAddress,
    sourceTokenAmount: '1.5',
    sourceTokenDecimals: '6',
  })
  const count = queries().length
  // The native currency needs no approval: nobody is asked.
  controller.setToken('sourceToken', tokenOf(controller, 'ETH'))
  await quoted(panel)
  await expect.poll(() => controller.state.quote?.allowance).toBeDefined()
  expect(queries()).toHaveLength(count)
})
