import { expect, it } from 'vitest'
import { seldom } from '../../../server/data/seldom.ts'
import { SourceError } from '../../../server/data/source.ts'

it('tells of the same failure of a source once in a minute, and of every other error', () => {
  let now = 1_000
  const told: string[] = []
  const report = seldom(
    (error) => told.push((error as Error).message),
    () => now,
  )
  const all = () => {
    for (const problem of ['is away', 'is slow']) report(new SourceError('llama', problem))
    report(new Error('a fault'))
  }
  all()
  all()
  expect(told).toEqual(['llama is away', 'llama is slow', 'a fault', 'a fault'])
  now += 60_000
  all()
  expect(told).toEqual([
    'llama is away',
    'llama is slow',
    'a fault',
    'a fault',
    'llama is away',
    'llama is slow',
    'a fault',
  ])
})
