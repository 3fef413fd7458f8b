import { expect, it } from 'vitest'
import { List } from '../../../../plugins/history/views/List.tsx'
import { drawn } from '../../../support/drawn.tsx'
import { useSandbox } from '../../../support/sandbox.ts'
import { ONE, openHistory } from '../kit.ts'

const sandbox = useSandbox()

it('offers a table of what the services list, and none when only this browser knows what was sent', async () => {
  const { kit, pluginKit, controller, state } = await openHistory(sandbox())
  const [from = '', to = ''] = sandbox().accounts.map(({ address }) => address)
  const sent = [
    { hash: `0x${'1'.repeat(64)}`, caipNetworkId: ONE, from, to, at: Date.now(), status: 'confirmed' },
  ] as const
  const text = () => drawn(kit, <List kit={pluginKit} controller={controller} state={state} sent={sent} />)
  expect(text()).toContain('Transaction')
  expect(text()).not.toContain('Export as a table')
  const leave = controller.enter()
  await expect.poll(() => state.transactions.length).toBeGreaterThan(0)
  leave()
  expect(text()).toContain('Export as a table')
})
