/** Ends about two thousand connections to nodes and services, each at a random byte. */
import { expect, it } from 'vitest'
import type { Cut } from '../support/cut.ts'
import { journeys } from '../support/journeys/index.ts'
import { kill } from '../support/kills.ts'
import { useSandbox } from '../support/sandbox.ts'

const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_122)
const TOTAL = Number(process.env['KILLS'] ?? 2_040)

const sandbox = useSandbox()

const count = (names: string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]))

it.each(journeys)(
  '$name with killed connections: loses no hash, sends nothing twice, leaves no spinner',
  async (journey) => {
    const share = Math.ceil(TOTAL / journeys.length)
    const since = performance.now()
    const { cuts, ...figures } = await kill(sandbox(), journey, (done) => done.length >= share, SEED)
    const by = (key: 'moment' | 'kind') => count(cuts.map((cut: Cut) => cut[key]))
    const seconds = Math.round((performance.now() - since) / 1000)
    console.info(JSON.stringify({ journey: journey.name, seed: SEED, seconds, cuts: cuts.length, ...by('moment') }))
    console.info(JSON.stringify(figures), JSON.stringify(by('kind')))
    expect(cuts.length).toBeGreaterThanOrEqual(share)
  },
)
