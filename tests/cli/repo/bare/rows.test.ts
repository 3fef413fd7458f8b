import { expect, it } from 'vitest'
import { FACTORS, ROWS, type Factors } from '../../../../cli/repo/bare/rows.ts'

const factors = Object.keys(FACTORS) as (keyof Factors)[]

it('covers every pair of values of two factors in at most twelve rows', () => {
  const missing = factors.flatMap((one, at) =>
    factors
      .slice(at + 1)
      .flatMap((other) =>
        FACTORS[one].flatMap((a) =>
          FACTORS[other]
            .filter((b) => !ROWS.some((row) => row[one] === a && row[other] === b))
            .map((b) => `${one} ${a} with ${other} ${b}`),
        ),
      ),
  )
  expect(missing).toEqual([])
  expect(ROWS.length).toBeLessThanOrEqual(12)
})

it('runs the full suite with each browser, and with and without a locale', () => {
  const whole = ROWS.filter(({ test }) => test)
  expect(new Set(whole.map(({ browser }) => browser)).size).toBe(3)
  expect(new Set(whole.map(({ locale }) => locale)).size).toBe(3)
})
