import { expect, it } from 'vitest'
import { expectClean, useFlow } from '../support/flow.ts'

const flow = useFlow()

it('connects an announced wallet and shows its account [S1.scope.02] [S2.view.01] [S2.view.02]', async () => {
  const visit = await flow.visit()
  await visit.page.locator('walletkit-button button').click()
  await visit.title.filter({ hasText: 'Connect Wallet' }).waitFor()
  await visit.button(/Test wallet/).click()
  await visit.page.waitForFunction(() => kit.getAccount().status === 'connected')
  const [first] = flow.sandbox().accounts
  expect(await visit.page.evaluate(() => kit.getAddress())).toBe(first?.address)
  await visit.open()
  await visit.modal.getByText('noah.walletkit.id').waitFor()
  await visit.modal.getByText('10,000 ETH').waitFor()
  expectClean(visit)
})
