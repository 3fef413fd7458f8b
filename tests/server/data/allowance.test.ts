/** What a question of a page may cost, however many requests it takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitedTo, spending } from '../../../server/data/allowance.ts'
import { createOutbound } from '../../../server/data/outbound.ts'
import { createPace } from '../../../server/data/pace.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService(() => ({ json: 1 }))
})
afterAll(() => service.close())

describe('a question', () => {
  it('is paid for by each request that it causes, and ends when the visitor has no more', async () => {
    const ask = createOutbound({ name: 'llama', url: service.url })
    const pace = createPace(() => 0)
    pace('ip', 2_998)
    const question = spending(
      (requests) => pace('ip', requests),
      async () => {
        for (let count = 0; count < 5; count += 1) await ask({ path: '/' })
      },
    )
    await expect(question).rejects.toMatchObject({ name: 'Refusal', status: 429 })
    expect(service.asked).toHaveLength(2)
    // Nobody pays for the server's own questions, and others for theirs.
    await ask({ path: '/' })
    await spending(
      (requests) => pace('other', requests),
      () => ask({ path: '/' }),
    )
  })

  it('is paid for by the bytes of its answers too, also of those that are too long', async () => {
    const paid: number[] = []
    const costOf = async (bytes: number) => {
      paid.length = 0
      service.answer = () => ({ text: JSON.stringify('x'.repeat(bytes)) })
      const ask = createOutbound({ name: 'llama', url: service.url, limits: { time: 8_000, size: 1_000_000 } })
      await spending(
        (units) => void paid.push(units),
        () => ask({ path: '/' }).catch(() => undefined),
      )
      return paid.reduce((sum, units) => sum + units, 0)
    }
    expect([await costOf(90_000), await costOf(450_000), await costOf(3_000_000)]).toEqual([1, 5, 11])
  })

  it('ends when its time is over, with the request under way and before the next one', async () => {
    service.answer = () => new Promise((resolve) => setTimeout(() => resolve({ json: 1 }), 60))
    const ask = createOutbound({ name: 'llama', url: service.url })
    const before = service.asked.length
    const all = limitedTo(150, async () => {
      for (;;) await ask({ path: '/' })
    })
    await expect(all).rejects.toThrow(/llama (took too long|does not answer \(TimeoutError\))/)
    expect(service.asked.length - before).toBeLessThan(5)
  })
})
