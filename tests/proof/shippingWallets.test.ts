/** Runs the whole matrix *view × quirk × ending* of tests/support/wallets.ts, with one page for each view. */
import { expect, it } from 'vitest'
import { useFlow } from '../support/flow.ts'
import { cells, run, VIEWS } from '../support/wallets.ts'
import { within } from '../support/wheel.ts'

const flow = useFlow()

it.each(VIEWS)('asked from %s, the visitor is told the truth and can leave, whatever the wallet does', async (view) => {
  const visit = await flow.visit({
    wallets: [{ changingUuid: true }],
    ...(view === 'SIWXSignMessage' && { siwx: true, config: { siwx: true } }),
  })
  const own = cells.filter((cell) => cell.view === view)
  const took: number[] = []
  const failed: string[] = []
  for (const cell of own) {
    const start = performance.now()
    await run(visit, cell).catch((error: unknown) => failed.push(String(error)))
    took.push(Math.round(performance.now() - start))
  }
  const sorted = took.sort((a, b) => a - b)
  const figures = { cells: own.length, failed: failed.length, p50: within(sorted, 0.5), max: sorted.at(-1) }
  console.info(`${view}: cells, and ms for each:`, JSON.stringify(figures))
  expect(failed).toEqual([])
})
