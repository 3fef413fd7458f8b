/** Manipulates ten thousand responses of the swap service: none may change the wallet's request unnoticed. */
import { expect, it } from 'vitest'
import { count, type Route } from '../plugins/swaps/mutate.ts'
import { useSandbox } from '../support/sandbox.ts'

const sandbox = useSandbox()

it.each<[Route, number]>([
  ['approval', 3_334],
  ['token', 3_333],
  ['ether', 3_333],
])(
  'blocks, flags or ignores every manipulated response: %s',
  async (route, runs) => {
    const { verdicts, through } = await count(sandbox(), route, runs, 7)
    console.info(route, verdicts)
    expect(through).toEqual([])
    expect(verdicts.blocked).toBeGreaterThan(runs / 3)
  },
  600_000,
)
