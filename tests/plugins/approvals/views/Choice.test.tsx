/** One row of the list, as it is rendered. */
import { encodeAbiParameters } from 'viem'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Grant, keyOf, standingOf } from '../../../../plugins/approvals/approval.ts'
import { Choice } from '../../../../plugins/approvals/views/Choice.tsx'
import type { PluginKit } from '../../../../runtime/plugin.ts'
import { KitContext } from '../../../../runtime/ui/context.ts'
import { makeKit, network } from '../../../support/kit.ts'

const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const grant: Grant = { kind: 'permit2', token: `0x${'a'.repeat(40)}`, spender: `0x${'b'.repeat(40)}` }

/** The text of the row of an approval in Permit2 that ends at `seconds` since 1970. */
function drawn(seconds: number): string {
  const types = [{ type: 'uint160' }, { type: 'uint48' }, { type: 'uint48' }] as const
  const standing = standingOf(grant, OWNER, [encodeAbiParameters(types, [2n ** 160n - 1n, seconds, 0])], Date.now())
  if (!standing) throw new Error('It has ended')
  const approval = { ...grant, ...standing, key: keyOf(grant), symbol: 'DAI', decimals: 18, iconUrl: undefined }
  const kit = makeKit()
  const html = renderToString(
    <KitContext.Provider value={{ kit, root: undefined as never, preload: () => undefined }}>
      <Choice
        kit={{ locale: 'en' } as PluginKit}
        network={network(1)}
        approval={approval}
        isChosen={false}
        onChoose={() => undefined}
        nameOf={() => undefined}
      />
    </KitContext.Provider>,
  )
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u2068\u2069]+/g, ' ')
    .trim()
}

it('says when an approval in Permit2 ends', () => {
  expect(drawn(1_900_000_000)).toMatch(/until Mar 17, 2030/)
})

it('shows an approval in Permit2 whose end is the largest number, so that it never ends', () => {
  expect(drawn(2 ** 48 - 1)).toMatch(/DAI .*Unlimited/)
})
