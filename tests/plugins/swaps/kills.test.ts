/** A small share of the long proof: connections ended at a random byte while money moves. */
import { expect, it } from 'vitest'
import type { Cut } from '../../support/cut.ts'
import { journeys } from '../../support/journeys/index.ts'
import { kill } from '../../support/kills.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const CUTS = 10

/** The worst moment comes in every run of this file: the node has the transaction, and its hash does not get back. */
const isLost = ({ moment, kind }: Cut) => moment === 'response' && kind === 'eth_sendRawTransaction'
const isEnough = (cuts: readonly Cut[]) => cuts.length >= CUTS && cuts.some(isLost)

it.each(journeys.filter(({ name }) => /approval|send of ether/.test(name)))(
  '$name with its connections cut: no hash is lost, nothing is sent twice, no spinner remains',
  async (journey) => {
    const { cuts, runs, sends } = await kill(sandbox(), journey, isEnough, 20_261_122)
    expect(new Set(cuts.map(({ moment }) => moment))).toEqual(new Set(['request', 'response']))
    // The first run has no cuts, and ends well too.
    expect(sends.given).toBeGreaterThan(runs)
    expect(sends.lostAnswers).toBeGreaterThan(0)
  },
  60_000,
)
