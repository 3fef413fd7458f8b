import { afterEach, describe, expect, it } from 'vitest'
import { simulationOf } from '../../../plugins/swaps/simulate.ts'
import { compareSimulation } from '../../../runtime/data/compareSimulation.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { halfDollar, rpc } from '../../support/trickToken.ts'
import { fill, openPanel, type Panel } from './kit.ts'

const sandbox = useSandbox()
afterEach(() => sandbox().faults.clear())
const dollar = () =>
  sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address ?? ''
const selectors = (panel: Panel) => panel.sent().map(({ data = '' }) => data.slice(0, 10))
const [APPROVE, SWAP] = ['0x095ea7b3', '0x17844678']

/** Builds the request of a swap, and returns how its simulation differs from the order. */
async function built(from: string, to: string, amount: string) {
  const panel = await openPanel(sandbox())
  await fill(panel, from, to, amount)
  await panel.controller.prepare()
  const question = simulationOf(panel.controller, panel.controller.state.prepared)
  const found = await question.simulate?.()
  return { panel, found, findings: found && compareSimulation(question.account, found, question.intent) }
}

describe('what the network expects of a swap', () => {
  it('is what the order says: ether for a token, a token for ether, and the approval before', async () => {
    expect((await built('ETH', 'USDC', '0.1')).findings).toEqual([])
    const { panel, findings, found } = await built('DAI', 'ETH', '2')
    expect(found?.allowances).toMatchObject([{ amount: 2n * 10n ** 18n }])
    expect(findings).toEqual([])
    await panel.controller.swap()
    expect(selectors(panel)).toEqual([APPROVE, SWAP])
  })

  it('does not delay a swap after its approval for longer than 3 s', async () => {
    const { panel } = await built('DAI', 'ETH', '2')
    sandbox().faults.set({ path: '/', rpc: 'eth_simulateV1', kind: 'hang' })
    const start = Date.now()
    await panel.controller.swap()
    expect(selectors(panel)).toEqual([APPROVE, SWAP])
    expect(Date.now() - start).toBeLessThan(5_000)
  })

  it('stops a swap after its approval when less than the minimum would arrive, and the review says so', async () => {
    const before = await rpc(sandbox(), 'eth_getCode', [dollar(), 'latest'])
    const { panel } = await built('DAI', 'USDC', '2')
    await rpc(sandbox(), 'anvil_setCode', [dollar(), halfDollar])
    await panel.controller.swap()
    expect(selectors(panel)).toEqual([APPROVE])
    expect(panel.kit.state.toast.message).toBe('The network expects another outcome. Review the swap again')
    expect((await built('DAI', 'USDC', '2')).findings).toMatchObject([{ kind: 'tooLittle' }])
    await rpc(sandbox(), 'anvil_setCode', [dollar(), before])
  })
})
