/** A short version of the long proof that ends connections at a random byte while transactions are sent. */
import { expect, it } from 'vitest'
import type { Cut } from '../../support/cut.ts'
import { journeys } from '../../support/journeys/index.ts'
import { kill } from '../../support/kills.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const CUTS = 10

/** Every run of this file must have the worst case: the node got the transaction, but its response was cut. */
const isLost = ({ moment, kind }: Cut) => moment === 'response' && kind === 'eth_sendRawTransaction'
const isEnough = (cuts: readonly Cut[]) => cuts.length >= CUTS && cuts.some(isLost)

it.each(journeys.filter(({ name }) => /approval|send of ether/.test(name)))(
  '$name with its connections cut: no hash is lost, nothing is sent twice, no spinner remains',
  async (journey) => {
    const { cuts, runs, sends } = await kill(sandbox(), journey, isEnough, 20_261_122)
    expect(new Set(cuts.map(({ moment }) => moment))).toEqual(new Set(['request', 'response']))
    // The first run has no cuts. It sends too.
    expect(sends.given).toBeGreaterThan(runs)
    expect(sends.lostAnswers).toBeGreaterThan(0)
  },
  60_000,
)
