/** What the card of a simulation calls the tokens, which can have any symbol. */
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SimulatedAllowance } from '../../../../runtime/contracts/simulation.ts'
import { KitContext } from '../../../../runtime/ui/context.ts'
import { OutcomeCard } from '../../../../runtime/ui/parts/OutcomeCard.tsx'
import { makeKit } from '../../../support/kit.ts'

const token = `0xfa4e${'0'.repeat(32)}c0de`
const allowance: SimulatedAllowance = { token, spender: `0x${'5'.repeat(40)}`, amount: 1n << 200n, symbol: 'USDC' }

/** The text of the card for one allowance, which it marks in red too. */
function drawn(given: SimulatedAllowance, tokens: { token: string; symbol: string; decimals: number }[] = []): string {
  const simulation = { status: 'success', changes: [], receipts: [], allowances: [given] } as const
  const outcome = { state: 'known', simulation, findings: [{ kind: 'allowance', allowance: given }] } as const
  const html = renderToString(
    <KitContext.Provider value={{ kit: makeKit(), root: undefined as never, preload: () => undefined }}>
      <OutcomeCard outcome={outcome} native={{ symbol: 'ETH', decimals: 18 }} tokens={tokens} />
    </KitContext.Provider>,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/[\s\u2068\u2069]+/g, ' ')
}

it('shows a part of the address beside the symbol of an unknown token, of which any amount may be taken', () => {
  const said = drawn(allowance)
  expect(said).toMatch(/0x5555…5555 may take later Any amount of USDC \(0xfa4e…c0de\)/i)
  expect(said).toMatch(/take from your account: Any amount of USDC \(0xfa4e…c0de\)\./i)
})

it('shows the address alone if an unknown token has no symbol', () => {
  expect(drawn({ ...allowance, symbol: '' })).toMatch(/Any amount of 0xfa4e…c0de /i)
})

it('shows the symbol by which the screen knows a token, whatever the token itself claims', () => {
  const named = [{ token: token.toUpperCase().replace('0X', '0x'), symbol: 'DAI', decimals: 18 }]
  const said = drawn(allowance, named)
  expect(said).toContain('Any amount of DAI ')
  expect(said).not.toContain('USDC')
})
