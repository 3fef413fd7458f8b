/**
 * Wallets with the quirks of real ones: the modal says the truth, and can always be closed. This is a part of the
 * matrix.
 */
import { describe, it } from 'vitest'
import { useFlow, type Visited } from '../support/flow.ts'
import type { QUIRKS } from '../support/wallets.ts'
import { type Cell, cells, run, VIEWS } from '../support/wallets.ts'

const flow = useFlow()

/** The cells that run here. tests/proof runs all. */
const PART: Record<Cell['ending'], readonly (keyof typeof QUIRKS)[]> = {
  approve: [
    'a duplicate is -32603',
    'adds without switching',
    'events after the answer',
    'never answers what asks no person',
  ],
  refuse: ['refuses with -32603', 'refuses with a bare Error', 'refuses to add'],
  never: ['none'],
  close: ['none', 'answers []', 'throws before onboarding', 'demands an explorer'],
}

describe.each(VIEWS)('a wallet that is asked from %s', (view) => {
  it('leaves a modal that says what is true and can be closed', async () => {
    const visit = await visited(view)
    for (const cell of cells) if (cell.view === view && PART[cell.ending].includes(cell.quirk)) await run(visit, cell)
  })
})

const visited = (view: Cell['view']): Promise<Visited> =>
  flow.visit({
    wallets: [{ changingUuid: true }],
    ...(view === 'SIWXSignMessage' && { siwx: true, config: { siwx: true } }),
  })
