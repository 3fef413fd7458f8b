/** How many data keys an HSM wraps and unwraps in a second, with SoftHSM. The guide (server/README.md) has the figure. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSoftHsm, SOFTHSM_ADVICE } from '../../cli/repo/softHsm.ts'
import { hsmWrapper } from '../../server/keys/hsm/wrapper.ts'
import { makeTokens, PIN, type SoftHsm } from '../support/softHsm.ts'

const COUNT = 5_000
const library = await findSoftHsm()

describe.skipIf(library === undefined)(`an HSM in software (${SOFTHSM_ADVICE})`, () => {
  let hsm: SoftHsm
  beforeAll(() => {
    hsm = makeTokens(library ?? '', [{ token: 'walletkit', key: 'walletkit' }])
  })
  afterAll(() => hsm.remove())

  it('wraps and unwraps hundreds of data keys in a second', async () => {
    const { wrap, unwrap } = hsmWrapper({
      ...{ library: hsm.library, token: 'walletkit', slot: undefined, key: 'walletkit', pin: PIN },
    })
    await wrap(randomBytes(32), 'ada')
    const started = performance.now()
    const wrapped = await Promise.all(Array.from({ length: COUNT }, () => wrap(randomBytes(32), 'ada')))
    const between = performance.now()
    await Promise.all(wrapped.map((each) => unwrap(each, 'ada')))
    const rate = (from: number, to: number) => Math.round(COUNT / ((to - from) / 1_000))
    const figures = { wraps: rate(started, between), unwraps: rate(between, performance.now()) }
    process.stdout.write(`HSM, a second: ${figures.wraps} wraps, ${figures.unwraps} unwraps\n`)
    expect(Math.min(figures.wraps, figures.unwraps)).toBeGreaterThan(200)
  })
})
