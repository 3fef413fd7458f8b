/** How many data keys an HSM wraps and unwraps in a second, with SoftHSM. server/guides/keys.md has the figure. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSoftHsm, SOFTHSM_ADVICE } from '../../cli/repo/softHsm.ts'
import { hsmWrapper } from '../../server/keys/hsm/wrapper.ts'
import { makeTokens, PIN, type SoftHsm } from '../support/softHsm.ts'

const COUNT = 5_000
/** How many are asked for at once: fewer than may wait (keys/hsm/queue.ts). */
const AT_ONCE = 250
const library = await findSoftHsm()

async function inGroups<A, B>(all: readonly A[], work: (each: A) => Promise<B>): Promise<B[]> {
  const done: B[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  return done
}

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
    const dataKeys = Array.from({ length: COUNT }, () => randomBytes(32))
    const wrapped = await inGroups(dataKeys, (each) => wrap(each, 'ada'))
    const between = performance.now()
    await inGroups(wrapped, (each) => unwrap(each, 'ada'))
    const rate = (from: number, to: number) => Math.round(COUNT / ((to - from) / 1_000))
    const figures = { wraps: rate(started, between), unwraps: rate(between, performance.now()) }
    process.stdout.write(`HSM, a second: ${figures.wraps} wraps, ${figures.unwraps} unwraps\n`)
    expect(Math.min(figures.wraps, figures.unwraps)).toBeGreaterThan(200)
  })
})
